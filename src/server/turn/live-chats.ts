import { RequestGate } from '../admission/request-gate.js';
import type { RunStore } from '../runs/run-store.js';
import type { LiveTurn } from './live-turn.js';

/** The chats of a store in this process: the turns that it executes, and a queue of requests for each chat. */
export class LiveChats {
  /** The turns that this process executes, by run id. */
  readonly turns: Map<string, LiveTurn> = new Map();
  readonly gate: RequestGate = new RequestGate();
  /** The last queued request of each chat. */
  readonly #queues: Map<string, Promise<unknown>> = new Map();

  /** Returns the chats of a store. Every call for one store returns the same object. */
  static of(store: RunStore): LiveChats {
    const chats = stores.get(store) ?? new LiveChats();
    stores.set(store, chats);
    return chats;
  }

  /** Runs work after all earlier work of the same chat. Responses of earlier requests may still be streaming. */
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
