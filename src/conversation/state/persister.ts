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

/** Persists conversations. For the option `storage`; `countersign/persistence` has implementations. */
export interface ConversationStorage {
  /**
   * Starts to persist a conversation under a key. The conversation is `opening` and queues messages until the persister
   * calls `hydrate`, which it must not do before this method has returned.
   *
   * @returns `undefined` if the storage failed. The state of the conversation has the error then.
   */
  persist(key: string, conversation: PersistableConversation): ConversationPersister | undefined;
}

/** The functions of a conversation that its persister calls. */
export interface PersistableConversation {
  /** The state. The persister sets `place` and `error`, and the state of the leading page while it follows. */
  readonly store: StoreApi<ConversationState>;
  readonly clock: Clock;
  /** Returns the conversation as plain data, without an unfinished run. */
  readonly dehydrate: () => RestingConversation & LiveConversation;
  /** Returns the part that changes during a run. */
  readonly dehydrateLive: () => LiveConversation;
  /**
   * Returns the snapshot of a conversation of which only messages were persisted.
   *
   * @throws UserError `initial-messages` for invalid messages.
   */
  readonly snapshotOf: (messages: readonly UIMessage[]) => ConversationSnapshot;
  /**
   * Continues the conversation in this page: starts its unfinished run again, and sends queued messages. Messages that
   * were queued in this page come last.
   *
   * @param snapshot the snapshot that was persisted; `undefined` for a new conversation.
   * @param log the newest events of finished runs.
   */
  readonly hydrate: (snapshot: ConversationSnapshot | undefined, log: LogPart) => void;
  /** Ends the activation of the current run: another page may continue it. */
  readonly suspend: () => void;
  readonly stop: (reason: string) => void;
  readonly decide: Verbs['decide'];
}

/** Persists one conversation, which calls its functions. */
export interface ConversationPersister {
  /** The persisted events. */
  readonly log?: PersistedLog | undefined;
  /** Called when a run starts, or starts again. `undefined`: this page must not run the conversation. */
  readonly begin: (active: ActiveRun) => { readonly runId: string; readonly journal: RunJournal } | undefined;
  readonly applyEvent: (event: RunEvent) => void;
  /** Called when a person stops the run. It stays stopped even if the page is closed before it has ended. */
  readonly stop: (reason?: string) => void;
  /** Called when a run has ended, or was interrupted and can continue. */
  readonly end: (outcome: RunOutcome<unknown>) => void;
  /** Called when the conversation has changed without a run. */
  readonly changed: () => void;
  /** Returns the verbs that work in this page while it follows another one; else `undefined`. */
  readonly followerVerbs: () => Partial<Verbs> | undefined;
  readonly takeLead: () => void;
  readonly showEarlier: () => void;
  /** Returns `true` once a person has asked for earlier events. Then no event is dropped. */
  readonly showsAll: () => boolean;
  /** Persists all pending changes, and stops. */
  readonly close: () => void;
}

/** About a hundred turns. Earlier events are read from the storage on demand. */
const defaultMax = 4000;

/** Returns the limit of events in memory. None once a person has requested earlier events. */
export function eventRoom(persister: ConversationPersister | undefined, max?: number): EventRoom {
  if (persister?.log === undefined) return { max: max ?? Number.POSITIVE_INFINITY, rest: 'dropped' };
  return { max: persister.showsAll() ? Number.POSITIVE_INFINITY : (max ?? defaultMax), rest: 'kept' };
}

/** @throws UserError `still-opening` while another page leads the conversation, or this one is still opening it. */
export function refuseElsewhere({ place }: Pick<ConversationState, 'place'>): void {
  if (place !== 'here') throw notOpen();
}

/** Returns the error for a run that cannot start in this page. */
export function notOpen(): UserError {
  return new UserError(
    'still-opening',
    'A run cannot start, because the conversation is still being opened, or another tab runs it. Check `place` first. Messages passed to start() wait.',
  );
}
