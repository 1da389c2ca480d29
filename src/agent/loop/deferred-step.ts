import { digestOf } from '../../approval/grants/digest.js';
import { derivedId } from '../../protocol/base/ids.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import {
  type DeferredCall,
  type DeferredKind,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from '../../protocol/deferred.js';
import { answersFor, isAnswered } from '../../protocol/results.js';
import { askHandlers, type Batch } from '../batch/ask-handlers.js';
import { answerKey, noteAnswers, refuseIncomplete, refuseInvalid } from '../batch/check-answer.js';
import { checkStoredCall, withDigests } from '../batch/proof.js';
import { pendingPrompt } from '../launch/prompt.js';
import { type HookedAnswers, middlewareAmong } from '../middleware/tool-middleware.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { runStep } from '../run/run-step.js';
import { offersOutputs } from '../run/tool-context.js';
import { applyAnswer, callsIn, type Deferral, type Turn, type TurnCall } from '../run/turn.js';
import { appendResults, followUp, isDone } from './close-step.js';
import type { NextStep } from './next-step.js';
import { deferralFromHistory } from './resume-step.js';

/** The kinds of request event, by kind of deferral. */
const requestedEvent: Readonly<Record<DeferredKind, 'approval-requested' | 'external-requested'>> = {
  approval: 'approval-requested',
  external: 'external-requested',
};

type OpenCall = TurnCall & { readonly state: { readonly deferral: Deferral } };

/** Asks about everything that deferred, as one batch, and applies the whole answer or nothing of it. */
export async function deferredStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const open = callsIn(turn, 'waiting');
  if (open.length === 0) return await parkedStep(run, turn, emit);
  const { secret, ...batch } = await toBatch(run, turn, open);
  const { batchId, requests, round } = batch;
  emit({ type: 'deferred-request', batchId, round, requests });
  const asked = new Map(deferredCalls(requests).map(({ call }) => [call.toolCallId, call]));
  for (const { toolCallId, state } of open) {
    const { kind, call, metadata } = state.deferral;
    const shown = asked.get(toolCallId) ?? call;
    emit({ type: requestedEvent[kind], batchId, call: shown, ...(metadata === undefined ? {} : { metadata }) });
  }
  const answers = await persistAnswers(run, { batchId, calls: open, emit, secret }, async (tell) => {
    const answered = resumedAnswers(run, open) ?? (await askHandlers(run, batch, tell));
    if (answered === null) return null;
    refuseIncomplete(requests, answered);
    await refuseInvalid(run, open, answered);
    return answered;
  });
  if (answers === null) {
    emit({ type: 'deferred-response', batchId, results: null });
    return await endDeferred(run, turn, emit);
  }
  const { hookedCalls, ...results } = answers;
  emit({ type: 'deferred-response', batchId, results });
  noteAnswers(run, open, results);
  for (const call of open) applyAnswer(call, call.state.deferral, { results, hookedCalls, emit });
  // Nothing is left to run, and no call may have given an output.
  const hasEnded = !offersOutputs(run) && callsIn(turn, 'ended').length === turn.calls.length;
  return { type: hasEnded ? 'close' : 'tools', turn };
}

/**
 * The question, as its first life asked it: later ones ask the same, and count its time from then. What is answered is
 * told again by each life that ends before all is, under names that are made with its secret.
 */
async function toBatch(
  run: RunScope,
  turn: Turn,
  open: readonly OpenCall[],
): Promise<Batch & { readonly secret?: string | undefined }> {
  turn.round += 1;
  const batchId = batchIdOf(run, turn);
  const own = toRequests(open.map(({ state }) => state.deferral));
  const askedAt = run.journal?.now?.() ?? run.config.environment.now();
  if (run.journal === undefined) return { batchId, turn, round: turn.round, requests: own, askedAt };
  const { value } = await runStep(run, { key: derivedId(batchId, 'asked'), emit: silent }, async () => ({
    requests: await withDigests(own),
    askedAt,
    secret: run.config.environment.generateId(),
  }));
  return { batchId, turn, round: turn.round, ...value, requests: deepFreeze(value.requests) };
}

/** It tells nothing of its own. */
const silent: Emit = () => {};

/** Names the batch that is asked about in the current round. */
export function batchIdOf(run: RunScope, turn: Turn): string {
  return derivedId(run.runId, 'batch', run.step, turn.round);
}

/** Thrown without an answer. The journal persists only answers, so a later activation asks again. */
const nobody: unique symbol = Symbol('nobody has answered');

interface AnswerPersistence {
  readonly batchId: string;
  readonly calls: readonly OpenCall[];
  readonly emit: Emit;
  readonly secret?: string | undefined;
}

/** Answers as they were given, and what hooks made of them. */
type PersistedAnswers = DeferredToolResults & { readonly hookedCalls?: HookedAnswers };

async function persistAnswers(
  run: RunScope,
  { batchId, calls, emit, secret }: AnswerPersistence,
  work: (emit: Emit) => Promise<DeferredToolResults | null>,
): Promise<PersistedAnswers | null> {
  const asked = calls.map((call) => ({ call, deferral: call.state.deferral }));
  const answer = async (tell: Emit): Promise<PersistedAnswers | null> => {
    const results = await work(tell);
    return (
      results && {
        ...results,
        ...definedProps({ hookedCalls: await middlewareAmong(run, asked)?.seeAnswers(run, asked, results) }),
      }
    );
  };
  if (run.journal === undefined) return await answer(emit);
  try {
    const { value } = await runStep(
      run,
      { key: derivedId(batchId, 'answers'), emit, secret, soon: true },
      async (tell) => {
        const results = await answer(tell);
        if (results === null) throw nobody;
        return results;
      },
    );
    return deepFreeze(value);
  } catch (error) {
    if (error === nobody) return null;
    throw error;
  }
}

