import { noteAnswers, refuseInvalid } from '../agent/batch/check-answer.js';
import { checkStoredCall } from '../agent/batch/proof.js';
import { askGrants } from '../agent/calls/ask-grants.js';
import type { NextStep } from '../agent/loop/next-step.js';
import type { Emit } from '../agent/plumbing/delta-batcher.js';
import { decideCall, decideHidden, refuseNow } from '../agent/policy/enforce-policies.js';
import { rewriteInput } from '../agent/policy/rewrite-input.js';
import { describeCall, redactionsOf } from '../agent/run/describe-call.js';
import { persistDecisions } from '../agent/run/persist-decisions.js';
import type { Execution } from '../agent/run/run-scope.js';
import { isServersOwn } from '../agent/run/servers-own.js';
import { aboutCall } from '../agent/run/tool-context.js';
import { applyAnswer, callsIn, type Deferral, endCall, type Turn, type TurnCall } from '../agent/run/turn.js';
import { defaultTitle } from '../approval/default-title.js';
import { callOrigin } from '../protocol/base/call-origin.js';
import { deepFreeze, isSameJson, type JSONValue } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall, DeferredKind, DeferredToolResults } from '../protocol/deferred.js';
import { serverAsks } from '../protocol/effective-input.js';
import { fromJsonSchema, validate } from '../protocol/schema.js';
import type { Tool } from '../tools/tool.js';
import { toRemoteTool } from './remote-config.js';
import { type RemoteRun, whyFixed } from './ui-stream/remote-run.js';
import { serverQuestion, serverWords, termsOf } from './ui-stream/server-words.js';

/**
 * Handles the calls that the server waits for, before people are asked: policies and grants apply to them as to calls
 * that run here.
 */
export async function planStep(run: RemoteRun, turn: Turn, emit: Emit): Promise<NextStep> {
  // Also if the decisions come from the journal, because an edit is validated with the tool.
  for (const call of turn.calls) toolOf(run, call);
  const open = callsIn(turn, 'called', 'approved').filter((call) => !isServersOwn(call));
  if (open.length > 0) {
    const decide = async (tell: Emit): Promise<void> => {
      for (const call of open) await planCallOf({ run, call, signal: run.signal, emit: tell });
    };
    await persistDecisions({ run, turn, calls: open, emit, decide });
  }
  if (callsIn(turn, 'waiting').length > 0) return { type: 'deferred', turn };
  if (callsIn(turn, 'parked').length === 0) return { type: 'close', turn };
  for (const call of callsIn(turn, 'approved')) await holdWithSiblings({ run, call, signal: run.signal, emit });
  return { type: 'deferred', turn };
}

type RemoteExecution = Execution & { readonly run: RemoteRun };

/** Returns `true` if the server asks people for an approval; it may also decide by itself. */
function isServersQuestion(call: TurnCall): boolean {
  const question = serverQuestion(call);
  return question !== undefined && question.isAutomatic !== true && termsOf(call).wants === undefined;
}

/** Returns the tool as declared here, or one without a description. Policies apply to both. */
function toolOf(run: RemoteRun, { toolName }: TurnCall): Tool {
  const declared = run.stepTools.get(toolName);
  if (declared !== undefined) return declared;
  const bare = toRemoteTool({}, run.config.identity);
  run.stepTools = new Map([...run.stepTools, [toolName, bare]]);
  return bare;
}

/** A server needs all answers of a response in one request: an approved call waits for a parked one beside it. */
async function holdWithSiblings({ run, call, emit }: RemoteExecution): Promise<void> {
  const { toolCallId, toolName } = call;
  const deferral = call.hasStarted
    ? await interruptedDeferral(run, call, undefined)
    : await remoteDeferralOf(run, call);
  call.state = { status: 'parked', deferral };
  // It is asked about again, so the same answer counts again.
  for (const key of run.answers.applied) if (JSON.parse(key)[0] === toolCallId) run.answers.applied.delete(key);
  const message = `The server accepts all answers of a response in one request. So the approval of '${toolName}' (${toolCallId}) waits for the calls that were left for later, and is asked for again.`;
  emit({ type: 'warning', code: 'remote-together', message });
}

async function planCallOf(execution: RemoteExecution): Promise<void> {
  const { run, call, emit } = execution;
  const declared = toolOf(run, call);
  const isQuestion = isServersQuestion(call);
  // Only its provider can end it.
  if (!isQuestion && serverWords(call.providerOptions).providerExecuted === true)
    return endCall({ call, end: { status: 'unknown' }, emit });
  const end = decideHidden(execution) ?? (await rewriteOf(execution, declared));
  if (end !== undefined) return endCall({ call, end, emit });
  const input = call.input ?? null;
  const value = await shownValue(declared, input);
  // The approval of the server's question may be old: one that is forbidden by now is not sent.
  if (call.state.status === 'approved' && (isQuestion || call.hasStarted)) {
    const refused = await refuseNow(execution, declared, { input, value });
    if (refused !== undefined) endCall({ call, end: call.hasStarted ? { status: 'unknown' } : refused, emit });
    return;
  }
  const ruling = await decideCall(execution, declared, { input, value, rewritten: undefined });
  if (ruling.type === 'end') return endCall({ call, end: ruling.end, emit });
  if (isQuestion && (call.state.status === 'approved' || (await askGrants(execution)))) return;
  if (call.state.status === 'ended') return;
  const asksFirst = ruling.type === 'ask' && call.state.status !== 'approved';
  const kind: DeferredKind = isQuestion || asksFirst ? 'approval' : 'external';
  call.state = { status: 'waiting', deferral: toRemoteDeferral(call, { kind, tool: declared, value }) };
  expectResult(call);
}

