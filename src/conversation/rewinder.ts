import type { ModelMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import { canBeginAgain } from '../agent/run/journal.js';
import type { RunOptions } from '../agent/run/run-options.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { ConversationMemory } from './state/conversation-memory.js';
import type { ConversationState } from './state/conversation-state.js';
import { refuseElsewhere } from './state/persister.js';
import { notNow, type UserTurn } from './state/turns.js';

/** The kind of request for a server. */
export type Trigger = NonNullable<RunOptions['trigger']>;

interface Rewinding {
  readonly verb: 'regenerate' | 'edit';
  /** True while a run is in progress, or about to start. */
  readonly isBusy: boolean;
  /** Of what was said; without one, the last. */
  readonly messageId?: string | undefined;
}

/**
 * Takes a conversation back to before something was said, and forth again where another answer was wanted and none
 * came.
 */
export class Rewinder {
  readonly #store: StoreApi<ConversationState>;
  readonly #memory: ConversationMemory;
  /** Undoes the retraction of the last answer; returns the changed state. */
  #undo: (() => Partial<ConversationState>) | undefined;
  /** The kind of request for a restored answer. The end of the last run does not tell whether it is whole. */
  #putBack: Trigger | undefined;

  constructor(store: StoreApi<ConversationState>, memory: ConversationMemory) {
    this.#store = store;
    this.#memory = memory;
  }

  /** @throws UserError without such a message, and during a run or while calls are pending. */
  refuse({ verb, isBusy, messageId }: Rewinding): void {
    const state = this.#store.getState();
    refuseElsewhere(state);
    if (isBusy || state.status === 'deferred') throw notNow(verb, state.status);
    this.#memory.turns.find(messageId);
  }

  /**
   * Forgets what was said, and all after it.
   *
   * @throws UserError as `refuse` does.
   */
  rewind(what: Rewinding): UserTurn {
    this.refuse(what);
    const memory = this.#memory;
    const state = this.#store.getState();
    const turn = memory.turns.cut(what.messageId);
    memory.history = memory.history.slice(0, turn.history);
    memory.pendingPrompt = [];
    this.#store.setState({ messages: state.messages.slice(0, turn.messages), outcome: null, error: null });
    return turn;
  }

  /** The same with what was said last, of which another answer is wanted. */
  again(isBusy: boolean): { readonly input: UserTurn['input']; readonly trigger: Trigger } {
    const memory = this.#memory;
    const { messages, outcome } = this.#store.getState();
    const { history, pendingPrompt } = memory;
    const turns = memory.turns.all;
    const turn = this.rewind({ verb: 'regenerate', isBusy });
    // What has no whole answer is said again: its server may not have heard of it, or has the rest of the answer.
    const isAnswered = (outcome?.type ?? 'completed') === 'completed' && history.slice(turn.history).some(isFromAgent);
    const trigger = this.#putBack ?? (isAnswered ? 'regenerate-message' : 'submit-message');
    this.#undo = () => {
      this.#putBack = trigger;
      memory.history = history;
      memory.pendingPrompt = pendingPrompt;
      memory.turns.restore(turns);
      return { messages };
    };
    return { input: turn.input, trigger };
  }

  /**
   * A run is over. Where it was to give another answer and gave nothing, the one before stands again: gives what that
   * changes.
   */
  over(outcome?: RunOutcome<unknown>): Partial<ConversationState> {
    const undo = this.#undo;
    this.#undo = undefined;
    this.#putBack = undefined;
    return undo !== undefined && outcome !== undefined && isVoid(outcome) ? undo() : {};
  }
}

function isFromAgent({ role }: ModelMessage): boolean {
  return role === 'assistant';
}

/** The outcome of an activation that another one continues may still have effects. */
function isVoid(outcome: RunOutcome<unknown>): boolean {
  return outcome.type === 'failed' && !canBeginAgain(outcome.error) && !outcome.newMessages.some(isFromAgent);
}
