import type { ModelMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import { canBeginAgain } from '../agent/run/journal.js';
import type { RunOptions } from '../agent/run/run-options.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { ConversationMemory } from './state/conversation-memory.js';
import type { ConversationState } from './state/conversation-state.js';
import { refuseElsewhere } from './state/persister.js';
import { notNow, type UserTurn } from './state/turns.js';

/** The reason of a request, for servers that store the history: a new message, or another answer to the last one. */
export type Trigger = NonNullable<RunOptions['trigger']>;

interface Rewinding {
  readonly verb: 'regenerate' | 'edit';
  /** `true` while a run is in progress, or about to start. */
  readonly isBusy: boolean;
  /** The user message to rewind to. Default: the last one. */
  readonly messageId?: string | undefined;
}

/**
 * Rewinds a conversation to before a user message. When the last answer is regenerated and the run fails without a new
 * one, restores the old answer.
 */
export class Rewinder {
  readonly #store: StoreApi<ConversationState>;
  readonly #memory: ConversationMemory;
  /** Restores the answer that is being regenerated. Returns the changed members of the state. */
  #restoreAnswer: (() => Partial<ConversationState>) | undefined;
  /** The trigger of the attempt after which the answer was restored. A further attempt has the same trigger. */
  #restoredTrigger: Trigger | undefined;

  constructor(store: StoreApi<ConversationState>, memory: ConversationMemory) {
    this.#store = store;
    this.#memory = memory;
  }

  /** @throws UserError when the message does not exist, during a run, and while calls are deferred. */
  refuse({ verb, isBusy, messageId }: Rewinding): void {
    const state = this.#store.getState();
    refuseElsewhere(state);
    if (isBusy || state.status === 'deferred') throw notNow(verb, state.status);
    this.#memory.turns.find(messageId);
  }

  /**
   * Removes a user message and everything after it. Returns the removed turn.
   *
   * @throws UserError as `refuse` does.
   */
  rewind(rewinding: Rewinding): UserTurn {
    this.refuse(rewinding);
    const memory = this.#memory;
    const state = this.#store.getState();
    const turn = memory.turns.cut(rewinding.messageId);
    memory.history = memory.history.slice(0, turn.history);
    memory.pendingPrompt = [];
    this.#store.setState({ messages: state.messages.slice(0, turn.messages), outcome: null, error: null });
    return turn;
  }

  /**
   * Rewinds to before the last user message, in order to send it again.
   *
   * @throws UserError as `refuse` does.
   */
  prepareRegenerate(isBusy: boolean): { readonly input: UserTurn['input']; readonly trigger: Trigger } {
    const memory = this.#memory;
    const { messages, outcome } = this.#store.getState();
    const { history, pendingPrompt } = memory;
    const turns = memory.turns.all;
    const turn = this.rewind({ verb: 'regenerate', isBusy });
    // A message without a complete answer is submitted again: a server may not have received it, or may have stored
    // only a part of the answer.
    const isAnswered = (outcome?.type ?? 'completed') === 'completed' && history.slice(turn.history).some(isFromAgent);
    // The outcome of a failed attempt does not say if the restored answer is complete.
    const trigger = this.#restoredTrigger ?? (isAnswered ? 'regenerate-message' : 'submit-message');
    this.#restoreAnswer = () => {
      this.#restoredTrigger = trigger;
      memory.history = history;
      memory.pendingPrompt = pendingPrompt;
      memory.turns.restore(turns);
      return { messages };
    };
    return { input: turn.input, trigger };
  }

  /**
   * Ends the attempt to regenerate an answer, if there was one. Restores the old answer if the run has failed without a
   * new one, and returns the changed members of the state.
   */
  endRun(outcome?: RunOutcome<unknown>): Partial<ConversationState> {
    const restoreAnswer = this.#restoreAnswer;
    this.#restoreAnswer = undefined;
    this.#restoredTrigger = undefined;
    const isRestored = restoreAnswer !== undefined && outcome !== undefined && hasFailedWithoutAnswer(outcome);
    return isRestored ? restoreAnswer() : {};
  }
}

function isFromAgent({ role }: ModelMessage): boolean {
  return role === 'assistant';
}

/**
 * Returns `true` for a failed run without an answer. A run that can start again is not one: its next activation may
 * still answer.
 */
function hasFailedWithoutAnswer(outcome: RunOutcome<unknown>): boolean {
  return outcome.type === 'failed' && !canBeginAgain(outcome.error) && !outcome.newMessages.some(isFromAgent);
}
