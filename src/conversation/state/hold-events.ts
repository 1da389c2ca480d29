import { isNested } from '../../protocol/base/event-keys.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from './conversation-state.js';
import { EventList, type RunEvents } from './event-list.js';

/** The limit of events in memory, and the handling of the others. */
export interface EventRoom {
  /** Of more than so many, the newer half is held, and one at least. */
  readonly max: number;
  readonly rest: Exclude<ConversationState['earlierEvents'], 'none'>;
}

/** The state without the oldest events, where there are too many: a long conversation is not to fill the memory. */
export function holdEvents(state: ConversationState, { max, rest }: EventRoom): ConversationState {
  const { events } = state;
  if (events.length <= max) return state;
  const half = events.length - Math.max(1, Math.floor(max / 2));
  const after = placeFrom(events, half);
  const from = after < 0 ? placeBefore(events, half) : after;
  return from <= 0 ? state : { ...state, events: EventList.of(events.slice(from)), earlierEvents: rest };
}

/** Returns the index of the next event by which earlier ones can be found; -1 for none. */
export function placeFrom(events: RunEvents, start: number): number {
  for (let index = start; index < events.length; index++) if (isPlace(events.at(index))) return index;
  return -1;
}

/** Returns the index of the last such event before this one; -1 for none. */
function placeBefore(events: RunEvents, end: number): number {
  for (let index = end - 1; index >= 0; index--) if (isPlace(events.at(index))) return index;
  return -1;
}

/**
 * An event of the run itself, which stands in its log where it stands here. A late answer may be of a run that was over
 * long before.
 */
function isPlace(event: RunEvent | undefined): event is RunEvent {
  return event !== undefined && !isNested(event) && event.type !== 'late-answer' && !isDelta(event);
}

/** Returns the name of an event within its run, also without a journal, where events have no key. Not for deltas. */
export function keyOfEvent({ key, type, seq, at }: RunEvent): string {
  return key ?? `${type}/${seq}/${at}`;
}
