import type { UIMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import type { RunJournal } from '../../agent/run/journal.js';
import type { Clock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type {
  ActiveRun,
  ConversationSnapshot,
  LiveConversation,
  RestingConversation,
} from './conversation-snapshot.js';
import type { ConversationState } from './conversation-state.js';
import type { LogPart, PersistedLog } from './event-log.js';
import type { EventRoom } from './hold-events.js';
import type { Verbs } from './verbs.js';

/** Persists conversations: the `storage` of their options. `countersign/persistence` has some. */
export interface ConversationStorage {
  /**
   * Starts to persist a conversation under a key. The conversation is `opening`, and queues messages, until the
   * persister calls `hydrate`: later, not before this method has returned.
   *
   * @returns `undefined` when the storage failed; then the state of the conversation has the error.
   */
  persist(key: string, conversation: PersistableConversation): ConversationPersister | undefined;
}

/** A conversation as its persister sees it. */
export interface PersistableConversation {
  /** Its state. A persister that follows another page writes it: `place`, `error`, and the state of that page. */
  readonly store: StoreApi<ConversationState>;
  readonly clock: Clock;
  /** Returns the conversation as plain data, without an unfinished run. */
  readonly dehydrate: () => RestingConversation & LiveConversation;
  /** Returns the part that changes during a run. */
  readonly dehydrateLive: () => LiveConversation;
  /**
   * Returns a snapshot of a conversation of which only messages were persisted. @throws UserError `initial-messages`
   */
  readonly snapshotOf: (messages: readonly UIMessage[]) => ConversationSnapshot;
  /**
   * Continues the conversation in this page: starts its unfinished run again, and sends queued messages. Messages that
   * were queued in this page come last.
   *
   * @param snapshot of an earlier page. `undefined`: nothing is persisted.
   * @param log the newest events of finished runs.
   */
  readonly hydrate: (snapshot: ConversationSnapshot | undefined, log: LogPart) => void;
  /** Ends the activation of the current run: another page may continue it. */
  readonly suspend: () => void;
  readonly stop: (reason: string) => void;
  readonly decide: Verbs['decide'];
}

/** Persists one conversation. The conversation calls it. */
export interface ConversationPersister {
  /** The events that are persisted, and can be read again. */
  readonly log?: PersistedLog | undefined;
  /** A run starts, or starts again. `undefined`: this page must not run the conversation. */
  readonly begin: (active: ActiveRun) => { readonly runId: string; readonly journal: RunJournal } | undefined;
  readonly applyEvent: (event: RunEvent) => void;
  /** A person stops the run. It stays stopped if the page ends first. */
  readonly stop: (reason?: string) => void;
  /** A run has ended, or was interrupted and can be continued. */
  readonly end: (outcome: RunOutcome<unknown>) => void;
  /** The conversation has changed without a run. */
  readonly changed: () => void;
  /** The verbs that work in this page while it follows another one. `undefined`: it does not. */
  readonly followerVerbs: () => Partial<Verbs> | undefined;
  readonly takeLead: () => void;
  readonly showEarlier: () => void;
  /** Returns `true` once a person has asked for earlier events. Then no event is dropped. */
  readonly showsAll: () => boolean;
  /** Persists what is not persisted yet, and nothing after that. */
  readonly close: () => void;
}

/** A long conversation of some hundred turns. Events before it are read again on demand. */
const defaultMax = 4000;

/** Returns the number of events that the page holds. Events that people have asked for stay. */
export function eventRoom(persister: ConversationPersister | undefined, max?: number): EventRoom {
  if (persister?.log === undefined) return { max: max ?? Number.POSITIVE_INFINITY, rest: 'dropped' };
  return { max: persister.showsAll() ? Number.POSITIVE_INFINITY : (max ?? defaultMax), rest: 'kept' };
}

/** @throws UserError `still-opening` while another page leads the conversation, or this one is still opening it. */
export function refuseElsewhere({ place }: Pick<ConversationState, 'place'>): void {
  if (place !== 'here') throw notOpen();
}

/** Why a run cannot start in this page. */
export function notOpen(): UserError {
  return new UserError(
    'still-opening',
    'A run cannot start, because the conversation is still being opened, or another tab runs it. Check `place` first. Messages passed to start() wait.',
  );
}
