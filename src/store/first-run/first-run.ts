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

interface Loading {
  readonly arrived: () => void;
  readonly changed: (state: Pick<ConversationState, 'status' | 'error'>) => void;
}

/** Whether a run, and what it asks, can be shown. If not, that is loaded: `arrived` is called then, and `changed` tells a failure. */
export function canShowRuns({ arrived, changed }: Loading): boolean {
  if (needed().every((part) => part.loaded() !== undefined)) return true;
  changed({ status: 'idle', error: null });
  const failed = (error: CountersignError): void => changed({ status: 'failed', error });
  void Promise.all(needed().map((part) => part())).then(arrived, failed);
  return false;
}
