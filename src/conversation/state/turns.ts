import { UserError } from '../../protocol/base/errors.js';
import type { ConversationStatus, UserInput } from './conversation-state.js';

/** Something that a person said, and how long the conversation was before that. */
export interface UserTurn {
  readonly messageId: string;
  readonly input: UserInput;
  /** Messages of the UI. */
  readonly messages: number;
  /** Messages of the model's history, which only grows. */
  readonly history: number;
}

/**
 * Content that was removed from a conversation: its place in the history, and how many messages of each kind went away.
 */
interface RemovedContent {
  readonly index: number;
  readonly history: number;
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

  /** All of them, oldest first. */
  get all(): readonly UserTurn[] {
    return this.#turns;
  }

  /**
   * A message of the history was removed, and perhaps messages of the UI with it: what was said after that moves up.
   */
  remove({ index, history, messages }: RemovedContent): void {
    this.#turns = this.#turns
      .filter((turn) => messages === 0 || turn.history !== index)
      .map((turn) =>
        turn.history > index ? { ...turn, history: turn.history - history, messages: turn.messages - messages } : turn,
      );
  }

  /** Takes over those that were kept. */
  restore(turns: readonly UserTurn[]): void {
    this.#turns = turns;
  }

  /**
   * Finds a turn (without an id the last one), and removes it and all later ones.
   *
   * @throws UserError without such a turn.
   */
  cut(messageId?: string): UserTurn {
    const turn = this.find(messageId);
    this.#turns = this.#turns.slice(0, this.#turns.lastIndexOf(turn));
    return turn;
  }

  /** The same without forgetting anything. */
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

/** Why a message cannot be sent again, or in other words, at this moment. */
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
