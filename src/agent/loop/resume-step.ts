import { type DefinitionDigests, parseDefinition } from '../../protocol/base/definition.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import { noteAnswers, refuseInvalid } from '../batch/check-answer.js';
import { checkStoredCall, shownIn } from '../batch/proof.js';
import { prepareCall } from '../calls/plan-call.js';
import { bareDeferral, toDeferral } from '../calls/to-deferral.js';
import { middlewareAmong } from '../middleware/tool-middleware.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { rewriteInput } from '../policy/rewrite-input.js';
import { freshOf } from '../run/describe-call.js';
import { persistDecisions } from '../run/persist-decisions.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { applyAnswer, type Deferral, type Turn, type TurnCall } from '../run/turn.js';
import type { NextStep } from './next-step.js';

/** Applies the answers that a resumed run was given, the whole of them or nothing. */
export async function resumeStep(
  run: RunScope,
  { turn, results }: { readonly turn: Turn; readonly results: DeferredToolResults },
  emit: Emit,
): Promise<NextStep> {
  const decide = async (tell: Emit): Promise<void> => await applyAnswers(run, { turn, results }, tell);
  await persistDecisions({ run, turn, calls: turn.calls, emit, decide });
  noteAnswers(run, turn.calls, results);
  return { type: 'tools', turn };
}

async function applyAnswers(
  run: RunScope,
  { turn, results }: { readonly turn: Turn; readonly results: DeferredToolResults },
  emit: Emit,
): Promise<void> {
  await refuseInvalid(run, turn.calls, results);
  const open = await Promise.all(
    turn.calls.map(async (call) => ({ call, deferral: await openDeferral(run, call, emit) })),
  );
  for (const { call, deferral } of open) {
    // What began with an edit was told by the model's own call, as in the history.
    const told = call.hasStarted ? await deferralFromHistory({ run, call, signal: run.signal, emit }) : deferral;
    await checkStoredCall(told.call, results, run.answers.leftOpen);
  }
  const hookedCalls = await middlewareAmong(run, open)?.seeAnswers(run, open, results);
  for (const { call, deferral } of open) {
    applyAnswer(call, deferral, { results, hookedCalls, emit });
    // What it would run as by now is not what was shown, perhaps in another page, long ago.
    if (call.consent.shown !== undefined) call.consent.shown = shownIn(results, deferral.call);
    const told = definitionShown(run, call, results);
    if (told !== undefined && call.consent.shownDefinition !== undefined) call.consent.shownDefinition = told;
  }
}

/** Returns the tool definition at the time of the request, from the answers or the stored requests. */
function definitionShown(
  { answers: { leftOpen } }: RunScope,
  { toolCallId }: TurnCall,
  { shown = {} }: DeferredToolResults,
): DefinitionDigests | undefined {
  const before = leftOpen?.approvals.find((call) => call.toolCallId === toolCallId);
  return parseDefinition(ownMember(shown, toolCallId)?.definition ?? before?.definition);
}

async function openDeferral(run: RunScope, call: TurnCall, emit: Emit): Promise<Deferral> {
  return call.state.status === 'waiting'
    ? call.state.deferral
    : await deferralFromHistory({ run, call, signal: run.signal, emit });
}

/** Returns the request about a call from the history: with the model's own input, without later edits. */
export async function deferralFromHistory(execution: Execution): Promise<Deferral> {
  const { run, call } = execution;
  const prepared = await prepareCall(run, call);
  if (prepared.type === 'ready') {
    const { tool } = prepared;
    const input = await rewriteInput(execution, tool, prepared.input);
    const kind = tool.execute === undefined ? 'external' : 'approval';
    const value = input === prepared.input ? prepared.value : await freshOf(tool, input)();
    return await toDeferral(call, { kind, tool, input, value, metadata: undefined });
  }
  return bareDeferral({ ...call, input: undefined });
}
