'use client';
import { useStore } from 'zustand';
import type { Conversation } from '../conversation/conversation.js';
import type { ConversationState } from '../conversation/state/conversation-state.js';

/**
 * Reads a part of a conversation's state; the component renders again only when that part changes.
 *
 * @param run a conversation, or the result of `useAgentRun`.
 * @param selector returns what the component needs; a new object each time renders each time.
 * @example const status = useConversation(run, (state) => state.status);
 */
export function useConversation<T>(run: Pick<Conversation, 'store'>, selector: (state: ConversationState) => T): T {
  return useStore(run.store, selector);
}
