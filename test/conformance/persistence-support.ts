import type { Conversation, ConversationState, createConversation, RunEvent } from 'countersign/core';
import { z } from 'zod';

/** The environment of a conversation, with its timers. */
export type ConversationEnvironment = NonNullable<Parameters<typeof createConversation>[1]>;

export const inputSchema: z.ZodObject<{ path: z.ZodString }> = z.object({ path: z.string() });

/** One call in a response of a scripted model. */
interface ScriptedCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: { readonly path: string };
}

/** Returns a call of a scripted model whose input contains its id. */
export function call(toolName: string, toolCallId: string): ScriptedCall {
  return { toolName, toolCallId, input: { path: toolCallId } };
}

/** Waits until a condition on the state holds. */
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

/** Returns all texts of a conversation. */
export function textOf({ messages }: Pick<ConversationState, 'messages'>): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('|');
}

/** An environment whose timers fire immediately. */
export const immediateTimers: ConversationEnvironment = {
  setTimeout: (callback) => {
    const timer = setTimeout(callback, 1);
    return () => clearTimeout(timer);
  },
};

/** Sends a message, and waits until its run ends. */
export async function sendMessage(conversation: Conversation, text: string): Promise<void> {
  const told = conversation.store.getState().events.at(-1);
  conversation.start(text);
  await until(conversation, ({ outcome, events }) => outcome !== null && events.at(-1) !== told);
}

/** Returns the event names without texts, which a log merges. */
export function namesOf(events: Iterable<RunEvent>): readonly string[] {
  return [...events].flatMap(({ type, runId, key }) => (key === undefined ? [] : [`${type} ${runId} ${key}`]));
}

/** Returns all text of the model, joined. */
export function textsOf(events: Iterable<RunEvent>): string {
  return [...events].map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
}
