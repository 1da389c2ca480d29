import type { RunStore } from '../runs/run-store.js';
import type { LiveTurn } from './live-turn.js';

/** The chats of a store in this process: the runs that it executes, and the order of requests. */
export class LiveChats {
  /** By the id of the run. */
  readonly turns: Map<string, LiveTurn> = new Map();
  /** By chat: the last request that is looked at. */
  readonly #queues: Map<string, Promise<unknown>> = new Map();

  static of(store: RunStore): LiveChats {
    const chats = stores.get(store) ?? new LiveChats();
    stores.set(store, chats);
    return chats;
  }

  /** Looks at a request to a chat once those before it were looked at. Their responses may still be on their way. */
  async withChatLock<T>(id: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#queues.get(id) ?? Promise.resolve()).then(work);
    const settled = done.catch(() => undefined);
    this.#queues.set(id, settled);
    try {
      return await done;
    } finally {
      if (this.#queues.get(id) === settled) this.#queues.delete(id);
    }
  }
}

const stores: WeakMap<RunStore, LiveChats> = new WeakMap();
