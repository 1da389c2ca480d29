import type { UIMessage, UserContent } from 'ai';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { noUsage, type RunOutcome, type RunUsage } from '../../protocol/outcome.js';
import type { RunEvents } from './event-list.js';

/**
 * What a conversation does now: `running` (model or tools), `waiting` (for people), `deferred` (ended open, to be
 * resumed), `failed` (see `error`), `idle` (ready for a message).
 */
export type ConversationStatus = 'idle' | 'running' | 'waiting' | 'deferred' | 'failed';

/**
 * The page that leads a conversation: this one (`here`), perhaps soon (`opening`), or another tab (`elsewhere`). Then
 * this one shows what that tab stores, what waits for people can be answered here, and messages wait until this page
 * leads: once the other tab is closed, or with `takeLead()`.
 */
export type ConversationPlace = 'here' | 'opening' | 'elsewhere';

/** What a person has begun at a card and not yet submitted. */
export type Draft =
  | { readonly mode: 'deny'; readonly reason: string }
  /**
   * `text` is the edited input as JSON text, perhaps not valid yet; `unfinished`, by JSON pointer, what was typed into
   * fields and is no value yet.
   */
  | { readonly mode: 'edit'; readonly text: string; readonly unfinished?: Readonly<Record<string, string>> };

/** What a person sends. */
export type UserInput = string | Exclude<UserContent, string>;

/** Everything that a conversation's UI shows. */
export interface ConversationState {
  readonly status: ConversationStatus;
  /** Where the conversation goes on, when it is kept in a storage. Without one it is always `here`. */
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
   * What was before the `events`: `none`, they are all; `kept`, more is in the storage (`showEarlier()`); `dropped`,
   * more was let go (`maxEvents`), and nothing keeps it.
   */
  readonly earlierEvents: 'none' | 'kept' | 'dropped';
  /** Batches on screen, oldest first. */
  readonly pending: readonly PendingBatch[];
  /** By the id of an item in `pending`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that are sent once a run has completed, one after the other. */
  readonly queued: readonly UserInput[];
  /**
   * What the last run left open for later, as long as `resume()` can put it before people again. `null`: nothing is
   * left open, or there is nobody to ask (`deferredToolHandler: null`), so that the app resumes by itself.
   */
  readonly parked: DeferredToolRequests | null;
  /** How the last run ended. */
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
