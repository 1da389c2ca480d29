import type { ApprovalAnswer, CallAnswer } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredToolResults } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { EditedCall } from '../../protocol/preview.js';
import type { LateReason } from '../../protocol/run-event.js';
import { editedCallOf } from '../edit/edited-call.js';
import { type AnswerReport, batchAborted, expired } from './ask.js';
import { type Batch, type BatchCall, type DecideAction, type OpenBatch, toAnswer } from './batch.js';
import { throwUnknownItem } from './broker.js';
import type { BrokerEventBody } from './broker-event.js';
import type { Urgency } from './change-notifier.js';
import { type Deadline, isPast, type Moment, toDeadline } from './deadline.js';
import type { CallNews, DecideOutcome } from './decision.js';
import type { GrantAnswer } from './grant-resolver.js';
import {
  type ItemAnswer,
  type ItemState,
  itemId,
  type PendingItem,
  type PreviewState,
  withReadableTitle,
} from './pending.js';

/** The result of a check. */
export type CheckResult =
  /** The answer counts, unless another one did first. */
  | { readonly type: 'valid'; readonly editedCall?: EditedCall | undefined; readonly grantId?: string | undefined }
  /**
   * The call stays open: the answer is invalid, or one of several approvals, with the call as it is shown from now on.
   */
  | { readonly type: 'open'; readonly outcome?: DecideOutcome; readonly call?: DeferredCall };

interface CheckedAction extends Pick<DecideAction, 'toolCallId' | 'attempt' | 'by'> {
  readonly type: 'checked';
  readonly result: CheckResult;
}

/** Everything that can happen to a batch. */
export type BatchAction =
  | DecideAction
  | CheckedAction
  /** A grant answers a call that waits. */
  | (GrantAnswer & { readonly type: 'grant'; readonly toolCallId: string })
  /** Another page or another person changed a call. */
  | { readonly type: 'news'; readonly news: CallNews }
  | { readonly type: 'retract' | 'work'; readonly toolCallId: string }
  /** A grant is revoked: the calls that it answered wait again. */
  | { readonly type: 'retract-grant'; readonly grantId: string }
  /** Without `toolCallId`, it moves the deadline of every open call. */
  | { readonly type: 'extend'; readonly toolCallId?: string | undefined; readonly expiresAt: number }
  | { readonly type: 'previewed'; readonly toolCallId: string; readonly preview: PreviewState }
  | { readonly type: 'expire' }
  | { readonly type: 'send' }
  | { readonly type: 'abort' };

/** Validates an answer, and comes back with `checked`. */
export interface CheckEffect extends Pick<DecideAction, 'attempt' | 'by'> {
  readonly type: 'check';
  readonly item: PendingItem;
  readonly answer: ItemAnswer;
}

/** Work for the broker, in order. */
export type BatchEffect =
  | CheckEffect
  | { readonly type: 'reply'; readonly attempt: number; readonly outcome: DecideOutcome }
  | { readonly type: 'report'; readonly event: AnswerReport; readonly metadata?: JSONObject | undefined }
  | { readonly type: 'emit'; readonly toolCallId: string; readonly event: BrokerEventBody }
  | { readonly type: 'publish'; readonly urgency: Urgency }
  | { readonly type: 'work'; readonly toolCallId: string }
  | { readonly type: 'revoke'; readonly grantId: string }
  /** Sets the timer that sends the batch, in milliseconds. `undefined` cancels it. */
  | { readonly type: 'send-timer'; readonly delay: number | undefined }
  /** The deadlines have changed. */
  | { readonly type: 'expiry-timer' }
  /** The batch is closed, and the run gets its answers or an error. */
  | { readonly type: 'resolve'; readonly results: DeferredToolResults }
  | { readonly type: 'reject'; readonly error: Error };

type ClosedBatch = Extract<Batch, { readonly status: 'closed' }>;

