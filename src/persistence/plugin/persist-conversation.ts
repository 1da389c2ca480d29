import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { ConversationPersister, PersistableConversation } from '../../conversation/state/persister.js';
import type { ConversationRepository } from './conversation-repository.js';
import { ConversationSession, type LoadedConversation } from './conversation-session.js';
import { earlierEvents } from './earlier-events.js';
import { type FollowedConversation, type FollowingPage, followConversation } from './follow-conversation.js';
import { followedEvents, followedState } from './follower-state.js';
import { conversationGone, notPersisted } from './persist-errors.js';
import { applySubmitted, type SharedConversation } from './submitted-answers.js';

/**
 * Persists a conversation in a repository: loads it, elects the page that leads it, and has the other pages follow. It
 * is the `persist` method of a {@link ConversationRepository}: storages of `countersign/persistence` have it, and one
 * of your own gets it from here.
 *
 * @param this the repository whose method it is.
 * @param key of the conversation.
 * @param conversation hydrated once this page leads.
 * @returns `undefined` when the repository failed at once; then the state of the conversation has the error.
 * @example const repository: ConversationRepository = { claim, load, persist: persistConversation };
 */
export function persistConversation(
  this: ConversationRepository,
  key: string,
  conversation: PersistableConversation,
): ConversationPersister | undefined {
  try {
    return openSession(this, key, conversation);
  } catch (cause) {
    conversation.store.setState({ error: notPersisted(cause) });
    return undefined;
  }
}

function openSession(
  repository: ConversationRepository,
  key: string,
  conversation: PersistableConversation,
): ConversationPersister {
  const { store, decide } = conversation;
  const channel = repository.channel?.(key);
  const shared = channel && { repository, key, channel, store, submitted: new Map() };
  let stopLeading: (() => void) | undefined;
  const earlier = earlierEvents(repository, key, {
    store,
    fail: (cause) => store.setState({ error: notPersisted(cause) }),
  });
  const follower = createFollower(shared, () => followingPage(conversation, session, earlier));
  const session = new ConversationSession(
    conversation,
    { repository, key },
    {
      hydrate: (loaded, log) => {
        const snapshot = loadedSnapshot(conversation, loaded);
        // The state on screen was persisted, by this page or the leading one, so the record was deleted.
        if (snapshot === undefined && store.getState().place !== 'opening') throw conversationGone();
        const drafts = follower.takeDrafts();
        conversation.hydrate(snapshot && { ...snapshot, drafts: { ...snapshot.drafts, ...drafts } }, log);
      },
      follow: follower.follow,
      lead: () =>
        (stopLeading =
          shared && applySubmitted(shared, { decide, saved: () => session.saved(), isBusy: () => session.isBusy })),
      onStored: (what) => channel?.send(what),
    },
  );
  saveChanges(store, session);
  return {
    begin: (active) => session.begin(active),
    applyEvent: (event) => session.applyEvent(event),
    stop: (reason) => session.stop(reason),
    end: (outcome) => session.end(outcome),
    changed: () => session.changed(),
    followerVerbs: follower.verbs,
    takeLead: follower.takeLead,
    ...earlier,
    close: () => {
      stopLeading?.();
      follower.close();
      session.close();
      channel?.close();
    },
  };
}

/** A page that follows from time to time. */
interface Follower {
  /** Follows until the returned function is called; `steal` takes the lead. */
  readonly follow: (steal: () => void) => () => void;
  readonly verbs: ConversationPersister['followerVerbs'];
  readonly takeLead: () => void;
  /** Returns the drafts that were typed while this page followed, once. */
  readonly takeDrafts: () => ConversationSnapshot['drafts'];
  readonly close: () => void;
}

function createFollower(shared: SharedConversation | undefined, pageOf: () => FollowingPage): Follower {
  let followed: FollowedConversation | undefined;
  let takeLead = (): void => {};
  let typed: ConversationSnapshot['drafts'] = {};
  return {
    follow: (steal) => {
      takeLead = steal;
      const page = pageOf();
      followed = shared && followConversation(shared, page);
      if (shared === undefined) void page.show(new Map(), 'unknown');
      return () => {
        takeLead = () => {};
        typed = followed?.end() ?? {};
        followed = undefined;
      };
    },
    verbs: () => followed?.verbs,
    takeLead: () => takeLead(),
    takeDrafts: () => {
      const drafts = typed;
      typed = {};
      return drafts;
    },
    close: () => {
      followed?.end();
      for (const settle of shared?.submitted.values() ?? []) settle({ status: 'late', reason: 'cancelled' });
    },
  };
}

/** Shows the conversation as another page stores it. */
function followingPage(
  conversation: PersistableConversation,
  session: ConversationSession,
  { showsAll }: Pick<ConversationPersister, 'showsAll'>,
): FollowingPage {
  const { store } = conversation;
  return {
    show: async (drafts, leader) => {
      const found = await session.readFollowed();
      if (found === undefined) return;
      try {
        const snapshot = loadedSnapshot(conversation, found.loaded);
        if (snapshot === undefined) return;
        store.setState((state) => ({
          ...(leader === 'present'
            ? followedState(state, snapshot, drafts)
            : { messages: snapshot.shown, place: 'elsewhere' }),
          ...followedEvents(state, found.log, showsAll()),
        }));
      } catch (cause) {
        store.setState({ error: notPersisted(cause) });
      }
    },
    readLog: async () => {
      const log = await session.readLog();
      if (log !== undefined) store.setState((state) => followedEvents(state, log, showsAll()));
    },
  };
}

/** Returns the messages that wait in the active run. */
function sentTo({ steering }: Pick<ConversationState, 'steering'>): NonNullable<ConversationState['steering']> {
  return steering ?? [];
}

/** Saves soon what people send, answer and type. */
function saveChanges(store: PersistableConversation['store'], session: ConversationSession): void {
  store.subscribe((now, before) => {
    const isQueueChanged = now.queued !== before.queued || sentTo(now).length !== sentTo(before).length;
    const isAnswered = before.pending.some(({ batchId }) => !now.pending.some((batch) => batch.batchId === batchId));
    if (isAnswered && !isQueueChanged) session.batchAnswered();
    else if (isQueueChanged || now.pending !== before.pending) session.changed();
    else if (now.drafts !== before.drafts) session.draftsChanged();
  });
}

function loadedSnapshot(
  { snapshotOf }: PersistableConversation,
  loaded: LoadedConversation,
): ConversationSnapshot | undefined {
  return loaded === undefined || 'v' in loaded ? loaded : snapshotOf(loaded);
}