/** Returns the answers that a reactivated run received for a batch that it left open, if they answer all of it. */
function resumedAnswers(run: RunScope, open: readonly OpenCall[]): DeferredToolResults | undefined {
  const { journal } = run;
  const { results: given } = run.answers;
  if (journal === undefined || given === undefined) return undefined;
  return open.every((call) => isGiven(run, call)) ? answersFor(open, given) : undefined;
}

/** Returns `true` when a run was given an answer to the current request of a call and has not used it. */
function isGiven({ answers: { results: given, applied } }: RunScope, { toolCallId, state }: OpenCall): boolean {
  if (given === undefined) return false;
  const isKind = Object.hasOwn(state.deferral.kind === 'approval' ? given.approvals : given.calls, toolCallId);
  return isKind && !applied.has(answerKey(toolCallId, given));
}

/** Continues with parked calls for which a later activation has answers. Otherwise the run ends. */
async function parkedStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const parked = callsIn(turn, 'parked');
  if (run.journal === undefined || parked.length === 0) return await endDeferred(run, turn, emit);
  turn.round += 1;
  const batchId = batchIdOf(run, turn);
  const answers = await persistAnswers(
    run,
    { batchId, calls: parked, emit },
    async () => await laterAnswers(run, parked, emit),
  );
  if (answers === null) return await endDeferred(run, turn, emit);
  const { hookedCalls, ...results } = answers;
  emit({ type: 'deferred-response', batchId, results });
  noteAnswers(run, parked, results);
  for (const call of parked) {
    if (isAnswered(results, call.toolCallId)) applyAnswer(call, call.state.deferral, { results, hookedCalls, emit });
  }
  return { type: 'tools', turn };
}

async function laterAnswers(
  run: RunScope,
  parked: readonly OpenCall[],
  emit: Emit,
): Promise<DeferredToolResults | null> {
  const { results: given } = run.answers;
  const answered = parked.filter((call) => isGiven(run, call));
  if (given === undefined || answered.length === 0) return null;
  const results = answersFor(answered, given);
  await refuseInvalid(run, answered, results);
  for (const call of answered) {
    const isEdited = call.consent.approval?.overrideArgs !== undefined;
    // As the outcome told it.
    const told = isEdited ? await deferralFromHistory({ run, call, signal: run.signal, emit }) : call.state.deferral;
    await checkStoredCall(told.call, results, run.answers.leftOpen);
  }
  return results;
}

/** The batch that these deferrals make: frozen, in emission order. */
function toRequests(deferrals: readonly Deferral[]): DeferredToolRequests {
  const of = (kind: DeferredKind): DeferredCall[] =>
    deferrals.filter((item) => item.kind === kind).map((item) => item.call);
  const metadata = deferrals.flatMap(({ call, metadata: data }) =>
    data === undefined ? [] : [[call.toolCallId, data] as const],
  );
  return deepFreeze({ calls: of('external'), approvals: of('approval'), metadata: Object.fromEntries(metadata) });
}

async function endDeferred(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const open = callsIn(turn, 'waiting', 'parked');
  const own = await withDigests(toRequests(await Promise.all(open.map((call) => withFreshDeferral(run, call, emit)))));
  const inside = callsIn(turn, 'parked-inside').map(({ state }) => state.requests);
  const requests = inside.length === 0 ? own : allOf([own, ...inside]);
  await appendResults(run, turn, { emit });
  return {
    type: 'end',
    ending: { type: 'deferred', requests, ...pendingPrompt(run, followUp(run, turn, isReportedLater)) },
  };
}

/** Combines the open calls of this run and of its sub-agents, which wait with it. */
function allOf(batches: readonly DeferredToolRequests[]): DeferredToolRequests {
  return deepFreeze({
    calls: batches.flatMap(({ calls }) => calls),
    approvals: batches.flatMap(({ approvals }) => approvals),
    metadata: Object.assign({}, ...batches.map(({ metadata }) => metadata)),
  });
}

/** Edits of a call whose result arrives later are reported then, and only this run knows them. */
function isReportedLater(call: TurnCall): boolean {
  const { state } = call;
  return isDone(call) || ('deferral' in state && state.deferral.kind === 'external');
}

/** Another run continues from the history, which does not have the edit. */
async function withFreshDeferral(run: RunScope, call: OpenCall, emit: Emit): Promise<Deferral> {
  const { deferral } = call.state;
  if (call.consent.approval?.overrideArgs === undefined) return deferral;
  const original = await deferralFromHistory({ run, call, signal: run.signal, emit });
  const { kind, metadata } = deferral;
  // The approval ends with the run, so people are asked again about the model's own input.
  if (kind === 'approval') return { ...original, kind, metadata };
  // The body started with the edited input, which the person has to see. The other run knows only the model's own
  // call.
  return { ...deferral, call: { ...deferral.call, ...(await digestOf(original.call)) } };
}
