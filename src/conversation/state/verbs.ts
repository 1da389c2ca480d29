import type { Broker } from '../../approval/broker/broker.js';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { ToolDenied } from '../../protocol/answers.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { Draft, UserInput } from './conversation-state.js';

/** The actions of people in a conversation, in any of its pages. */
export interface Verbs {
  /**
   * Sends a message. During a run it is queued and sent after the run has completed; it waits after a run that was
   * stopped or failed.
   */
  readonly start: (input: UserInput) => void;
  /**
   * Sends a message to the active run: the model reads it after the results of the current step, and after the answers
   * of pending calls. If the run ends before, the message is sent next. Without an active run, and for an agent on a
   * server, it is the same as `start`. A queued message is moved.
   *
   * @example <button onClick={() => run.steer('Leave the tests as they are.')}>Send now</button>
   */
  readonly steer: (input: UserInput) => void;
  /** Removes a queued message, or one that `steer` sent. Returns `false` if it was sent to the model. */
  readonly unqueue: (input: UserInput) => boolean;
  /**
   * Generates the last answer again: the history ends before the last user message, which is sent again. Effects of
   * calls of that answer are not undone, and the model does not know them. If the run fails before any content arrives,
   * the last answer is restored.
   *
   * @throws UserError during a run or while calls are pending (stop it first), while a deferred run waits for
   * `resume()`, or without a message.
   */
  readonly regenerate: () => void;
  /**
   * Replaces a user message: the history ends before it. Effects of later calls are not undone. Default of `messageId`:
   * the last user message.
   *
   * @throws UserError as `regenerate()` does, and for a message that is not the user's.
   */
  readonly edit: (input: UserInput, messageId?: string) => void;
  /**
   * Removes the content that the provider rejected in the last request (`error.refused`), and continues. A message or
   * an answer leaves the conversation, a result is replaced by a note, and a tool is not offered again in this
   * conversation. Without a message to answer, it waits for one.
   *
   * @throws UserError `nothing-refused` when the last run did not fail because of its content, and `still-running`
   * during a run.
   * @example {run.error instanceof ModelError && run.error.refused && <button onClick={() =>
   * run.removeRefused()}>Remove and continue</button>}
   */
  readonly removeRefused: () => void;
  /** Stops the current run: cards close as cancelled, nothing more executes. */
  readonly stop: (reason?: string) => void;
  /**
   * Continues from a `deferred` outcome, in a new run of the same conversation. Results are applied. Without results,
   * the open calls are asked about again, as the same cards with their drafts.
   *
   * @param results answers for all open calls, from `buildResults`. Default: people are asked again.
   * @param prompt a message that follows the results. Default: none.
   * @throws UserError `still-running` during a run, and `open-calls` for a prompt without results.
   * @example <button onClick={() => run.resume()}>Answer</button>
   */
  readonly resume: (results?: DeferredToolResults, prompt?: UserInput) => void;
  /**
   * Ends the calls that were left open: none of them runs, the model reads that the user left them open, and the run
   * continues, with a message if one is given. `start` does not do this by itself, so warn people before.
   *
   * @param input a message that follows. Default: none.
   * @throws UserError `nothing-parked` without an open call (`parked` is `null`).
   * @example if (confirm('Two calls are left open. End them?')) run.abandon('Forget that. What is the time?');
   */
  readonly abandon: (input?: UserInput) => void;
  /**
   * Answers one pending call. Its batch is sent when all its calls are decided. With `batchId`, the answer is only for
   * that batch: an answer for an earlier batch with the same call is late.
   */
  readonly decide: (
    toolCallId: string,
    decision: Decision,
    options?: DecideOptions & { readonly batchId?: string },
  ) => Promise<DecideOutcome>;
  /**
   * Returns the data of a form for editing the input of a pending call, by item id. `undefined`: it is edited as JSON.
   */
  readonly formOf: Broker['formOf'];
  /**
   * Retracts a person's answer, as long as its batch has not been sent: the call waits again. A grant that was added
   * with the answer is revoked, and calls that the grant has answered wait again, too.
   *
   * @param itemId the `id` of an item in `pending`.
   * @returns `false` if the answer can no longer be retracted.
   */
  readonly retract: (itemId: string) => boolean;
  /** Sends an answered batch at once, without waiting for the `sendDelay`. Returns `false` if it cannot be sent. */
  readonly sendNow: (batchId: string) => boolean;
  /**
   * Gives all pending approvals of a batch the same answer; without `batchId`, those of all batches. External calls are
   * not answered. `by` is the author of the answer.
   */
  readonly decideAll: (
    decision: boolean | ToolDenied,
    batchId?: string,
    options?: Pick<DecideOptions, 'by'>,
  ) => Promise<readonly DecideOutcome[]>;
  /**
   * Changes the deadline of a call (by its item's id) or of all waiting calls of a batch (by its `batchId`).
   *
   * @param expiresAt the new deadline, in milliseconds since 1970.
   * @returns `false` if no such call waits any more.
   */
  readonly extend: (id: string, expiresAt: number) => boolean;
  /**
   * Reads a part of the earlier events from the storage, and puts it before `events`. Does nothing if no events are
   * persisted. A read error becomes the `error` of the conversation.
   *
   * @example {run.earlierEvents === 'kept' && <button onClick={() => run.showEarlier()}>Show earlier</button>}
   */
  readonly showEarlier: () => void;
  /** Stores a started answer, by the `id` of an item in `pending`. `null` deletes it. */
  readonly saveDraft: (itemId: string, draft: Draft | null) => void;
}

const named = {
  start: true,
  steer: true,
  unqueue: true,
  regenerate: true,
  edit: true,
  removeRefused: true,
  stop: true,
  resume: true,
  abandon: true,
  decide: true,
  formOf: true,
  retract: true,
  sendNow: true,
  decideAll: true,
  extend: true,
  showEarlier: true,
  saveDraft: true,
} as const satisfies Record<keyof Verbs, true>;

/** The names of all verbs. */
export const verbNames: readonly (keyof Verbs)[] = Object.keys(named) as (keyof Verbs)[]; // its keys, and no others
