'use client';
import { useEffect, useState } from 'react';
import type { ConversationSummary, Conversations } from '../persistence/index.js';

/**
 * Returns the conversations of a storage, the latest first, and renders again whenever one of them changes in this page
 * or another. Empty until they are loaded.
 *
 * @param storage of `countersign/persistence`, the same object in each rendering.
 * @example <ConversationList conversations={useStoredConversations(storage)} selected={id} onSelect={open} />
 */
export function useStoredConversations({
  conversations,
}: {
  readonly conversations: Pick<Conversations, 'list' | 'subscribe'>;
}): readonly ConversationSummary[] {
  const [read, setRead] = useState<{ readonly from: unknown; readonly list: readonly ConversationSummary[] }>();
  useEffect(() => {
    let latest = 0;
    const readAgain = async (): Promise<void> => {
      latest += 1;
      const turn = latest;
      try {
        const found = await conversations.list();
        if (turn === latest) setRead({ from: conversations, list: found });
      } catch {
        // The storage reports its own problems (`onProblem`); the loaded list stays.
      }
    };
    void readAgain();
    const unsubscribe = conversations.subscribe(() => void readAgain());
    return () => {
      latest = -1;
      unsubscribe();
    };
  }, [conversations]);
  return read?.from === conversations ? read.list : none;
}

const none: readonly ConversationSummary[] = [];
