import type { AskRequest } from '../agent/ask.js';
import type { ApprovalAnswer, CallAnswer, DeferredAnswer } from '../protocol/answers.js';
import {
  type DeferredCall,
  type DeferredKind,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from '../protocol/deferred.js';
import type { JSONObject } from '../protocol/json.js';
import { ownMember } from '../protocol/record.js';

/** A decision, or a call parked on purpose. */
export type ItemAnswer = DeferredAnswer | 'defer';

/** Where one call of a pending batch stands. */
export type ItemState =
  /** Nobody has decided. */
  | { readonly status: 'open' }
  /** A decision is being validated. */
  | { readonly status: 'checking' }
  /** A client tool's `execute` is producing the result. */
  | { readonly status: 'working' }
  /** Decided; goes back when the whole batch is. */
  | { readonly status: 'decided'; readonly answer: ItemAnswer; readonly at: number };

/** One call of a pending batch. */
export interface PendingItem {
  readonly kind: DeferredKind;
  readonly call: DeferredCall;
  /** What the tool said when it deferred. */
  readonly metadata?: JSONObject;
  readonly state: ItemState;
}

/** A batch that waits for people. */
export interface PendingBatch {
  readonly batchId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  /** 1 for a response's first batch; higher when approved calls deferred again. */
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Approvals, then external calls, each in emission order. */
  readonly items: readonly PendingItem[];
}

/** A batch that was just asked. */
export function toBatch(request: AskRequest): PendingBatch {
  const { batchId, runId, agentPath, round, requests, expiresAt } = request;
  const items = deferredCalls(requests).map(({ kind, call }): PendingItem => {
    const metadata = ownMember(requests.metadata, call.toolCallId);
    return { kind, call, state: { status: 'open' }, ...(metadata === undefined ? {} : { metadata }) };
  });
  return { batchId, runId, agentPath, round, requests, items, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** The answers of a batch whose calls are all decided. */
export function toResults(batch: PendingBatch, metadata: ReadonlyMap<string, JSONObject>): DeferredToolResults {
  const approvals: (readonly [string, ApprovalAnswer])[] = [];
  const calls: (readonly [string, CallAnswer])[] = [];
  const defer: string[] = [];
  for (const { call, state } of batch.items) {
    if (state.status !== 'decided') continue;
    const { answer } = state;
    if (answer === 'defer') defer.push(call.toolCallId);
    else if (answer.kind === 'tool-approved' || answer.kind === 'tool-denied')
      approvals.push([call.toolCallId, answer]);
    else calls.push([call.toolCallId, answer]);
  }
  return {
    approvals: Object.fromEntries(approvals),
    calls: Object.fromEntries(calls),
    metadata: Object.fromEntries(metadata),
    defer,
  };
}
