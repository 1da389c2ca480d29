import type { RunStorage } from '../../persistence/run-storage.js';
import type { ChatTurn } from './chat-shelf.js';
import type { LiveTurn } from './live-turn.js';
import type { TurnRecord } from './turn-record.js';

/** A chat as this process knows it. */
export interface ChatSeat {
  /** Its run, where that lives here. */
  live: { readonly turn: ChatTurn; readonly life: LiveTurn; readonly record: TurnRecord } | undefined;
  /** What was asked of it last: one request is looked at after the other. */
  queue: Promise<unknown>;
  /** How many requests are looked at, or wait for it. */
  users: number;
}

const seats: WeakMap<RunStorage, Map<string, ChatSeat>> = new WeakMap();

/** Looks at a request to a chat, once those before it were looked at. How its answer streams is another matter. */
export async function atSeat<T>(store: RunStorage, id: string, work: (seat: ChatSeat) => Promise<T>): Promise<T> {
  const chats = seats.get(store) ?? new Map<string, ChatSeat>();
  seats.set(store, chats);
  const seat = chats.get(id) ?? { live: undefined, queue: Promise.resolve(), users: 0 };
  chats.set(id, seat);
  seat.users += 1;
  const done = seat.queue.then(() => work(seat));
  seat.queue = done.catch(() => undefined);
  try {
    return await done;
  } finally {
    seat.users -= 1;
    freeSeat(store, id);
  }
}

/** Forgets a chat that nobody asks for, and of which nothing lives here. */
export function freeSeat(store: RunStorage, id: string): void {
  const chats = seats.get(store);
  const seat = chats?.get(id);
  if (seat !== undefined && seat.users === 0 && seat.live === undefined) chats?.delete(id);
}
