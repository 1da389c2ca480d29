import type { UIMessage, UserContent } from 'ai';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { noUsage, type RunOutcome, type RunUsage } from '../../protocol/outcome.js';
import type { RunEvents } from './event-list.js';

/**
 * The status of a conversation: `running` (model or tools), `waiting` (for people), `deferred` (ended with open calls,
 * can be resumed), `failed` (see `error`), `idle` (ready for a message).
 */
export type ConversationStatus = 'idle' | 'running' | 'waiting' | 'deferred' | 'failed';

/**
 * The page that leads a conversation: this one (`here`), not known yet (`opening`), or another tab (`elsewhere`). While
 * another tab leads, this page shows the state that it stores, people can answer pending calls here, and messages are
 * queued until this page leads: when the other tab is closed, or after `takeLead()`.
 */
export type ConversationPlace = 'here' | 'opening' | 'elsewhere';

/** A started answer at a card that is not submitted yet. */
export type Draft =
  | { readonly mode: 'deny'; readonly reason: string }
  /**
   * `text` is the edited input as JSON text, which may be invalid; `unfinished` has text typed into fields that is not
   * a valid value yet, by JSON pointer.
   */
  | { readonly mode: 'edit'; readonly text: string; readonly unfinished?: Readonly<Record<string, string>> };

/** The content of a user message. */
export type UserInput = string | Exclude<UserContent, string>;

/** Everything that a conversation's UI shows. */
export interface ConversationState {
  readonly status: ConversationStatus;
  /** The page that leads the conversation. Always `here` without a storage. */
  readonly place: ConversationPlace;
  readonly messages: readonly UIMessage[];
  /**
   * The events of all runs, including text deltas and those of sub-agents, oldest first. An iterable list with
   * `length`, `at` and `slice`, but not an array, so that it can grow without being copied. It is a new object in each
   * frame with new events, so a component that reads it renders then; `onEvent` is called for each event without a
   * render. Messages from `initialMessages` have no events.
   */
  readonly events: RunEvents;
  /**
   * The events before those in `events`: `none`, there were no others; `kept`, the storage has them (`showEarlier()`);
   * `dropped`, they were dropped (`maxEvents`) and are lost.
   */
  readonly earlierEvents: 'none' | 'kept' | 'dropped';
  /** Batches on screen, oldest first. */
  readonly pending: readonly PendingBatch[];
  /** The started answers of people, by the `id` of an item in `pending`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that are sent one after the other when the current run has completed. */
  readonly queued: readonly UserInput[];
  /**
   * Messages that the active run delivers after the current step (`steer()`). `null` while no run of this page takes
   * messages.
   */
  readonly steering: readonly { readonly id: string; readonly input: UserInput }[] | null;
  /**
   * The calls that the last run left open, if `resume()` can request answers to them again. `null` without open calls,
   * and with `deferredToolHandler: null`, where the app resumes the run itself.
   */
  readonly parked: DeferredToolRequests | null;
  /** The end of the last run. */
  readonly outcome: RunOutcome<unknown> | null;
  readonly error: CountersignError | null;
  /** The usage of the current or last run. */
  readonly usage: RunUsage;
  /**
   * The output that the model is writing in its newest response, incomplete and not validated. `undefined` before the
   * model has started to write it, and for outputs that are plain text. The final output is in `outcome`.
   */
  readonly partialOutput: unknown;
}

/** The state of a new conversation. */
export const initialState: ConversationState = Object.freeze({
  status: 'idle',
  place: 'here',
  messages: [],
  events: [],
  earlierEvents: 'none',
  pending: [],
  drafts: {},
  queued: [],
  steering: null,
  parked: null,
  outcome: null,
  error: null,
  usage: noUsage,
  partialOutput: undefined,
});
