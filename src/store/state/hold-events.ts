import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from './conversation-state.js';
import { EventList, type RunEvents } from './event-list.js';

/** How many events are held, and what becomes of the rest. */
export interface EventRoom {
  /** At most so many; of more, the newer half is held. */
  readonly max: number;
  readonly rest: Exclude<ConversationState['earlierEvents'], 'none'>;
}

/** The state without the oldest events, where there are too many: a long conversation is not to fill the memory. */
export function holdEvents(state: ConversationState, { max, rest }: EventRoom): ConversationState {
  const { events } = state;
  if (events.length <= max) return state;
  const from = placeFrom(events, events.length - Math.floor(max / 2));
  return from < 0 ? state : { ...state, events: EventList.of(events.slice(from)), earlierEvents: rest };
}

/** Where the next event stands that what was before it can be found by; -1 for none. */
export function placeFrom(events: RunEvents, start: number): number {
  for (let index = start; index < events.length; index++) if (isPlace(events.at(index))) return index;
  return -1;
}

/** An event of the run itself: others stand in its log. */
function isPlace(event: RunEvent | undefined): event is RunEvent {
  return event !== undefined && event.agentPath.length === 1 && !isDelta(event);
}
