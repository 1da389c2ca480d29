import { UserError } from '../../protocol/base/errors.js';
import type { ConversationStatus, UserInput } from './conversation-state.js';

/** Something that a person said, and how long the conversation was before that. */
export interface SaidTurn {
  readonly messageId: string;
  readonly input: UserInput;
  /** Messages of the UI. */
  readonly messages: number;
  /** Messages of the model's history, which only grows. */
  readonly history: number;
}

/** What was said, oldest first: where a conversation can be taken back to. */
export class Turns {
  #turns: readonly SaidTurn[];

  constructor(turns: readonly SaidTurn[]) {
    this.#turns = turns;
  }

  add(turn: SaidTurn): void {
    this.#turns = [...this.#turns, turn];
  }

  /** All of them, oldest first. */
  get all(): readonly SaidTurn[] {
    return this.#turns;
  }

  /** Takes over those that were kept. */
  restore(turns: readonly SaidTurn[]): void {
    this.#turns = turns;
  }

  /**
   * Finds a turn (without an id the last one), and forgets it and all after it.
   *
   * @throws UserError when there is none.
   */
  cut(messageId?: string): SaidTurn {
    const index = this.#turns.findLastIndex((turn) => messageId === undefined || turn.messageId === messageId);
    const turn = this.#turns[index];
    if (turn === undefined) throw nothingSaid(messageId);
    this.#turns = this.#turns.slice(0, index);
    return turn;
  }
}

function nothingSaid(messageId: string | undefined): UserError {
  return messageId === undefined
    ? new UserError('nothing-said', 'There is no message of the user to answer again. Start with start().')
    : new UserError(
        'unknown-message',
        `The message '${messageId}' cannot be changed: start() did not send it in this conversation. Pass the id of one that it did, or none for the last.`,
      );
}

/** Why a message cannot be sent again, or in other words, at this moment. */
export function notNow(verb: 'regenerate' | 'edit', status: ConversationStatus): UserError {
  return status === 'deferred'
    ? new UserError(
        'still-deferred',
        `${verb}() was called while calls of the last run wait for resume(), and would lose them. Resume it first.`,
      )
    : new UserError(
        'still-running',
        `${verb}() was called while a run ${status === 'waiting' ? 'waits for people' : 'is going on'}, whose calls would go on without their message. Stop it with stop() and wait for its end.`,
      );
}
