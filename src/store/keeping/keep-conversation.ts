import type { UIMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../protocol/base/clock.js';
import { toOwnError } from '../../protocol/base/error-from-data.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { noUsage } from '../../protocol/outcome.js';
import { Follower } from '../mirror/follower.js';
import { tellOthers } from '../mirror/tell-others.js';
import { type ConversationState, initialState, type UserInput } from '../state/conversation-state.js';
import { EventList } from '../state/event-list.js';
import type { Verbs } from '../state/verbs.js';
import { conversationGone } from './conversation-gone.js';
import { ConversationKeeper, type Loaded, notKept } from './conversation-keeper.js';
import type { ConversationMemory } from './conversation-memory.js';
import { type EarlierEvents, earlierEvents } from './earlier-events.js';
import type { LogPart } from './log-part.js';
import { putDown, putDownLive, takeOver } from './put-down.js';
import type { ActiveRun, ConversationStorage, StoredConversation } from './stored-conversation.js';

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
  /** What other pages may have done here. */
  readonly verbs: Verbs;
  readonly clock: Clock;
  /** Sends what is first in the queue. */
  readonly sendQueued: () => void;
}

/** A conversation that is kept from here. */
export interface KeptHere extends EarlierEvents {
  readonly keeper: ConversationKeeper;
  /** What people can do, where another page goes on with it and says what happens. */
  readonly elsewhere: () => Verbs | undefined;
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
  let follower: Follower | undefined;
  let leading: (() => void) | undefined;
  let stopTelling = (): void => {};
  let begunElsewhere: Drafts = {};
  const leaveRun = (): void => {
    stopTelling();
    leave();
  };
  const keeper = new ConversationKeeper(storage, key, {
    snapshot: () => putDown(memory, store.getState()),
    live: () => putDownLive(memory, store.getState()),
    restore: (loaded, log) => {
      stopTelling();
      stopTelling = takeUp(kept, withDrafts(toStored(kept, loaded), begunElsewhere), log);
      begunElsewhere = {};
    },
    show: (loaded) => {
      // What the page that goes on has told by now is newer.
      if (follower?.verbs === undefined)
        store.setState({ messages: toStored(kept, loaded)?.shown ?? [], place: 'elsewhere' });
    },
    follow: (steal) => {
      if (channel === undefined) return () => {};
      follower = new Follower(channel, { store, clock, onSilence: steal });
      return () => {
        begunElsewhere = follower?.end() ?? {};
        follower = undefined;
      };
    },
    lead: () => (leading = channel === undefined ? () => {} : tellOthers(channel, { store, verbs })),
    ...{ stop, clock },
    lose: () => {
      leaveRun();
      store.setState({ place: 'elsewhere', queued: [] }); // they are kept, and come back with the rest
    },
    giveUp: () => {
      leaveRun();
      // What is said waits: no page has the conversation.
      store.setState({ place: 'opening' });
    },
    fail: (error) => store.setState({ error }),
  });
  keepChanges(store, keeper);
  return {
    keeper,
    elsewhere: () => follower?.verbs,
    ...earlierEvents(storage, key, { store, fail: (cause) => store.setState({ error: notKept(cause) }) }),
    close: () => {
      // That its cards go away is nothing to be told: the next page has them.
      leading?.();
      follower?.end();
      stopTelling();
      keeper.close();
      channel?.close();
    },
  };
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

/**
 * Goes on with what was kept. What was said to this page while it was opened comes after that.
 *
 * @returns ends the telling of what was asked of another page in vain.
 */
function takeUp(kept: KeptConversation, stored: StoredConversation | undefined, log: LogPart): () => void {
  const { store, memory, begin, say, sendQueued } = kept;
  const { queued: said, error, place } = store.getState();
  // What this page shows by now was kept before, here or by the page that told it.
  if (stored === undefined && place !== 'opening') throw conversationGone();
  let stopTelling = (): void => {};
  const { queued = [], active, lastEnd = null } = stored ?? {};
  if (stored !== undefined) {
    takeOver(memory, stored);
    // Of what was asked of another page in vain, its person still has to hear.
    store.setState({ ...restedState(stored), ...(error?.code === 'page-gone' ? { error } : {}) });
    if (active !== undefined) {
      if (error?.code === 'page-gone') stopTelling = keepTelling(store, error);
      begin(active);
    }
  }
  // After a run that was stopped or failed, what stands in the queue waits, and what is said anew is sent.
  const isHeld = active === undefined && lastEnd !== null;
  const [next, ...later] = said;
  // With its place: who tells people what happens is not to tell what was read.
  store.setState({
    place: 'here',
    queued: [...queued, ...(isHeld ? later : said)],
    events: EventList.of(log.events),
    earlierEvents: log.earlier,
  });
  if (isHeld && next !== undefined) say(next);
  else if (!isHeld && store.getState().status === 'idle') sendQueued();
  return stopTelling;
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

/** Shows an error again that the run takes away which begins again by itself. Gives what ends it. */
function keepTelling(store: KeptConversation['store'], error: CountersignError): () => void {
  const unsubscribe = store.subscribe((state) => {
    if (state.error !== null || state.status === 'idle') return;
    unsubscribe();
    store.setState({ error });
  });
  return unsubscribe;
}
