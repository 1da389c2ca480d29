import { toOwnError } from '../../protocol/base/error-from-data.js';
import { CountersignError } from '../../protocol/base/errors.js';
import type { ConversationState } from '../state/conversation-state.js';
import { EventList, type RunEvents } from '../state/event-list.js';

/** What is shown in every page: where the conversation goes on is each page's own. */
type Shared = Omit<ConversationState, 'place'>;

/** A list from a place on: what comes before that has not changed. */
interface Tail<T> {
  readonly from: number;
  readonly items: readonly T[];
}

/** What has changed in a conversation since it was told last: plain JSON. */
export interface StateChange {
  readonly set: Partial<Pick<Shared, Whole>>;
  readonly messages?: Tail<ConversationState['messages'][number]>;
  readonly events?: Tail<ReturnType<RunEvents['slice']>[number]>;
}

/** What is told whole: of the other members, only what is new. */
type Whole = Exclude<keyof Shared, 'messages' | 'events'>;

const members = {
  status: true,
  pending: true,
  drafts: true,
  queued: true,
  parked: true,
  outcome: true,
  error: true,
  usage: true,
  partialOutput: true,
  earlierEvents: true,
} as const satisfies Record<Whole, true>;

const memberNames = Object.keys(members) as readonly Whole[]; // its keys, and no others

/** What another page has to hear to show the same. Without `before`: all of it. Nothing: it shows the same. */
export function changeOf(now: ConversationState, before?: ConversationState): StateChange | undefined {
  const changed = memberNames.filter((key) => now[key] !== before?.[key]);
  const set = Object.fromEntries(changed.map((key) => [key, now[key]]));
  const messages = now.messages === before?.messages ? undefined : tailOf(now.messages, before?.messages);
  const events = now.events === before?.events ? undefined : grownBy(now.events, before?.events);
  if (changed.length === 0 && messages === undefined && events === undefined) return undefined;
  return { set, ...(messages === undefined ? {} : { messages }), ...(events === undefined ? {} : { events }) };
}

/** The state with a change of another page's. `undefined`: it is of another state than this one. */
export function withChange(state: ConversationState, change: StateChange): ConversationState | undefined {
  const { set, messages, events } = change;
  if ((messages?.from ?? 0) > state.messages.length || (events?.from ?? 0) > state.events.length) return undefined;
  const { place } = state;
  const next: ConversationState = { ...state, ...set, place };
  return {
    ...next,
    ...(messages && { messages: [...state.messages.slice(0, messages.from), ...messages.items] }),
    ...(events && { events: EventList.grow(events.from === 0 ? [] : state.events, events.items) }),
    error: next.error && errorOf(next.error),
    outcome: next.outcome?.type === 'failed' ? { ...next.outcome, error: errorOf(next.outcome.error) } : next.outcome,
  };
}

/** Messages that are the same objects are the same. */
function tailOf<T>(now: readonly T[], before: readonly T[] = []): Tail<T> {
  const differs = now.findIndex((each, index) => each !== before[index]);
  const from = differs < 0 ? now.length : differs;
  return { from, items: now.slice(from) };
}

/** Events are only added, until there are none again. */
function grownBy(now: RunEvents, before: RunEvents | undefined): StateChange['events'] {
  const isLonger = before !== undefined && now.length >= before.length && now.at(0) === before.at(0);
  const from = isLonger ? before.length : 0;
  return { from, items: now.slice(from) };
}

/** An error has come as data. */
function errorOf(error: CountersignError): CountersignError {
  return CountersignError.isInstance(error) ? error : toOwnError(error);
}
