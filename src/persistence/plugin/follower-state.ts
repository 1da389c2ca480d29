import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import { EventList } from '../../conversation/state/event-list.js';
import type { LogPart } from '../../conversation/state/event-log.js';
import { hydrateState } from '../../conversation/state/hydrate.js';
import type { OwnDrafts } from './follow-conversation.js';

/** The limit of events of a conversation that another page leads, unless people have asked for more. */
const maxFollowed = 4000;

/** Returns the events of a conversation that another page leads. Events that are shown stay the same objects. */
export function followedEvents(
  { events, earlierEvents }: ConversationState,
  log: LogPart,
  showsAll: boolean,
): Pick<ConversationState, 'events' | 'earlierEvents'> {
  const last = events.at(-1);
  const at = log.events.findLastIndex(
    ({ runId, key }) => key !== undefined && key === last?.key && runId === last.runId,
  );
  const isFull = events.length > maxFollowed && !showsAll;
  if (at < 0 || isFull) return { events: EventList.of(log.events), earlierEvents: log.earlier };
  const newer = log.events.slice(at + 1);
  return { events: newer.length === 0 ? events : EventList.grow(events, newer), earlierEvents };
}

/** Returns the state of a conversation that another page leads, with the drafts of this one. */
export function followedState(
  { drafts: shown }: ConversationState,
  snapshot: ConversationSnapshot,
  own: OwnDrafts,
): Partial<ConversationState> {
  const { status, shown: messages, pending = [], drafts } = snapshot;
  const items = pending.flatMap((batch) => batch.items);
  const typed = items.flatMap(({ id, call: { toolCallId } }) => {
    const draft = own.has(id) ? shown[id] : drafts[toolCallId];
    return draft === undefined ? [] : [[id, draft] as const];
  });
  const { events: _, ...rested } = hydrateState(snapshot);
  return { ...rested, status, messages, pending, drafts: Object.fromEntries(typed), place: 'elsewhere' };
}
