import type { UIMessage } from 'ai';
import { RemoteError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONObject, type JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Decided, Dialect, InterruptDecision } from './dialect.js';
import type { StoredQuestion } from './question.js';
import { parseArguments } from './step-record.js';
import { argumentsOf, type CallPart, readCallPart } from './to-messages.js';
import type { ResumeEntry } from './wire.js';

/** The answers of a request. */
export interface Answers {
  readonly resume: ResumeEntry[];
  /** For a server older than AG-UI 1.0. */
  readonly command: JSONObject | undefined;
}

/** Returns the interrupt that asked about a call. */
function interruptAt({ approval }: CallPart): StoredQuestion | undefined {
  const stored = isRecord(approval.terms) ? approval.terms.stored : undefined;
  return isRecord(stored) && isRecord(stored.interrupt) ? (stored as object as StoredQuestion) : undefined; // Written by toQuestionChunks().
}

function interruptIdOf(call: CallPart): string | undefined {
  return interruptAt(call)?.interrupt.id;
}

/** Returns the calls of the last step. */
export function lastCalls(messages: readonly UIMessage[]): readonly CallPart[] {
  const parts = messages.findLast(({ role }) => role === 'assistant')?.parts ?? [];
  const last = parts.findLastIndex(({ type }) => type === 'step-start');
  return parts.slice(last + 1).flatMap((part) => readCallPart(part) ?? []);
}

/**
 * Returns the calls whose questions a request answers. An earlier approval is not an answer any more if a person
 * reported the end of its call: that
 * result is part of the history. Calls that were closed beside answers are denied, because a server needs an answer for
 * all of them.
 */
export function interruptedCalls(calls: readonly CallPart[]): readonly CallPart[] {
  const asked = calls.filter((call) => interruptAt(call) !== undefined);
  const ended = asked.filter((call) => call.state === 'output-available' && !isResult(call)).map(interruptIdOf);
  // Where one answer contains all decisions, a denial was sent together with the approval that has ended. Another
  // approval is new.
  const isSent = (call: CallPart): boolean => ended.includes(interruptIdOf(call)) && call.approval.approved !== true;
  // All answers are sent together: if an approval has ended, the results beside it have been sent with it.
  const isLater = ended.length > 0;
  const open = asked.filter((call) => (isResult(call) ? !isLater : call.state !== 'output-available' && !isSent(call)));
  return open.some((call) => call.state === 'approval-responded' || isResult(call)) ? open : [];
}

/**
 * Returns the interrupts to cancel before anything else is sent: Agent Framework rejects every request while its
 * questions are open. It also
 * reports questions that are not open, so everything that was closed here is cancelled.
 */
export function toGiveUp(messages: readonly UIMessage[]): ResumeEntry[] {
  if (messages.at(-1)?.role !== 'user') return [];
  const stored = lastCalls(messages).flatMap((call) => {
    const interrupt = call.state === 'output-available' ? undefined : interruptAt(call)?.interrupt;
    return interrupt?.metadata?.agent_framework === undefined ? [] : [interrupt.id];
  });
  return [...new Set(stored)].map((interruptId) => ({ interruptId, status: 'cancelled' }));
}

interface AnsweredCall {
  readonly call: CallPart;
  readonly question: StoredQuestion;
}

/**
 * Returns the answers to the interrupts of the last step, each complete.
 *
 * @throws RemoteError `remote-refused` if an answer is too late.
 */
export function toAnswers(
  calls: readonly CallPart[],
  { dialects, now }: { readonly dialects: readonly Dialect[]; readonly now: number },
): Answers {
  const asked = new Map<string, AnsweredCall[]>();
  for (const call of interruptedCalls(calls)) {
    const question = interruptAt(call);
    if (question === undefined) continue;
    const { id } = question.interrupt;
    asked.set(id, [...(asked.get(id) ?? []), { call, question }]);
  }
  const resume: ResumeEntry[] = [];
  let command: JSONObject | undefined;
  for (const group of asked.values()) {
    const entry = toResumeEntry(group, dialects, now);
    const isCommand = group.some(({ question }) => question.isCommand);
    if (isCommand) command = { resume: entry.payload ?? null };
    else resume.push(entry);
  }
  return { resume, command };
}

function toResumeEntry(group: readonly AnsweredCall[], dialects: readonly Dialect[], now: number): ResumeEntry {
  const sorted = [...group].sort((a, b) => a.question.index - b.question.index);
  const [first] = sorted;
  if (first === undefined)
    throw new RemoteError('remote-refused', 'Nothing was sent, because an interrupt belongs to no call.');
  const { interrupt, dialect: name } = first.question;
  const dialect = dialects.find((one) => one.name === name);
  if (dialect === undefined || sorted.length < first.question.of) {
    throw new RemoteError(
      'remote-refused',
      `Nothing was sent: the question '${interrupt.id}' cannot be answered in the form that the history has. Did another server ask it, or an agent without toInterruptAnswer?`,
    );
  }
  const decisions = sorted.map(({ call }): Decided => {
    const wants = isResult(call) ? ({ wants: 'result' } as const) : {};
    return { toolName: call.toolName, ...wants, decision: decisionIn(call) };
  });
  const isLate = interrupt.expiresAt !== undefined && Date.parse(interrupt.expiresAt) <= now;
  const isNo = decisions.every(({ decision }) => decision.type === 'deny');
  if (isLate && !isNo) {
    throw new RemoteError(
      'remote-refused',
      `Nothing was sent: the server waited for an answer to '${interrupt.id}' until ${interrupt.expiresAt}. It can only be given up: deny it.`,
    );
  }
  const isGivenUp =
    isNo &&
    (isLate || sorted.some(({ call }) => isUnanswered(call) || (isResult(call) && call.state !== 'output-available')));
  if (isGivenUp && dialect.isCancelled) return { interruptId: interrupt.id, status: 'cancelled' };
  const payload = dialect.toPayload(interrupt, decisions);
  if (payload === undefined)
    throw new RemoteError(
      'remote-refused',
      `Nothing was sent, because the interrupt '${interrupt.id}' has no form for this answer. Return one from toInterruptAnswer().`,
    );
  return { interruptId: interrupt.id, status: 'resolved', payload };
}

/** Returns `true` for a call without an answer, so that its question cannot be resolved. */
function isUnanswered({ state }: CallPart): boolean {
  return state !== 'output-available' && state !== 'approval-responded';
}

function isResult({ approval }: CallPart): boolean {
  return isRecord(approval.terms) && approval.terms.wants === 'result';
}

function decisionIn(call: CallPart): InterruptDecision {
  const { state, output, errorText, approval, input } = call;
  const reason = typeof approval.reason === 'string' ? { reason: approval.reason } : {};
  if (isResult(call))
    return state === 'output-available'
      ? { type: 'answer', value: output }
      : { type: 'deny', ...(errorText === undefined ? reason : { reason: errorText }) };
  if (state !== 'approval-responded' || approval.approved !== true) return { type: 'deny', ...reason };
  const written: JSONValue | undefined = parseArguments(argumentsOf(call));
  const isEdited = written === undefined || !isSameJson(written, input);
  return { type: 'approve', ...(isEdited ? { editedArgs: input } : {}), ...reason };
}