/** The copy of a batch that one action changes. */
interface Draft extends Omit<OpenBatch, 'calls' | 'isHeld' | 'sendsAt'> {
  calls: OpenBatch['calls'];
  isHeld: boolean;
  sendsAt?: number | undefined;
  closed?: ClosedBatch;
  readonly at: Moment;
  readonly effects: BatchEffect[];
}

/**
 * Applies one action to a batch, which is not changed. The first valid answer to a call counts; a later one is reported
 * as late. Once every call is decided, the batch is sent: at once, after the request's `sendDelay`, or on `send`. An
 * action that does not apply, such as to retract an answer that was sent, has no effects.
 *
 * @throws UserError for an unknown call, for an answer of the wrong kind, and for a deadline that is not a time.
 */
export function reduceBatch(
  batch: Batch,
  action: BatchAction,
  at: Moment,
): { readonly batch: Batch; readonly effects: readonly BatchEffect[] } {
  const toolCallId = 'toolCallId' in action ? action.toolCallId : undefined;
  if (toolCallId !== undefined && !batch.calls.has(toolCallId)) throwUnknownItem(itemId(batch.batchId, toolCallId));
  const effects: BatchEffect[] = [];
  if (batch.status === 'closed') {
    refuseLate(batch, action, effects);
    return { batch, effects };
  }
  const draft: Draft = { ...batch, at, effects };
  applyAction(draft, action);
  const { closed, at: _, effects: __, ...next } = draft;
  return { batch: closed ?? next, effects };
}

function applyAction(draft: Draft, action: BatchAction): void {
  const { closed, effects } = draft;
  if (closed !== undefined) refuseLate(closed, action, effects);
  else if (action.type === 'decide') beginCheck(draft, action);
  else if (action.type === 'checked') endCheck(draft, action);
  else if (action.type === 'news') applyNews(draft, action);
  else if (action.type === 'retract') retractAnswer(draft, action.toolCallId);
  else if (action.type === 'retract-grant') retractGrant(draft, action.grantId);
  else if (action.type === 'extend') extendCalls(draft, action);
  else if (action.type === 'expire') expireCalls(draft);
  else if (action.type === 'abort') abortBatch(draft);
  else if (action.type === 'send') {
    if (isComplete(draft)) sendBatch(draft);
  } else if (action.type === 'previewed') {
    updateItem(draft, action.toolCallId, { preview: action.preview });
    effects.push(publishing('soon'));
  } else if (requireCall(draft, action.toolCallId).item.state.status === 'waiting') {
    if (action.type === 'grant') return void settleCall(draft, action.toolCallId, action);
    updateItem(draft, action.toolCallId, { state: { status: 'running' } });
    effects.push({ type: 'work', toolCallId: action.toolCallId }, publishing('soon'));
  }
}

/** An answer to a closed batch is reported, and changes nothing. */
function refuseLate({ calls }: ClosedBatch, action: BatchAction, effects: BatchEffect[]): void {
  if (action.type !== 'decide' && action.type !== 'checked') return;
  const reason = calls.get(action.toolCallId) ?? 'answered';
  if (action.type === 'checked') supersede(action, reason, effects);
  else refuseAnswer(action, reason, effects);
}

function beginCheck(draft: Draft, action: DecideAction): void {
  const { toolCallId, attempt, by, metadata, remember, at } = action;
  const call = requireCall(draft, toolCallId);
  const { item, check } = call;
  const before = item.state;
  if (action.isRestored !== true) draft.isHeld = false;
  if (before.status !== 'waiting' && before.status !== 'running') {
    const isQueued =
      check?.isTentative && !isPast(call.deadline, draft.at, false) && isDenial(toAnswer(item, action.decision));
    if (!isQueued) return void refuseAnswer(action, whyLate(before), draft.effects);
    draft.calls = draft.calls.with(toolCallId, { ...call, check: { ...check, denials: [...check.denials, action] } });
    return;
  }
  const answer = toAnswer(item, action.decision);
  const isEdit = typeof answer === 'object' && 'overrideArgs' in answer && answer.overrideArgs !== undefined;
  const isTentative = isEdit || remember !== undefined;
  const checking: PendingItem = { ...item, state: { status: 'checking' } };
  const next = { attempt, answer, by, metadata, before, isTentative, denials: [], ...definedProps({ at }) };
  draft.calls = draft.calls.with(toolCallId, { ...call, item: checking, check: next });
  // Most checks end before the next frame, so this state is seldom shown.
  draft.effects.push(publishing('soon'), { type: 'check', item, attempt, answer, by });
}

