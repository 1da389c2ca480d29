import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../state/conversation-state.js';
import type { StateChange } from './state-change.js';

type Shown = ConversationState['error'];

/** What was refused of what people did in this page: it is shown over the error that the other page tells, until something else has happened. */
export class OwnError {
  readonly #store: StoreApi<ConversationState>;
  #own: Shown;
  #told: Shown = null;

  constructor(store: StoreApi<ConversationState>) {
    this.#store = store;
    const { error } = store.getState();
    // Of what was asked of another page in vain, its person still has to hear.
    this.#own = error?.code === 'page-gone' ? error : null;
  }

  /** What was refused last, and is still shown. */
  get shown(): Shown {
    return this.#own;
  }

  /** What the other page told. */
  get told(): Shown {
    return this.#told;
  }

  show(error: NonNullable<Shown>): void {
    this.#own = error;
    this.#store.setState({ error });
  }

  /** Something was done: what was refused before it was asked for (`before`) is over. */
  forget(before: Shown): void {
    if (before === null || before !== this.#own) return;
    this.#own = null;
    this.#store.setState({ error: this.#told });
  }

  /** What is shown once the other page has told this. `isNews`: a run has begun or ended there. */
  over(told: Shown, isNews: boolean): Shown {
    const isNewer = told !== null && told !== this.#told;
    // A page that takes a conversation over begins its run again by itself.
    if (isNewer || (isNews && this.#own?.code !== 'page-gone')) this.#own = null;
    this.#told = told;
    return this.#own ?? told;
  }
}

/** Whether a run has begun or ended with a change. */
export function isNewRun({ status }: Pick<ConversationState, 'status'>, { set }: StateChange): boolean {
  return 'outcome' in set || (set.status !== undefined && status !== 'running' && status !== 'waiting');
}
