import { isList, isRecord } from '../../protocol/base/record.js';

/** A message of a snapshot. */
export interface SnapshotMessage {
  readonly id: string;
  readonly role: string;
  readonly content: unknown;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly text: string }[];
  /** The call whose result it is. */
  readonly resultOf?: string;
  readonly error: unknown;
}

/** Returns the valid messages of a snapshot. */
export function readSnapshot(messages: unknown): readonly SnapshotMessage[] {
  if (!isList(messages)) return [];
  return messages.flatMap((message): SnapshotMessage[] => {
    if (!isRecord(message) || typeof message.id !== 'string' || typeof message.role !== 'string') return [];
    const { id, role, content, toolCalls, toolCallId, error } = message;
    const calls = isList(toolCalls) ? toolCalls.flatMap(readCall) : [];
    const isResult = role === 'tool' && typeof toolCallId === 'string';
    return [{ id, role, content, calls, error, ...(isResult ? { resultOf: toolCallId } : {}) }];
  });
}

function readCall(call: unknown): SnapshotMessage['calls'] {
  if (!isRecord(call) || typeof call.id !== 'string' || !isRecord(call.function)) return [];
  const { name, arguments: text } = call.function;
  return typeof name === 'string' && typeof text === 'string' ? [{ id: call.id, name, text }] : [];
}
