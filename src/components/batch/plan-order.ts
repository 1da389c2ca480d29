import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { ConversationState } from '../../store/state/conversation-state.js';

/** How far back the calls of one response are looked for, in events. */
const reach = 5000;

/**
 * Where the events tell of the calls of a batch, by tool call id. Approvals and calls that the page answers are mixed as the model
 * proposed them.
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

/** The calls of a batch in the order of their places; where not all are known (a restored conversation), in the order of the batch. */
export function inPlanOrder(items: PendingBatch['items'], places: ReadonlyMap<string, number>): readonly PendingItem[] {
  if (places.size < items.length) return items;
  const place = ({ call }: PendingItem): number => places.get(call.toolCallId) ?? 0;
  return [...items].sort((one, other) => place(one) - place(other));
}
