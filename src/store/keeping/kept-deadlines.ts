import type { StoreApi } from 'zustand/vanilla';
import type { Broker } from '../../approval/broker/broker.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { StoredConversation } from './stored-conversation.js';

interface Waiting {
  readonly store: StoreApi<ConversationState>;
  readonly broker: Broker;
}

/** Until when people can answer what waits, by item id, in milliseconds since 1970: that holds in each life of a run. */
export class KeptDeadlines {
  readonly #kept: Waiting;
  /** Those of an earlier life, whose batch is not back yet. */
  readonly #earlier: Map<string, number> = new Map();
  #end: () => void = () => {};

  constructor(kept: Waiting) {
    this.#kept = kept;
  }

  get all(): Readonly<Record<string, number>> {
    const items = this.#kept.store.getState().pending.flatMap((batch) => batch.items);
    const now = items.flatMap(({ id, expiresAt }) => (expiresAt === undefined ? [] : [[id, expiresAt] as const]));
    return Object.fromEntries([...now, ...this.#earlier]);
  }

  /** Has the calls of a batch that comes back expire when they would have, whatever its question says anew. */
  repeat(stored: StoredConversation | undefined): StoredConversation | undefined {
    const { store, broker } = this.#kept;
    const earlier = this.#earlier;
    this.#end();
    earlier.clear();
    for (const [id, time] of Object.entries(stored?.deadlines ?? {})) earlier.set(id, time);
    this.#end = store.subscribe(({ pending, outcome }) => {
      for (const { id, state } of earlier.size === 0 ? [] : pending.flatMap(({ items }) => items)) {
        const expiresAt = earlier.get(id);
        if (expiresAt === undefined) continue;
        earlier.delete(id);
        if (state.status !== 'decided') broker.extend(id, expiresAt);
      }
      if (outcome !== null) earlier.clear();
    });
    return stored;
  }
}
