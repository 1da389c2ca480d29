import type { UIMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../protocol/base/clock.js';
import { toOwnError } from '../../protocol/base/error-from-data.js';
import { noUsage } from '../../protocol/outcome.js';
import { type ConversationState, initialState, type UserInput } from '../state/conversation-state.js';
import { EventList } from '../state/event-list.js';
import type { Verbs } from '../state/verbs.js';
import { ConversationKeeper, conversationGone, type Loaded, notKept } from './conversation-keeper.js';
import type { ConversationMemory } from './conversation-memory.js';
import { type EarlierEvents, earlierEvents } from './earlier-events.js';
import { type FollowedConversation, type FollowingPage, followConversation } from './follow-conversation.js';
import type { LogPart } from './log-part.js';
import { putDown, putDownLive, takeOver } from './put-down.js';
import type { ActiveRun, ConversationStorage, StoredConversation } from './stored-conversation.js';
import { applySubmitted } from './submitted-answers.js';

type Drafts = StoredConversation['drafts'];

/** A conversation that is to be kept. */
export interface KeptConversation {
  readonly store: StoreApi<ConversationState>;
  readonly memory: ConversationMemory;
  /** Reads messages that are kept alone. */
  readonly restoreMessages: (
    messages: readonly UIMessage[],
  ) => Pick<StoredConversation, 'messages' | 'history' | 'turns'>;
  /** Begins the run again that went on. */
  readonly begin: (active: ActiveRun) => void;
  readonly stop: (reason: string) => void;
  /** Ends the life of the run that goes on here. */
  readonly leave: () => void;
  readonly say: (input: UserInput) => void;
  /** What other pages may do here. */
  readonly verbs: Pick<Verbs, 'decide'>;
  readonly clock: Clock;
  /** Sends what is first in the queue. */
  readonly sendQueued: () => void;
}

/** A conversation that is kept from here. */
export interface KeptHere extends EarlierEvents {
  readonly keeper: ConversationKeeper;
  /** What people can do while another page leads. */
  readonly elsewhere: () => FollowedConversation['verbs'] | undefined;
  /** Takes the lead from the page that has it. */
  readonly takeLead: () => void;
  readonly close: () => void;
}

/** Keeps a conversation in a storage, and takes it up where an earlier page has left it. `undefined`: the storage broke, which the state says. */
export function keepConversation(
  storage: ConversationStorage,
  key: string,
  kept: KeptConversation,
): KeptHere | undefined {
  try {
    return keepHere(storage, key, kept);
  } catch (cause) {
    kept.store.setState({ error: notKept(cause) });
    return undefined;
  }
}

function keepHere(storage: ConversationStorage, key: string, kept: KeptConversation): KeptHere {
  const { store, memory, leave, stop, verbs, clock } = kept;
  const channel = storage.channel?.(key);
  const shared = channel && { storage, key, channel, store, submitted: new Map() };
  let followed: FollowedConversation | undefined;
  let stopLeading: (() => void) | undefined;
  let takeLead = (): void => {};
  let typed: Drafts = {};
  const earlier = earlierEvents(storage, key, { store, fail: (cause) => store.setState({ error: notKept(cause) }) });
  const keeper = new ConversationKeeper(storage, key, {
    snapshot: () => putDown(memory, store.getState()),
    live: () => putDownLive(memory, store.getState()),
    restore: (loaded, log) => {
      takeUp(kept, withDrafts(toStored(kept, loaded), typed), log);
      typed = {};
    },
    follow: (steal) => {
      takeLead = steal;
      const page = followingPage(kept, keeper, earlier);
      followed = shared && followConversation(shared, page);
      if (shared === undefined) void page.show(new Map(), 'unknown');
      return () => {
        takeLead = () => {};
        typed = followed?.end() ?? {};
        followed = undefined;
      };
    },
    lead: () =>
      (stopLeading =
        shared &&
        applySubmitted(shared, { decide: verbs.decide, saved: () => keeper.saved(), isBusy: () => keeper.isBusy })),
    onStored: (what) => channel?.send(what),
    ...{ stop, clock },
    lose: () => {
      leave();
      // Queued messages are stored, and come back with the rest.
      store.setState({ place: 'elsewhere', queued: [], pending: [] });
    },
    giveUp: () => {
      leave();
      // What is said waits: no page has the conversation.
      store.setState({ place: 'opening' });
    },
    fail: (error) => store.setState({ error }),
  });
  keepChanges(store, keeper);
  return {
    keeper,
    elsewhere: () => followed?.verbs,
    takeLead: () => takeLead(),
    ...earlier,
    close: () => {
      stopLeading?.();
      followed?.end();
      for (const settle of shared?.submitted.values() ?? []) settle({ status: 'late', reason: 'cancelled' });
      keeper.close();
      channel?.close();
    },
  };
}

/** Shows what another page stores. */
function followingPage(
  kept: KeptConversation,
  keeper: ConversationKeeper,
  { showsAll }: Pick<EarlierEvents, 'showsAll'>,
): FollowingPage {
  const { store } = kept;
  return {
    show: async (drafts, led) => {
      const found = await keeper.read();
      if (found === undefined) return;
      try {
        const stored = toStored(kept, found.stored);
        if (stored === undefined) return;
        store.setState((state) => ({
          ...(led === 'led' ? followedState(state, stored, drafts) : { messages: stored.shown, place: 'elsewhere' }),
          ...followedEvents(state, found.log, showsAll()),
        }));
      } catch (cause) {
        store.setState({ error: notKept(cause) });
      }
    },
    readLog: async () => {
      const log = await keeper.readLog();
      if (log !== undefined) store.setState((state) => followedEvents(state, log, showsAll()));
    },
  };
}

type OwnDrafts = Parameters<FollowingPage['show']>[0];

/** So many events are held of a conversation that another page leads, unless people have asked for more. */
const maxFollowed = 4000;

/** The events of a conversation that another page leads: those that are shown stay the same objects. */
function followedEvents(
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

/** The state of a conversation that another page leads, with what was typed in this one. */
function followedState(
  { drafts: shown }: ConversationState,
  stored: StoredConversation,
  own: OwnDrafts,
): Partial<ConversationState> {
  const { status, shown: messages, pending = [], drafts } = stored;
  const items = pending.flatMap((batch) => batch.items);
  const typed = items.flatMap(({ id, call: { toolCallId } }) => {
    const draft = own.has(id) ? shown[id] : drafts[toolCallId];
    return draft === undefined ? [] : [[id, draft] as const];
  });
  const { events: _, ...rested } = restedState(stored);
  return { ...rested, status, messages, pending, drafts: Object.fromEntries(typed), place: 'elsewhere' };
}

/** Has what people say and begin kept soon. */
function keepChanges(store: KeptConversation['store'], keeper: ConversationKeeper): void {
  store.subscribe((now, before) => {
    const isSaid = now.queued !== before.queued;
    const left = before.pending.some(({ batchId }) => !now.pending.some((batch) => batch.batchId === batchId));
    if (left && !isSaid) keeper.answered();
    else if (isSaid || now.pending !== before.pending) keeper.changed();
    else if (now.drafts !== before.drafts) keeper.typed();
  });
}

/** What was kept; of messages alone, a conversation that goes on from them. */
function toStored({ restoreMessages }: KeptConversation, loaded: Loaded): StoredConversation | undefined {
  if (loaded === undefined || 'v' in loaded) return loaded;
  const { messages, history, turns } = restoreMessages(loaded);
  const nothing = { pendingPrompt: [], queued: [], drafts: {}, choices: {}, parked: null, lastEnd: null };
  return { v: 1, status: 'idle', messages, shown: messages, history, turns, ...nothing };
}

function withDrafts(stored: StoredConversation | undefined, newer: Drafts): StoredConversation | undefined {
  return stored && { ...stored, drafts: { ...stored.drafts, ...newer } };
}

/** Goes on with what was kept. What was said to this page while it was opened comes after that. */
function takeUp(kept: KeptConversation, stored: StoredConversation | undefined, log: LogPart): void {
  const { store, memory, begin, say, sendQueued } = kept;
  const { queued: said, place } = store.getState();
  // What this page shows by now was kept before, here or by the page that leads.
  if (stored === undefined && place !== 'opening') throw conversationGone();
  const { queued = [], active, lastEnd = null } = stored ?? {};
  if (stored !== undefined) {
    takeOver(memory, stored);
    store.setState({ ...restedState(stored), pending: [], drafts: {} });
    if (active !== undefined) begin(active);
  }
  // After a run that was stopped or failed, what stands in the queue waits, and what is said anew is sent.
  const isHeld = active === undefined && lastEnd !== null;
  const [next, ...later] = said;
  store.setState({
    place: 'here',
    queued: [...queued, ...(isHeld ? later : said)],
    events: EventList.of(log.events),
    earlierEvents: log.earlier,
  });
  if (isHeld && next !== undefined) say(next);
  else if (!isHeld && store.getState().status === 'idle') sendQueued();
}

/** The state of a conversation that was kept, before its run begins again. */
function restedState({ messages, history, parked, lastEnd, ...rest }: StoredConversation): Partial<ConversationState> {
  const { conversationId = '', active } = rest;
  // What its run has told is told again.
  const base = { messages, events: initialState.events, error: null, parked: null, outcome: null } as const;
  const about = { runId: '', conversationId, messages: history, newMessages: [], usage: noUsage } as const;
  if (active !== undefined) return { ...base, status: 'idle' };
  if (parked !== null)
    return { ...base, status: 'deferred', parked, outcome: { type: 'deferred', requests: parked, ...about } };
  if (lastEnd?.type === 'failed') {
    const error = toOwnError(lastEnd);
    return { ...base, status: 'failed', error, outcome: { type: 'failed', error, ...about } };
  }
  return { ...base, status: 'idle', outcome: lastEnd === null ? null : { ...lastEnd, ...about } };
}
