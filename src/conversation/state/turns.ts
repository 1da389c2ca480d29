import { UserError } from '../../protocol/base/errors.js';
import type { ConversationStatus, UserInput } from './conversation-state.js';

/** A user message, with the length of the conversation before it. */
export interface UserTurn {
  readonly messageId: string;
  readonly input: UserInput;
  /** The number of UI messages before it. */
  readonly messages: number;
  /** The number of messages in the model's history before it. */
  readonly history: number;
}

/** Content that was removed from a conversation. */
interface RemovedContent {
  /** Its index in the history. */
  readonly index: number;
  /** The number of messages that were removed from the history. */
  readonly history: number;
  /** The number of UI messages that were removed. */
  readonly messages: number;
}

/** The user messages, oldest first. A conversation can be rewound to each of them. */
export class Turns {
  #turns: readonly UserTurn[];

  constructor(turns: readonly UserTurn[]) {
    this.#turns = turns;
  }

  add(turn: UserTurn): void {
    this.#turns = [...this.#turns, turn];
  }

  get all(): readonly UserTurn[] {
    return this.#turns;
  }

  /** Adjusts the turns after content was removed. Removes its own turn, if its UI message was removed, too. */
  remove({ index, history, messages }: RemovedContent): void {
    this.#turns = this.#turns
      .filter((turn) => messages === 0 || turn.history !== index)
      .map((turn) =>
        turn.history > index ? { ...turn, history: turn.history - history, messages: turn.messages - messages } : turn,
      );
  }

  /** Replaces all turns with persisted ones. */
  restore(turns: readonly UserTurn[]): void {
    this.#turns = turns;
  }

  /**
   * Removes a turn and all later ones, and returns the turn. Default: the last turn.
   *
   * @throws UserError if the turn does not exist.
   */
  cut(messageId?: string): UserTurn {
    const turn = this.find(messageId);
    this.#turns = this.#turns.slice(0, this.#turns.lastIndexOf(turn));
    return turn;
  }

  /**
   * Returns a turn. Default: the last one.
   *
   * @throws UserError if the turn does not exist.
   */
  find(messageId?: string): UserTurn {
    const turn = this.#turns.findLast((turn) => messageId === undefined || turn.messageId === messageId);
    if (turn === undefined) throw noUserTurn(messageId);
    return turn;
  }
}

function noUserTurn(messageId: string | undefined): UserError {
  return messageId === undefined
    ? new UserError('nothing-said', 'There is no message of the user to answer again. Start with start().')
    : new UserError(
        'unknown-message',
        `The message '${messageId}' cannot be changed: start() did not send it in this conversation. Pass the id of one that it did, or none for the last.`,
      );
}

/**
 * @throws UserError if a run cannot be resumed: during another run, and with a message that would precede the answers.
 */
export function refuseResume({
  isBusy,
  isMisplaced,
}: {
  readonly isBusy: boolean;
  readonly isMisplaced: boolean;
}): void {
  if (isBusy) {
    throw new UserError(
      'still-running',
      'resume() was called while a run is going on. Wait for a `deferred` outcome, or stop the run first.',
    );
  }
  if (isMisplaced) {
    throw new UserError(
      'open-calls',
      'resume() was given a message and no answers, and the calls that are open go before it. Pass answers too, or nothing at all to ask for them, or use abandon() to end the calls.',
    );
  }
}

/** Returns the error of `abandon()` without open calls. */
export function nothingParked(): UserError {
  return new UserError(
    'nothing-parked',
    'abandon() was called, but no call is left open for later. Look at `parked` first; a message goes out with start().',
  );
}

/** Returns the error for an action that is not possible during a run or while calls are deferred. */
export function notNow(verb: 'regenerate' | 'edit' | 'removeRefused', status: ConversationStatus): UserError {
  return status === 'deferred'
    ? new UserError(
        'still-deferred',
        `${verb}() was called while calls of the last run wait for resume(), and would lose them. Resume it first.`,
      )
    : new UserError(
        'still-running',
        `${verb}() was called while a run ${status === 'waiting' ? 'waits for people' : 'is active'}, whose calls would continue without their message. Call stop() and wait for its end.`,
      );
}