/** A server may describe the result of this call. */
function expectResult(call: TurnCall): void {
  const { result } = termsOf(call);
  if (result !== undefined) call.outputSchema = fromJsonSchema(result);
}

/** Lets the policies rewrite the input of the server's model, if the server accepts that. */
async function rewriteOf(execution: RemoteExecution, declared: Tool): Promise<CallEnd | undefined> {
  const { run, call } = execution;
  const input: JSONValue = deepFreeze(call.input ?? JSON.parse(call.rawInput));
  call.input = input;
  // A person's edit is checked separately.
  if (call.state.status === 'approved') return undefined;
  const made = await rewriteInput(execution, declared, input);
  if (isSameJson(made, input)) return undefined;
  const message = whyFixed(run, call);
  if (message !== undefined) return { status: 'blocked', message };
  call.input = deepFreeze(made);
  return undefined;
}

/** Returns the input as its description and its redactions see it: validated, or unchanged if validation fails. */
async function shownValue({ inputSchema }: Tool, input: unknown): Promise<unknown> {
  const checked = await validate(inputSchema, input).catch(() => undefined);
  return checked?.success === true ? checked.value : input;
}

interface QuestionTerms {
  readonly kind: DeferredKind;
  readonly tool: Tool;
  readonly value: unknown;
}

function toRemoteDeferral(call: TurnCall, { kind, tool: about, value }: QuestionTerms): Deferral {
  const { toolCallId, toolName, input = null } = call;
  const { description } = about;
  const hidden = redactionsOf(about, value);
  return {
    kind,
    metadata: termsOf(call).metadata,
    ...definedProps({ expiresAt: termsOf(call).expiresAt }),
    call: {
      ...describeCall(about, value, () => defaultTitle(toolName, input, hidden.redactions)),
      toolCallId,
      toolName,
      input,
      ...definedProps({ description, origin: about[callOrigin] }),
      ...(about.preview === undefined ? {} : { hasPreview: true }),
      ...aboutCall(call, undefined),
      ...hidden,
      ...(kind === 'approval' ? askedByServer(call) : {}),
    },
  };
}

/** Details that only the server knows are not invented here. */
function askedByServer(call: TurnCall): Pick<DeferredCall, 'reason' | 'fixedBy'> {
  const told = serverQuestion(call)?.requestReason;
  const reason = typeof told === 'string' ? told : serverAsks;
  return {
    ...(call.ruling.reason === undefined && call.ruling.asksFor === undefined ? { reason } : {}),
    ...(call.fixedInput === undefined ? {} : { fixedBy: 'server' }),
  };
}

/** Applies the answers that were passed to a run for the open calls of its history: all of them or none. */
export async function resumeCalls(
  run: RemoteRun,
  { turn, results }: { readonly turn: Turn; readonly results: DeferredToolResults },
  emit: Emit,
): Promise<NextStep> {
  const calls = turn.calls.filter((call) => !isServersOwn(call));
  for (const call of calls) expectResult(call);
  const decide = async (tell: Emit): Promise<void> => {
    await refuseInvalid(run, calls, results);
    const open = await Promise.all(calls.map(async (call) => ({ call, deferral: await remoteDeferralOf(run, call) })));
    for (const { deferral } of open) await checkStoredCall(deferral.call, results, run.answers.leftOpen);
    for (const { call, deferral } of open) applyAnswer(call, deferral, { results, emit: tell });
  };
  await persistDecisions({ run, turn, calls, emit, decide });
  noteAnswers(run, calls, results);
  return { type: 'tools', turn };
}

async function remoteDeferralOf(run: RemoteRun, call: TurnCall): Promise<Deferral> {
  if (call.state.status === 'waiting') return call.state.deferral;
  const declared = toolOf(run, call);
  // As it was shown: an input that cannot be rewritten any more is refused later.
  await rewriteOf({ run, call, signal: run.signal, emit: () => {} }, declared);
  const kind = isServersQuestion(call) ? 'approval' : 'external';
  return toRemoteDeferral(call, { kind, tool: declared, value: await shownValue(declared, call.input) });
}

/** Asks for the outcome of a call whose approval was sent, and whose end the server did not report. */
export async function interruptedDeferral(
  run: RemoteRun,
  call: TurnCall,
  since: number | undefined,
): Promise<Deferral> {
  const declared = toolOf(run, call);
  const value = await shownValue(declared, call.input ?? null);
  const { call: asked, ...deferral } = toRemoteDeferral(call, { kind: 'external', tool: declared, value });
  const { hasPreview: _, ...about } = asked;
  return { ...deferral, call: { ...about, interrupted: definedProps({ since }) } };
}
