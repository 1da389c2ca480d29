import type { OnExpiry } from '../../approval/broker/handler.js';
import type { GrantedCall } from '../../approval/grants/grant.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { Preview } from '../../protocol/preview.js';
import type { Issue } from '../../protocol/signals.js';
import type { Person } from './run-record.js';

/**
 * Data that a card needs besides the call. The worker that asks creates it, because no process holds the run while it
 * waits.
 */
export interface CallAbout {
  /** JSON Schema for a form; absent if the input cannot be edited. */
  readonly schema?: JSONObject | undefined;
  readonly preview?: Preview | undefined;
  /** The call in the form in which grants match it. */
  readonly policyCall?: Omit<GrantedCall, 'runId'> | undefined;
}

/** A deadline that a person moved. Times are milliseconds since 1970. */
export interface MovedDeadline {
  readonly toolCallId: string;
  readonly expiresAt: number;
  readonly by: DecidedBy;
  /** The time at which it was moved. */
  readonly at: number;
}

/** An answer that was stored, but that the run could not use. Its call is open again. */
export interface UnusableAnswer {
  readonly toolCallId: string;
  readonly answer: DeferredAnswer;
  /** The place in the input or the result that is invalid, and the reason in words for people. */
  readonly issue: Issue;
}

/** A batch that waits for people. */
export interface ServedBatch {
  readonly batchId: string;
  /** The run that the server was asked for; batches of its sub-agents have the same id. */
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  /** Each call with its digest. */
  readonly requests: DeferredToolRequests;
  readonly about: Readonly<Record<string, CallAbout>>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The deadlines of calls, by tool call id, in milliseconds since 1970. A call without one never expires. */
  readonly expiresAt: Readonly<Record<string, number>>;
  /** The deadlines that people moved, oldest first. */
  readonly extensions?: readonly MovedDeadline[] | undefined;
  readonly onExpiry: OnExpiry;
  /** The last answer that the run could not use, for the card of its call. */
  readonly refused?: UnusableAnswer | undefined;
  /** The person who started the run: a rule may forbid them to answer. */
  readonly requester: Person;
}

/** An accepted answer. The first one counts; where rules require several people, one of each. */
export interface AcceptedAnswer {
  readonly toolCallId: string;
  readonly answer: DeferredAnswer;
  readonly by: DecidedBy;
  /** The person who gave it, if it was a person. */
  readonly person?: Person | undefined;
  /** The digest of the call that they saw. */
  readonly digest?: string | undefined;
  /** The digest of the edited input. */
  readonly edited?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A batch with its answers so far. */
export interface BatchRecord {
  readonly batch: ServedBatch;
  readonly answers: readonly AcceptedAnswer[];
  /** `open`: waiting for people. `answered`: every call has its final answer. `withdrawn`: its run was stopped. */
  readonly state: 'open' | 'answered' | 'withdrawn';
}

/** The result of sending an answer. */
export type AnswerReceipt =
  /** The answer is accepted. */
  | { readonly type: 'taken'; readonly toolCallId: string }
  /** The answer counts, and `missing` more people are required. */
  | { readonly type: 'counted'; readonly toolCallId: string; readonly missing: number }
  /** Another answer was first, or the deadline had passed. `stands` is the answer that counts. */
  | { readonly type: 'late'; readonly toolCallId: string; readonly stands: AcceptedAnswer }
  /** The batch is not open any more. */
  | { readonly type: 'withdrawn'; readonly toolCallId: string };
