import type { StoreApi } from 'zustand/vanilla';
import type { Agent } from '../../agent/run/agent.js';
import { textViews } from '../../approval/text-checks/text-checks.js';
import { textChecksPart } from '../../approval/text-checks/text-checks-part.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { type LazyPart, lazyPart, whenIdle } from '../../protocol/base/lazy-part.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from '../state/conversation-state.js';
import { brokerPart } from './later-broker.js';

/** Applies events to what a page shows. */
export type Reducer = (state: ConversationState, events: readonly RunEvent[]) => ConversationState;

/** What makes messages of events: not needed before there are some. */
export const reducerPart: LazyPart<Reducer> = lazyPart<Reducer>(
  async () => (await import('../messages/reduce-run-event.js')).reduceRunEvents,
);

/** Nothing happens before it is there. */
export const reduceRun: Reducer = (state, events) => reducerPart.loaded()?.(state, events) ?? state;

/** A part, whatever it is. */
type Loadable = (() => Promise<unknown>) & Pick<LazyPart<unknown>, 'loaded'>;

/** Without them nothing of a run is shown. */
function needed(): readonly Loadable[] {
  const all = [reducerPart, brokerPart];
  return textViews.state === 'absent' ? all : [...all, textChecksPart];
}

/** Loads what the first run needs once the page has nothing better to do. What does not come then is loaded again by what needs it. */
export function preloadRun(agent: () => Pick<Agent<never, unknown>, 'preload'>): void {
  whenIdle(() => {
    for (const part of [agent().preload, ...needed()]) part?.().catch(() => {});
  });
}

/** Loads what shows a run, and what it asks. */
export async function loadShowing(): Promise<void> {
  await Promise.all(needed().map((part) => part()));
}

/** Has whatever begins a run wait until that can be shown. */
export class FirstRun {
  readonly #store: Pick<StoreApi<ConversationState>, 'getState' | 'setState'>;
  #wanted: (() => void) | undefined;

  constructor(store: Pick<StoreApi<ConversationState>, 'getState' | 'setState'>) {
    this.#store = store;
  }

  /** Something waits for it. */
  get isWanted(): boolean {
    return this.#wanted !== undefined;
  }

  /**
   * Whether a run can be shown. If not, what shows it is loaded, and `work` is done then, if this page still may. Where it does not come, nothing has
   * happened, the state says why, and the next try loads it again.
   */
  canShow(work: () => void): boolean {
    if (needed().every((part) => part.loaded() !== undefined)) return true;
    this.#wanted = work;
    this.#store.setState({ status: 'idle', error: null });
    const isStillWanted = (): boolean => {
      if (this.#wanted !== work) return false;
      this.#wanted = undefined;
      return this.#store.getState().place === 'here';
    };
    void loadShowing().then(
      () => isStillWanted() && work(),
      (error: CountersignError) => isStillWanted() && this.#store.setState({ status: 'failed', error }),
    );
    return false;
  }

  /** Does nothing of it. */
  callOff(): void {
    this.#wanted = undefined;
  }
}
