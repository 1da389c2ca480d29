import { isNested } from '../../protocol/base/event-keys.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from './conversation-state.js';
import { EventList, type RunEvents } from './event-list.js';

/** The limit of events in memory. */
export interface EventRoom {
  /** The maximum number of events. When it is exceeded, about the newer half of this number stays in memory. */
  readonly max: number;
  /** The value of `earlierEvents` when events were removed: `kept` if the storage has them. */
  readonly rest: Exclude<ConversationState['earlierEvents'], 'none'>;
}

/**
 * Removes the oldest events from the state if there are too many, so that a long conversation does not fill the memory.
 */
export function holdEvents(state: ConversationState, { max, rest }: EventRoom): ConversationState {
  const { events } = state;
  if (events.length <= max) return state;
  const half = events.length - Math.max(1, Math.floor(max / 2));
  const after = placeFrom(events, half);
  const from = after < 0 ? placeBefore(events, half) : after;
  return from <= 0 ? state : { ...state, events: EventList.of(events.slice(from)), earlierEvents: rest };
}

/**
 * Returns the index of the next event whose place in the persisted log is known, or -1. Earlier events can be read from
 * it.
 */
export function placeFrom(events: RunEvents, start: number): number {
  for (let index = start; index < events.length; index++) if (isPlace(events.at(index))) return index;
  return -1;
}

/** Returns the index of the last such event before an index, or -1. */
function placeBefore(events: RunEvents, end: number): number {
  for (let index = end - 1; index >= 0; index--) if (isPlace(events.at(index))) return index;
  return -1;
}

/**
 * Returns `true` for an event that has the same order in the persisted log as in memory. Events of sub-agents and
 * deltas do not, nor do late answers, which may belong to an earlier run.
 */
function isPlace(event: RunEvent | undefined): event is RunEvent {
  return event !== undefined && !isNested(event) && event.type !== 'late-answer' && !isDelta(event);
}

/**
 * Returns the key of an event, unique in its run. Derived from its members if it was emitted without a journal. Not for
 * deltas.
 */
export function keyOfEvent({ key, type, seq, at }: RunEvent): string {
  return key ?? `${type}/${seq}/${at}`;
}
