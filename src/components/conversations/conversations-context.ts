'use client';
import type { Broker } from '../../approval/broker/broker.js';
import type { Conversation } from '../../store/conversation.js';
import type { ConversationStatus } from '../../store/state/conversation-state.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { Trial } from './use-trial.js';

/** A conversation of the list. */
export type ConversationEntry = OpenConversation | StoredConversation;

/** A conversation that is open in this page. */
export interface OpenConversation {
  readonly id: string;
  /** What it is called. Default: what was said first. */
  readonly title?: string | undefined;
  /** The conversation: the result of `useAgentRun`, too. */
  readonly run: Pick<Conversation, 'store'>;
  /** What it did when it was kept: of one that lies in a storage, too, as `{ ...stored, run }` has it. Without it, it has no actions. */
  readonly state?: ConversationStatus | undefined;
}

/** A conversation as a storage lists it (`storage.conversations.list()`). */
export interface StoredConversation {
  readonly id: string;
  readonly title: string;
  readonly run?: undefined;
  /** What it did when it was kept. */
  readonly state: ConversationStatus;
  /** Since when people are asked, in milliseconds since 1970. */
  readonly waitingSince?: number | undefined;
}

/**
 * What can be done with conversations that lie in a storage: `storage.conversations`, or some of it, or functions of an app. Each is offered
 * where it is given. What rejects is said at its place.
 */
export interface ConversationActions {
  /** Gives one another title. */
  readonly rename?: ((id: string, title: string) => unknown) | undefined;
  /** Deletes one, for good. */
  readonly delete?: ((id: string) => unknown) | undefined;
  /** What of one is saved as a file of JSON; `undefined`: it is gone. */
  readonly export?: ((id: string) => unknown) | undefined;
  /** Takes what stood in such a file, and makes another conversation of it. */
  readonly import?: ((json: unknown) => unknown) | undefined;
}

/** What the parts of the list share. */
export interface ConversationsControl {
  readonly conversations: readonly ConversationEntry[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onStart: (() => void) | undefined;
  readonly broker: Pick<Broker, 'pending' | 'subscribe'> | undefined;
  readonly actions: ConversationActions;
  /** What became of the last import. */
  readonly trial: Trial;
  /** Says to assistive technology what was done. */
  readonly say: (words: string) => void;
}

/** The list around. */
export const ConversationsContext: PartContext<ConversationsControl> = partContext(
  'Conversations.Root conversations={…}',
  'there is no conversation to choose',
);
