import type { UIMessage } from 'ai';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { escapePart } from '../../protocol/base/ids.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { parseApproval, parseCall } from '../../protocol/build-results.js';
import type { DeferredCall, DeferredToolRequests } from '../../protocol/deferred.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import { Refusal } from './refusal.js';

/** The members of a batch that are needed to read its answers. */
export interface AnswerableBatch {
  readonly batchId: string;
  readonly requests: DeferredToolRequests;
}

/** The answers to a whole batch, by tool call id. */
export type BatchAnswers = Readonly<Record<string, DeferredAnswer>>;

/**
 * Returns the approval id of a call. It contains the batch id, because one call can be in two batches, and an approval
 * counts for one of them.
 */
export function approvalIdIn(batchId: string, toolCallId: string): string {
  return `${batchId}:${escapePart(toolCallId)}`; // `escapePart` escapes colons, so the last one ends the batch id
}

interface SentCall {
  readonly type: string;
  readonly toolCallId: string;
  readonly toolName?: unknown;
  readonly state: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: unknown;
  readonly approval?: unknown;
}

/** Returns the calls of a message, as the client sent them. */
function sentCallsOf(message: UIMessage): readonly SentCall[] {
  const parts: readonly unknown[] = message.parts;
  return parts.filter((part): part is SentCall => isRecord(part) && typeof part.toolCallId === 'string');
}

function sentToolName({ type, toolName }: SentCall): unknown {
  return type === 'dynamic-tool' ? toolName : type.replace(/^tool-/, '');
}

/** Returns `true` when a message contains a call of the batch. */
export function containsBatchCall(message: UIMessage, { requests }: AnswerableBatch): boolean {
  const ids = new Set(batchCalls(requests).map(({ toolCallId }) => toolCallId));
  return sentCallsOf(message).some(({ toolCallId }) => ids.has(toolCallId));
}

/**
 * Reads the answers of a client to all calls of a batch.
 *
 * @param knownCallIds the ids of all calls that the message may contain, also those that were answered earlier.
 * @throws Refusal when an answer is missing, unknown, duplicate, or does not fit its call. Then no answer is accepted.
 */
export function readBatchAnswers(
  message: UIMessage,
  batch: AnswerableBatch,
  knownCallIds: ReadonlySet<string>,
): BatchAnswers {
  const sent = sentCallsOf(message);
  const requested = new Map(batchCalls(batch.requests).map((call) => [call.toolCallId, call]));
  const counts = new Map<string, number>();
  for (const { toolCallId, state } of sent) {
    counts.set(toolCallId, (counts.get(toolCallId) ?? 0) + 1);
    // The message may repeat calls that were answered earlier, but a new approval must belong to this batch.
    const isUnknown = !requested.has(toolCallId) && (state === 'approval-responded' || !knownCallIds.has(toolCallId));
    if (isUnknown) throw new Refusal('unknown-answer', callDetail(toolCallId), { toolCallId });
  }
  for (const id of requested.keys())
    if ((counts.get(id) ?? 0) > 1) throw new Refusal('answered-twice', callDetail(id), { toolCallId: id });
  const byId = new Map(sent.map((call) => [call.toolCallId, call]));
  // With another tool name, the client showed the person a different action from the one that would execute.
  for (const { toolCallId, toolName } of requested.values()) {
    const call = byId.get(toolCallId);
    if (call !== undefined && sentToolName(call) !== toolName)
      throw new Refusal('wrong-answer', callDetail(toolCallId), { toolCallId });
  }
  const approvals = batch.requests.approvals.map(
    (call) => [call, toApprovalAnswer(byId.get(call.toolCallId), call, batch)] as const,
  );
  const calls = batch.requests.calls.map((call) => [call, toCallAnswer(byId.get(call.toolCallId), call)] as const);
  const answers = [...approvals, ...calls].map(([{ toolCallId }, answer]) => [toolCallId, answer] as const);
  const missing = answers.find(([, answer]) => answer === undefined);
  if (missing !== undefined) throw new Refusal('answers-missing', callDetail(missing[0]));
  return Object.fromEntries(answers) as BatchAnswers; // none is missing
}

function batchCalls({ approvals, calls }: DeferredToolRequests): readonly DeferredCall[] {
  return [...approvals, ...calls];
}

function callDetail(toolCallId: string): string {
  return `Call '${toolCallId.slice(0, 80)}'.`;
}

function toApprovalAnswer(
  sent: SentCall | undefined,
  call: DeferredCall,
  { batchId }: AnswerableBatch,
): DeferredAnswer | undefined {
  if (sent === undefined || sent.state === 'approval-requested' || sent.state === 'input-available') return undefined;
  const { toolCallId } = call;
  const { approval } = sent;
  if (sent.state !== 'approval-responded' || !isRecord(approval))
    throw new Refusal('wrong-answer', callDetail(toolCallId), { toolCallId });
  if (approval.id !== approvalIdIn(batchId, toolCallId))
    throw new Refusal('unknown-answer', callDetail(toolCallId), { toolCallId });
  const { approved, reason } = approval;
  if (typeof approved !== 'boolean') throw new Refusal('not-boolean', callDetail(toolCallId), { toolCallId });
  const note = typeof reason === 'string' && reason !== '' ? reason : undefined;
  if (!approved) return toolDenied(note);
  const isEdited = sent.input !== undefined && !isSameJson(sent.input as JSONValue, call.input); // it came as JSON
  return parseOrRefuse(call, () =>
    parseApproval(toolCallId, {
      ...toolApproved(note === undefined ? {} : { note }),
      ...(isEdited ? { overrideArgs: sent.input } : {}),
    }),
  );
}

function toCallAnswer(sent: SentCall | undefined, call: DeferredCall): DeferredAnswer | undefined {
  if (sent === undefined || sent.state === 'input-available') return undefined;
  const { toolCallId } = call;
  if (sent.state === 'output-available')
    return parseOrRefuse(call, () => parseCall(toolCallId, { kind: 'tool-return', returnValue: sent.output ?? null }));
  if (sent.state === 'output-error' && typeof sent.errorText === 'string')
    return { kind: 'tool-failed', message: sent.errorText };
  throw new Refusal('wrong-answer', callDetail(toolCallId), { toolCallId });
}

function parseOrRefuse<T>({ toolCallId }: DeferredCall, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Refusal('wrong-answer', callDetail(toolCallId), { toolCallId });
  }
}

/**
 * Returns `true` when a message ends every call of a batch with an error or a denial. The next message of the client
 * may then abandon the batch.
 */
export function hasClosedAll(message: UIMessage | undefined, { requests }: AnswerableBatch): boolean {
  if (message?.role !== 'assistant') return false;
  const closed = sentCallsOf(message).filter(
    ({ state, approval }) =>
      state === 'output-error' ||
      state === 'output-denied' ||
      (state === 'approval-responded' && isRecord(approval) && approval.approved === false),
  );
  const ids = new Set(closed.map(({ toolCallId }) => toolCallId));
  return batchCalls(requests).every(({ toolCallId }) => ids.has(toolCallId));
}

/** Returns `true` when two sets of answers are equal. */
export function equalAnswers(one: BatchAnswers, other: BatchAnswers): boolean {
  // Only one of them may come from a database: JSON removes members that are `undefined`.
  return isSameJson(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
