import type { ModelMessage, ToolContent, UIMessage } from 'ai';
import type { RefusedContent } from '../protocol/base/serialize-error.js';
import { removedResult, removedStep } from './messages/removed-content.js';
import type { ConversationMemory } from './state/conversation-memory.js';
import type { ConversationState } from './state/conversation-state.js';

/** Content that a person can remove. A tool is left out of the requests instead. */
export type RemovableContent = Exclude<RefusedContent, { readonly type: 'tool' }>;

const notes = {
  message: '[A message of the user was removed here, because the provider of the model refused it.]',
  result: '[The call ended. Its result was removed, because the provider of the model refused it.]',
} as const;

/**
 * Removes content from the history and the messages of a conversation, and returns the messages. Providers refuse a
 * call without a result, and an answer without a user message. So a note replaces the content if other content depends
 * on it. The note names the tools that ran.
 */
export function removeRefused(
  memory: ConversationMemory,
  { messages }: Pick<ConversationState, 'messages'>,
  refused: RemovableContent,
): readonly UIMessage[] {
  if (refused.type === 'result') {
    memory.history = memory.history.map((message) => withNote(message, refused.toolCallId));
    return messages.map((message) => removedResult(message, refused.toolCallId, notes.result));
  }
  const { index } = refused;
  const removed = memory.history[index];
  if (removed?.role === 'user') return removeMessage(memory, messages, index);
  if (removed?.role !== 'assistant') return messages;
  return removeAnswer(memory, messages, { index, removed });
}

function removeMessage(
  memory: ConversationMemory,
  messages: readonly UIMessage[],
  index: number,
): readonly UIMessage[] {
  const { history } = memory;
  // Some providers refuse an answer without a user message, so a note replaces a message that was answered.
  const isAnswered = history[index + 1]?.role === 'assistant';
  const note: ModelMessage = { role: 'user', content: notes.message };
  memory.history = history.toSpliced(index, 1, ...(isAnswered ? [note] : []));
  const id = memory.turns.all.find((turn) => turn.history === index)?.messageId;
  const place = messages.findIndex((message) => message.id === id);
  const isVoid = place >= 0 && isEmptyAnswer(messages[place + 1]);
  memory.turns.remove({ index, history: isAnswered ? 0 : 1, messages: place < 0 ? 0 : isVoid ? 2 : 1 });
  return place < 0 ? messages : messages.toSpliced(place, isVoid ? 2 : 1);
}

/** Returns `true` for the message of a failed run without content. */
function isEmptyAnswer(message: UIMessage | undefined): boolean {
  return message?.role === 'assistant' && message.parts.every(({ type }) => type === 'step-start');
}

interface Answer {
  readonly index: number;
  readonly removed: Extract<ModelMessage, { role: 'assistant' }>;
}

function removeAnswer(
  memory: ConversationMemory,
  messages: readonly UIMessage[],
  { index, removed }: Answer,
): readonly UIMessage[] {
  const { history } = memory;
  const next = history.findIndex((message, place) => place > index && message.role !== 'tool');
  const end = next < 0 ? history.length : next;
  const names = typeof removed.content === 'string' ? [] : removed.content.flatMap(calledTool);
  const calls = names.length === 0 ? '' : ` It had called these tools, and the calls have ended: ${names.join(', ')}.`;
  const note = `[An answer was removed here, because the provider of the model refused it.${calls}]`;
  memory.history = history.toSpliced(index, end - index, { role: 'assistant', content: note });
  memory.turns.remove({ index, history: end - index - 1, messages: 0 });
  return messages.map((message) => removedStep(message, removed, note));
}

function calledTool(part: { readonly type: string; readonly toolName?: string }): readonly string[] {
  return part.type === 'tool-call' && part.toolName !== undefined ? [part.toolName] : [];
}

/** Replaces the result of a call in a message of the history with a note. */
function withNote(message: ModelMessage, toolCallId: string): ModelMessage {
  if (message.role !== 'tool') return message;
  const output = { type: 'text', value: notes.result } as const;
  const content: ToolContent = message.content.map((part) =>
    part.type === 'tool-result' && part.toolCallId === toolCallId ? { ...part, output } : part,
  );
  return { ...message, content };
}