function endCheck(draft: Draft, action: CheckedAction): void {
  const { toolCallId, attempt, by, result } = action;
  if (result.type === 'open' && result.call !== undefined)
    updateItem(draft, toolCallId, { call: withReadableTitle(result.call) });
  const { check, ...call } = requireCall(draft, toolCallId);
  if (check?.attempt !== attempt) return void supersede(action, whyLate(call.item.state), draft.effects);
  if (result.type === 'valid') return void settleCall(draft, toolCallId, { ...check, ...result });
  draft.calls = draft.calls.with(toolCallId, { ...call, item: { ...call.item, state: check.before } });
  for (const denial of check.denials) applyAction(draft, denial);
  applyAction(draft, { type: 'expire' });
  draft.effects.push(publishing(urgencyOf(by)));
  if (result.outcome !== undefined) replyTo(draft, attempt, result.outcome);
}

/** An answer that counts. */
interface CallDecision extends Pick<BatchCall, 'metadata' | 'grantId'> {
  readonly answer: ItemAnswer;
  readonly by: DecidedBy;
  readonly editedCall?: EditedCall | undefined;
  readonly attempt?: number;
  readonly at?: number;
}

function settleCall(draft: Draft, toolCallId: string, decision: CallDecision): void {
  const { answer, by, metadata, grantId, attempt, at = draft.at.now } = decision;
  const { check, ...call } = requireCall(draft, toolCallId);
  const edited = definedProps({ editedCall: decision.editedCall });
  const state: ItemState = { status: 'decided', answer, by, at, ...edited };
  draft.calls = draft.calls.with(toolCallId, { ...call, item: { ...call.item, state }, metadata, grantId });
  draft.effects.push({ type: 'report', event: { type: 'answer', toolCallId, answer, by, ...edited }, metadata });
  if (by.type !== 'expiry') emitEvent(draft, toolCallId, { type: 'answered', answer, by, ...edited });
  if (isComplete(draft)) completeBatch(draft);
  draft.effects.push(publishing(urgencyOf(by)));
  for (const denial of check?.denials ?? []) refuseAnswer(denial, whyLate(state), draft.effects);
  if (attempt !== undefined) replyTo(draft, attempt, { status: 'accepted' });
}

function completeBatch(draft: Draft): void {
  const { sendDelay = 0 } = draft.request;
  if (draft.isHeld) return;
  const isByPerson = ({ state }: PendingItem): boolean => state.status === 'decided' && state.by.type === 'person';
  if (!(sendDelay > 0 && itemsIn(draft).some(isByPerson))) return void sendBatch(draft);
  draft.sendsAt = draft.at.now + sendDelay;
  draft.effects.push({ type: 'send-timer', delay: sendDelay });
}

function sendBatch(draft: Draft): void {
  closeBatch(draft, 'answered', { type: 'resolve', results: toResults(draft.calls.values()) });
}

function abortBatch(draft: Draft): void {
  for (const { call } of itemsIn(draft).filter(isUndecided)) emitEvent(draft, call.toolCallId, { type: 'withdrawn' });
  closeBatch(draft, 'cancelled', { type: 'reject', error: batchAborted() });
}

function closeBatch(draft: Draft, reason: LateReason, end: BatchEffect): void {
  const { batchId, calls } = draft;
  const reasons = calls.list().map(({ item }) => [item.call.toolCallId, whyLate(item.state, reason)] as const);
  draft.closed = { status: 'closed', batchId, calls: new Map(reasons) };
  // Subscribers are notified before the run continues, and may unsubscribe.
  draft.effects.push(publishing('now'), end);
  for (const { check } of calls.values()) for (const denial of check?.denials ?? []) applyAction(draft, denial);
}

