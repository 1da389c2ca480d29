import type { StoreApi } from 'zustand/vanilla';
import type { Broker } from '../../approval/broker/broker.js';
import type { Decision } from '../../approval/broker/decision.js';
import type { ItemAnswer } from '../../approval/broker/pending.js';
import { noUsage } from '../../protocol/outcome.js';
import type { ConversationState, UserInput } from '../state/conversation-state.js';
import { ConversationKeeper } from './conversation-keeper.js';
import type { ConversationMemory } from './conversation-memory.js';
import type { ActiveRun, ConversationStorage, StoredConversation } from './stored-conversation.js';

/** A conversation that is to be kept. */
export interface KeptConversation {
  readonly store: StoreApi<ConversationState>;
  readonly memory: ConversationMemory;
  readonly broker: Broker;
  /** Begins the run again that went on. */
  readonly begin: (active: ActiveRun) => void;
  /** Ends the life of the run that goes on here. */
  readonly leave: () => void;
  /** Sends what was said while the conversation was opened. */
  readonly sendQueued: () => void;
}

/** Keeps a conversation in a storage, and takes it up where an earlier page has left it. */
export function keepConversation(
  storage: ConversationStorage,
  key: string,
  { store, memory, broker, begin, leave, sendQueued }: KeptConversation,
): ConversationKeeper {
  store.setState({ place: 'opening' });
  const restore = (stored: StoredConversation | undefined): void => {
    store.setState({ place: 'here' });
    if (stored !== undefined) {
      memory.restore(stored);
      store.setState(({ queued }) => restedState(stored, queued));
      repeatChoices(store, broker, stored.choices);
      if (stored.active !== undefined) begin(stored.active);
    }
    if (store.getState().status === 'idle') sendQueued();
  };
  const keeper = new ConversationKeeper(storage, key, {
    snapshot: () => memory.snapshot(store.getState()),
    live: () => memory.live(store.getState()),
    restore,
    show: ({ shown }) => store.setState({ messages: shown, place: 'elsewhere' }),
    lose: () => {
      leave();
      // They are kept, and come back with the rest.
      store.setState({ place: 'elsewhere', queued: [] });
    },
    fail: (error) => store.setState({ error }),
  });
  store.subscribe((now, before) => {
    if (now.queued !== before.queued || now.drafts !== before.drafts || now.pending !== before.pending)
      keeper.changed();
  });
  return keeper;
}

/** The state of a conversation that was kept; what was said to this page comes last. */
function restedState(
  { messages, history, parked, conversationId = '', queued, active }: StoredConversation,
  said: readonly UserInput[],
): Partial<ConversationState> {
  const base = { messages, error: null, queued: [...queued, ...said] };
  if (parked === null || active !== undefined) return { ...base, status: 'idle', parked: null, outcome: null };
  const outcome = { runId: '', conversationId, messages: history, newMessages: [], usage: noUsage } as const;
  return { ...base, status: 'deferred', parked, outcome: { type: 'deferred', requests: parked, ...outcome } };
}

/** Gives the answers again that people had given to a batch which was not whole, as soon as it is back. */
function repeatChoices(
  store: StoreApi<ConversationState>,
  broker: Broker,
  choices: Readonly<Record<string, ItemAnswer>>,
): void {
  const open = new Map(Object.entries(choices));
  if (open.size === 0) return;
  const unsubscribe = store.subscribe(({ pending }) => {
    for (const { id, state } of pending.flatMap(({ items }) => items)) {
      const choice = open.get(id);
      if (choice === undefined || state.status !== 'waiting') continue;
      open.delete(id);
      void broker.respond(id, choice as Decision); // answers are decisions as data
    }
    if (open.size === 0) unsubscribe();
  });
}
