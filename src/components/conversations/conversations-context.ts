'use client';
import type { Broker } from '../../approval/broker/broker.js';
import type { Conversation } from '../../conversation/conversation.js';
import type { ConversationStatus } from '../../conversation/state/conversation-state.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { ListAction } from './use-list-action.js';

/** A conversation of the list. */
export type ConversationEntry = OpenConversation | StoredConversation;

/** A conversation that is open in this page. */
export interface OpenConversation {
  readonly id: string;
  /** The title. Default: the user's first message. */
  readonly title?: string | undefined;
  /** The conversation; the result of `useAgentRun` works, too. */
  readonly run: Pick<Conversation, 'store'>;
  /**
   * The persisted status, for an open conversation that is also in a storage: `{ ...stored, run }`. Without it, the
   * conversation has no actions.
   */
  readonly state?: ConversationStatus | undefined;
}

/** A conversation as a storage lists it (`storage.conversations.list()`). */
export interface StoredConversation {
  readonly id: string;
  readonly title: string;
  readonly run?: undefined;
  /** The status when it was persisted. */
  readonly state: ConversationStatus;
  /** The time since when calls are pending, in milliseconds since 1970. */
  readonly waitingSince?: number | undefined;
}

/**
 * The actions on stored conversations: `storage.conversations`, a part of it, or functions of an app. Each action is
 * offered if it is provided. A rejection is shown where the action was started.
 */
export interface ConversationActions {
  /** Renames a conversation. */
  readonly rename?: ((id: string, title: string) => unknown) | undefined;
  /** Deletes a conversation permanently. */
  readonly delete?: ((id: string) => unknown) | undefined;
  /** Returns the JSON to save as a file; `undefined` if the conversation no longer exists. */
  readonly export?: ((id: string) => unknown) | undefined;
  /** Creates a conversation from the JSON of such a file. */
  readonly import?: ((json: unknown) => unknown) | undefined;
}

/** The values that the parts of the list share. */
export interface ConversationsControl {
  readonly conversations: readonly ConversationEntry[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onStart: (() => void) | undefined;
  readonly broker: Pick<Broker, 'pending' | 'subscribe'> | undefined;
  readonly actions: ConversationActions;
  /** The state of the last import. */
  readonly listAction: ListAction;
  /** Announces a completed action. */
  readonly say: (words: string) => void;
}

/** The list around. */
export const ConversationsContext: PartContext<ConversationsControl> = partContext(
  'Conversations.Root conversations={…}',
  'there is no conversation to choose',
);