function expireCalls(draft: Draft): void {
  const { onExpiry = 'deny' } = draft.request;
  for (const call of draft.calls.list()) {
    const { toolCallId } = call.item.call;
    if (draft.closed !== undefined) return;
    if (!isUndecided(call.item) || !isPast(call.deadline, draft.at, call.check !== undefined)) continue;
    emitEvent(draft, toolCallId, { type: 'expired', outcome: onExpiry });
    if (onExpiry === 'fail') {
      closeBatch(draft, 'expired', { type: 'reject', error: expired(call.item) });
    } else
      settleCall(draft, toolCallId, { answer: onExpiry === 'park' ? 'defer' : toolExpired(), by: { type: 'expiry' } });
  }
}

function retractAnswer(draft: Draft, toolCallId: string): void {
  const { state, expiresAt = Number.POSITIVE_INFINITY } = requireCall(draft, toolCallId).item;
  // After its deadline, the call would only expire.
  if (state.status === 'decided' && state.by.type === 'person' && expiresAt > draft.at.now)
    reopenDecided(draft, toolCallId);
}

function retractGrant(draft: Draft, grantId: string): void {
  for (const { state, call } of itemsIn(draft)) {
    const isAnswer = state.status === 'decided' && state.by.type === 'grant' && state.by.grantIds.includes(grantId);
    if (isAnswer) reopenDecided(draft, call.toolCallId);
  }
}

function reopenDecided(draft: Draft, toolCallId: string): void {
  const { grantId, item, deadline } = requireCall(draft, toolCallId);
  const by = { type: 'person' } as const;
  draft.calls = draft.calls.with(toolCallId, { item: { ...item, state: { status: 'waiting' } }, deadline });
  if (draft.sendsAt !== undefined) draft.effects.push({ type: 'send-timer', delay: undefined });
  draft.sendsAt = undefined;
  draft.effects.push({ type: 'report', event: { type: 'answer-retracted', toolCallId, by } });
  emitEvent(draft, toolCallId, { type: 'retracted', by });
  draft.effects.push({ type: 'expiry-timer' }, publishing('now'));
  if (grantId !== undefined) draft.effects.push({ type: 'revoke', grantId });
}

function extendCalls(draft: Draft, { toolCallId: only, expiresAt }: Extract<BatchAction, { type: 'extend' }>): void {
  const ids = itemsIn(draft).flatMap((item) => (isUndecided(item) ? [item.call.toolCallId] : []));
  const open = ids.filter((id) => id === (only ?? id));
  for (const toolCallId of open) {
    setDeadline(draft, toolCallId, toDeadline(expiresAt, draft.at));
    draft.effects.push({ type: 'report', event: { type: 'extended', toolCallId, expiresAt } });
    emitEvent(draft, toolCallId, { type: 'extended', expiresAt });
  }
  if (open.length > 0) draft.effects.push({ type: 'expiry-timer' }, publishing('now'));
}

/** Another page or person changed a call. Their answer replaces one of this page, which has not been sent. */
function applyNews(draft: Draft, { news }: Extract<BatchAction, { type: 'news' }>): void {
  const { toolCallId } = news;
  const call = draft.calls.get(toolCallId);
  if (call === undefined) return;
  if ('call' in news) {
    updateItem(draft, toolCallId, { call: withReadableTitle(news.call) });
    if (news.expiresAt !== undefined) setDeadline(draft, toolCallId, toDeadline(news.expiresAt, draft.at));
  } else {
    if (!isUndecided(call.item)) reopenDecided(draft, toolCallId);
    const { answer, by } = news;
    settleCall(draft, toolCallId, { answer, by, editedCall: editedCallOf(call.item.call, answer, undefined) });
  }
  draft.effects.push({ type: 'expiry-timer' }, publishing('now'));
}

