import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from '../state/conversation-state.js';

/** Applies events to what a page shows. */
export type Reducer = (state: ConversationState, events: readonly RunEvent[]) => ConversationState;

/** What makes messages of events: not needed before there are some. */
export const reducerPart: LazyPart<Reducer> = lazyPart<Reducer>(
  async () => (await import('../messages/reduce-run-event.js')).reduceRunEvents,
);

/** Nothing happens before it is there. */
export const reduceRun: Reducer = (state, events) => reducerPart.loaded()?.(state, events) ?? state;
