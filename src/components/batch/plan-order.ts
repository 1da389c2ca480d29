import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';

/** The number of events to search for the calls of one response. */
const reach = 5000;

/**
 * Returns the positions of a batch's calls in the events, by tool call id: approvals and external calls are in one
 * sequence, as the model wrote them.
 */
export function placesOf(
  { events }: Pick<ConversationState, 'events'>,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const end = Math.max(0, events.length - reach);
  for (let index = events.length - 1; index >= end && places.size < wanted.size; index--) {
    const event = events.at(index);
    if (event?.type === 'tool-call' && wanted.has(event.toolCallId) && !places.has(event.toolCallId))
      places.set(event.toolCallId, index);
  }
  return places;
}

/**
 * Returns the calls of a batch in the order of their positions; if some are unknown (a restored conversation), in the
 * order of the batch.
 */
export function inPlanOrder(items: PendingBatch['items'], places: ReadonlyMap<string, number>): readonly PendingItem[] {
  if (places.size < items.length) return items;
  const place = ({ call }: PendingItem): number => places.get(call.toolCallId) ?? 0;
  return [...items].sort((one, other) => place(one) - place(other));
}
