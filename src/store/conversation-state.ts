import type { UIMessage, UserContent } from 'ai';
import type { DeferredAnswer } from '../protocol/answers.js';
import type { DeferredCall, DeferredKind, DeferredToolRequests } from '../protocol/deferred.js';
import type { CountersignError } from '../protocol/errors.js';
import type { JSONObject } from '../protocol/json.js';
import { noUsage, type RunOutcome, type RunUsage } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';

/**
 * What a conversation does now: `running` (model or tools), `waiting` (for people), `deferred` (ended open, to be resumed),
 * `failed` (see `error`), `idle` (ready for a message).
 */
export type ConversationStatus = 'idle' | 'running' | 'waiting' | 'deferred' | 'failed';

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

/** What a person has begun at a card and not yet submitted. */
export type Draft =
  | { readonly mode: 'deny'; readonly reason: string }
  /** `text` is the edited input as JSON text, perhaps not valid yet. */
  | { readonly mode: 'edit'; readonly text: string };

/** What a person sends. */
export type UserInput = string | Exclude<UserContent, string>;

/** Everything that a conversation's UI shows. */
export interface ConversationState {
  readonly status: ConversationStatus;
  readonly messages: readonly UIMessage[];
  /** All events of all runs, oldest first. */
  readonly events: readonly RunEvent[];
  /** Batches on screen, oldest first. */
  readonly pending: readonly PendingBatch[];
  /** By tool call id. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that are sent once the current run is over. */
  readonly queued: readonly UserInput[];
  /** How the last run ended. */
  readonly outcome: RunOutcome<unknown> | null;
  readonly error: CountersignError | null;
  /** Of the current or last run. */
  readonly usage: RunUsage;
}

/** A conversation in which nothing has happened. */
export const initialState: ConversationState = Object.freeze({
  status: 'idle',
  messages: [],
  events: [],
  pending: [],
  drafts: {},
  queued: [],
  outcome: null,
  error: null,
  usage: noUsage,
});
