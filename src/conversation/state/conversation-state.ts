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
 * The page that leads a conversation: this one (`here`), perhaps soon (`opening`), or another tab (`elsewhere`). Then
 * this one shows what that tab stores, what waits for people can be answered here, and messages wait until this page
 * leads: once the other tab is closed, or with `takeLead()`.
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
  /** The page that leads the conversation, with a storage. Without one it is always `here`. */
  readonly place: ConversationPlace;
  readonly messages: readonly UIMessage[];
  /**
   * The events of all runs, sub-agents' and text pieces too, oldest first; `earlierEvents` says whether there were
   * others before. A list that can be gone through (`for … of`, `[...events]`, `at`, `slice`), and no array, since it
   * grows without being copied. A new object comes with each frame in which something happened, so a component that
   * reads it renders then; `onEvent` hears of each event without rendering. Messages of before (`initialMessages`) have
   * none.
   */
  readonly events: RunEvents;
  /**
   * The events before `events`: `none`, these are all; `kept`, the storage has more (`showEarlier()`); `dropped`, more
   * were dropped (`maxEvents`) and are lost.
   */
  readonly earlierEvents: 'none' | 'kept' | 'dropped';
  /** Batches on screen, oldest first. */
  readonly pending: readonly PendingBatch[];
  /** By the id of an item in `pending`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that are sent after the current run has completed, one after the other. */
  readonly queued: readonly UserInput[];
  /**
   * The calls that the last run left open, as long as `resume()` can ask about them again. `null`: no open calls, or no
   * handler to ask (`deferredToolHandler: null`), so the app resumes by itself.
   */
  readonly parked: DeferredToolRequests | null;
  /** The end of the last run. */
  readonly outcome: RunOutcome<unknown> | null;
  readonly error: CountersignError | null;
  /** Of the current or last run. */
  readonly usage: RunUsage;
  /**
   * The output that the model is writing in its newest response, as far as it has come and not checked yet; `undefined`
   * as long as there is nothing of it, and for outputs that are plain text. What counts is the `outcome`'s.
   */
  readonly partialOutput: unknown;
}

/** A conversation in which nothing has happened. */
export const initialState: ConversationState = Object.freeze({
  status: 'idle',
  place: 'here',
  messages: [],
  events: [],
  earlierEvents: 'none',
  pending: [],
  drafts: {},
  queued: [],
  parked: null,
  outcome: null,
  error: null,
  usage: noUsage,
  partialOutput: undefined,
});
