import type { Conversation, ConversationState, createConversation, RunEvent } from 'countersign/core';
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

/** Says something, until the run that comes of it is over. */
export async function say(conversation: Conversation, text: string): Promise<void> {
  const told = conversation.store.getState().events.at(-1);
  conversation.start(text);
  await until(conversation, ({ outcome, events }) => outcome !== null && events.at(-1) !== told);
}

/** What happened, without texts, of which a log has each as one. */
export function namesOf(events: Iterable<RunEvent>): readonly string[] {
  return [...events].flatMap(({ type, runId, key }) => (key === undefined ? [] : [`${type} ${runId} ${key}`]));
}

/** All that the model wrote, as one. */
export function textsOf(events: Iterable<RunEvent>): string {
  return [...events].map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
}
