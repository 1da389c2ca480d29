import type { StoreApi } from 'zustand/vanilla';
import type { DecideOptions, DecideOutcome, Decision } from '../approval/broker/decision.js';
import type { Grants } from '../approval/grants/grants.js';
import type { ToolDenied } from '../protocol/answers.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import type { ConversationState, Draft, UserInput } from './conversation-state.js';

/** A zustand store to read and subscribe to. The verbs of a conversation are its only writers. */
export type ReadonlyStore = Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A conversation with an agent: the state that a UI shows, and the few verbs that change it. */
export interface Conversation {
  readonly store: ReadonlyStore;
  /**
   * Sends a message and goes on from the history. During a run it is queued, and sent once a run has completed: after one that
   * was stopped or failed it waits.
   */
  readonly start: (input: UserInput) => void;
  /** Takes back a message that is queued and not yet sent. `false`: it is not there any more. */
  readonly unqueue: (input: UserInput) => boolean;
  /**
   * Has the last answer made anew: the history ends before the last message of the user, which is sent again. What calls of that
   * answer did is not undone, and the model is not told of it.
   *
   * @throws UserError while a run goes on or its calls wait for people (stop it first), while a deferred run waits for `resume()`, or when nothing was said yet.
   */
  readonly regenerate: () => void;
  /**
   * Sends another message in place of one that the user sent: the history ends before that. What calls after it did is not undone.
   * Default of `messageId`: their last message.
   *
   * @throws UserError as `regenerate()` does, and when the message is none of the user's.
   */
  readonly edit: (input: UserInput, messageId?: string) => void;
  /** Stops the current run: cards close as cancelled, nothing more executes. */
  readonly stop: (reason?: string) => void;
  /** Goes on from a `deferred` outcome, in a new run. */
  readonly resume: (results: DeferredToolResults, prompt?: UserInput) => void;
  /**
   * Answers one pending call. Its batch goes back when every call of it is decided. With `batchId` the answer reaches only that
   * batch: one for an earlier round of the same call is late.
   */
  readonly decide: (
    toolCallId: string,
    decision: Decision,
    options?: DecideOptions & { readonly batchId?: string },
  ) => Promise<DecideOutcome>;
  /** Answers every open approval of a batch alike (of all batches without an id). External calls are untouched. */
  readonly decideAll: (decision: boolean | ToolDenied, batchId?: string) => Promise<readonly DecideOutcome[]>;
  /**
   * Gives a call (by its item's id) or what still waits of a batch (by its `batchId`) another deadline, in milliseconds since
   * 1970. `false`: there is nothing left to extend.
   */
  readonly extend: (id: string, expiresAt: number) => boolean;
  /** Decisions that people asked to be remembered; `undefined`: nothing is. */
  readonly grants: Grants | undefined;
  /** Keeps what a person has begun at a card, by its item's id; `null` forgets it. */
  readonly saveDraft: (itemId: string, draft: Draft | null) => void;
  /** Aborts the run and takes no more input. */
  readonly dispose: () => void;
}
