'use client';
import type { ReactElement } from 'react';
import { ConversationProblem, ConversationsImport } from './conversation-import.js';
import { ConversationItems, ConversationsElsewhere, ConversationsStart } from './conversation-items.js';
import { ConversationsRoot, type ConversationsRootProps } from './conversations-root.js';

/** Props of {@link ConversationList}. */
type ConversationListProps = Omit<ConversationsRootProps, 'children' | 'render'>;

/**
 * The conversations of an app, with their status and their numbers of pending calls. With their shared broker, calls of
 * other runs are counted, too. It is made of the parts in `Conversations` only.
 *
 * With `actions`, stored conversations can be renamed, exported and deleted, and others imported.
 *
 * @example
 * <ConversationList
 *   conversations={useStoredConversations(storage)} actions={storage.conversations} selected={id} onSelect={open}
 * />
 * @example
 * <ConversationList
 *   conversations={[{ id: 'a', run: first }, { id: 'b', run: second }]} selected="a" onSelect={open} broker={broker}
 * />
 */
export function ConversationList(props: ConversationListProps): ReactElement {
  return (
    <ConversationsRoot {...props}>
      <ConversationsStart />
      <ConversationItems />
      <ConversationsElsewhere />
      <ConversationsImport />
      <ConversationProblem />
    </ConversationsRoot>
  );
}
