import type { StoreApi } from 'zustand/vanilla';
import { defaultEnvironment } from '../../agent/plumbing/environment.js';
import type { AgentRun } from '../../agent/run/agent.js';
import type { ConversationState, UserInput } from '../state/conversation-state.js';

/** The active run, as far as it takes messages. */
type SteerableRun = Pick<AgentRun<unknown>, 'steer'>;

/**
 * The messages that people send to the active run. Each stays in the state until the event of its step arrives, so none
 * is lost when the run or the page ends before.
 */
export class Steering {
  readonly #store: StoreApi<ConversationState>;
  #run: SteerableRun | undefined;
  /** The functions that retract the messages, by id. */
  readonly #retract: Map<string, () => boolean> = new Map();

  constructor(store: StoreApi<ConversationState>) {
    this.#store = store;
  }

  /** Starts with a run. Messages that were restored with it are sent to it again, under their ids. */
  begin(run: SteerableRun): void {
    this.#run = run;
    this.#retract.clear();
    const restored = this.#store.getState().steering ?? [];
    if (run.steer === undefined) {
      this.end();
      return;
    }
    for (const { id, input } of restored) this.#retract.set(id, run.steer(input, id));
  }

  /** Returns the state with a list of messages, if the active run takes some. It appears with the first event. */
  withRun(state: ConversationState): ConversationState {
    return state.steering === null && this.#run?.steer !== undefined ? { ...state, steering: [] } : state;
  }

  /** Sends a message to the active run. Returns `false` if no active run takes messages. */
  send(input: UserInput): boolean {
    const { steering } = this.#store.getState();
    if (this.#run?.steer === undefined) return false;
    const id = defaultEnvironment.generateId();
    this.#retract.set(id, this.#run.steer(input, id));
    this.#store.setState({ steering: [...(steering ?? []), { id, input }] });
    return true;
  }

  /** Removes a message that is queued, or sent and not delivered. Returns `false` if it is not found. */
  unqueue(input: UserInput): boolean {
    const { queued, steering } = this.#store.getState();
    const index = queued.indexOf(input);
    if (index >= 0) {
      this.#store.setState({ queued: queued.filter((_, place) => place !== index) });
      return true;
    }
    const found = steering?.find((message) => message.input === input);
    if (found === undefined || this.#retract.get(found.id)?.() !== true) return false;
    this.#store.setState({ steering: steering?.filter((message) => message !== found) ?? null });
    return true;
  }

  /** Ends with the run. Messages that it did not deliver are sent next. */
  end(): void {
    this.#run = undefined;
    this.#retract.clear();
    const { steering, queued } = this.#store.getState();
    if (steering === null) return;
    this.#store.setState({ steering: null, queued: [...steering.map(({ input }) => input), ...queued] });
  }
}
