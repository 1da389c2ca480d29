import type { Conversation, ConversationState, createConversation } from 'countersign/core';
import { z } from 'zod';

/** Where a conversation takes its timers from. */
export type ConversationEnvironment = NonNullable<Parameters<typeof createConversation>[1]>;

export const inputSchema: z.ZodObject<{ path: z.ZodString }> = z.object({ path: z.string() });

/** What one call of a scripted model says. */
interface ScriptedCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: { readonly path: string };
}

/** A call of a scripted model, whose id is its input, too. */
export function call(toolName: string, toolCallId: string): ScriptedCall {
  return { toolName, toolCallId, input: { path: toolCallId } };
}

/** Waits for what a conversation comes to. */
export async function until(
  { store }: Pick<Conversation, 'store'>,
  isSo: (state: ConversationState) => boolean,
): Promise<ConversationState> {
  if (isSo(store.getState())) return store.getState();
  return await new Promise((resolve) => {
    const unsubscribe = store.subscribe((state) => {
      if (!isSo(state)) return;
      unsubscribe();
      resolve(state);
    });
  });
}

/** All texts of a conversation. */
export function textOf({ messages }: Pick<ConversationState, 'messages'>): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('|');
}

/** A clock whose seconds are over at once. */
export const quick: ConversationEnvironment = {
  setTimeout: (callback) => {
    const timer = setTimeout(callback, 1);
    return () => clearTimeout(timer);
  },
};