/** Another answer settled the call while this one was validated. */
function supersede({ result, ...action }: CheckedAction, reason: LateReason, effects: BatchEffect[]): void {
  if (result.type === 'valid' || result.outcome !== undefined) refuseAnswer(action, reason, effects);
  if (result.type === 'valid' && result.grantId !== undefined)
    effects.push({ type: 'revoke', grantId: result.grantId });
}

function refuseAnswer(
  { toolCallId, attempt, by }: Pick<DecideAction, 'toolCallId' | 'attempt' | 'by'>,
  reason: LateReason,
  effects: BatchEffect[],
): void {
  effects.push({ type: 'report', event: { type: 'late-answer', toolCallId, reason } });
  effects.push({ type: 'emit', toolCallId, event: { type: 'late', reason, by } }, publishing('now'));
  effects.push({ type: 'reply', attempt, outcome: { status: 'late', reason } });
}

function replyTo({ effects }: Draft, attempt: number, outcome: DecideOutcome): void {
  effects.push({ type: 'reply', attempt, outcome });
}

function emitEvent({ effects }: Draft, toolCallId: string, event: BrokerEventBody): void {
  effects.push({ type: 'emit', toolCallId, event });
}

function publishing(urgency: Urgency): BatchEffect {
  return { type: 'publish', urgency };
}

function urgencyOf(by: DecidedBy): Urgency {
  return by.type === 'page' ? 'soon' : 'now';
}

function requireCall({ calls, batchId }: Draft, toolCallId: string): BatchCall {
  return calls.get(toolCallId) ?? throwUnknownItem(itemId(batchId, toolCallId));
}

function updateItem(draft: Draft, toolCallId: string, more: Partial<PendingItem>): void {
  const call = requireCall(draft, toolCallId);
  draft.calls = draft.calls.with(toolCallId, { ...call, item: { ...call.item, ...more } });
}

function setDeadline(draft: Draft, toolCallId: string, deadline: Deadline): void {
  const call = requireCall(draft, toolCallId);
  draft.calls = draft.calls.with(toolCallId, {
    ...call,
    deadline,
    item: { ...call.item, expiresAt: deadline.expiresAt },
  });
}

function itemsIn({ calls }: Draft): readonly PendingItem[] {
  return calls.list().map(({ item }) => item);
}

function isUndecided({ state }: PendingItem): boolean {
  return state.status !== 'decided';
}

function isComplete({ calls }: Draft): boolean {
  for (const { item } of calls.values()) if (isUndecided(item)) return false;
  return true;
}

function isDenial(answer: ItemAnswer): boolean {
  return typeof answer === 'object' && answer.kind === 'tool-denied';
}

function whyLate(state: ItemState, otherwise: LateReason = 'answered'): LateReason {
  if (state.status !== 'decided') return otherwise;
  return state.by.type === 'expiry' ? 'expired' : 'answered';
}

/** Returns the answers of a batch whose calls are all decided. */
function toResults(decided: Iterable<BatchCall>): DeferredToolResults {
  const approvals: (readonly [string, ApprovalAnswer])[] = [];
  const calls: (readonly [string, CallAnswer])[] = [];
  const metadataById: (readonly [string, JSONObject])[] = [];
  const defer: string[] = [];
  for (const { item, metadata } of decided) {
    const { kind, call, state } = item;
    if (state.status !== 'decided') continue;
    if (metadata !== undefined) metadataById.push([call.toolCallId, metadata]);
    const { answer } = state;
    if (answer === 'defer') defer.push(call.toolCallId);
    else if (kind === 'approval')
      approvals.push([call.toolCallId, answer as ApprovalAnswer]); // toAnswer looked at the kind
    else calls.push([call.toolCallId, answer as CallAnswer]);
  }
  return {
    approvals: Object.fromEntries(approvals),
    calls: Object.fromEntries(calls),
    metadata: Object.fromEntries(metadataById),
    defer,
  };
}
