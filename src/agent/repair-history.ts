import type { ModelMessage, ToolCallPart, ToolResultPart } from 'ai';
import { toModelOutput } from '../protocol/call-end.js';

/** What a history leaves open, and the history with everything closed that nobody will answer any more. */
export interface RepairedHistory {
  readonly messages: readonly ModelMessage[];
  /** Calls of the last response, when nothing but results follows it. In emission order. */
  readonly open: readonly ToolCallPart[];
}

/**
 * Closes dangling calls as interrupted: calls without a result that a later message has passed by. Providers refuse a
 * history with them. Deterministic; a repaired history comes back as it is.
 */
export function repairHistory(history: readonly ModelMessage[]): RepairedHistory {
  const messages: ModelMessage[] = [];
  let open: readonly ToolCallPart[] = [];
  for (const message of history) {
    if (message.role === 'tool') open = without(open, message);
    else if (open.length > 0) {
      messages.push(interrupted(open));
      open = [];
    }
    messages.push(message);
    if (message.role === 'assistant') open = clientCalls(message);
  }
  return { messages, open };
}

/** The calls of a response that this side has to answer. */
function clientCalls(message: ModelMessage): readonly ToolCallPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  const requested = new Set(
    message.content.flatMap((part) => (part.type === 'tool-approval-request' ? [part.toolCallId] : [])),
  );
  return message.content.filter(
    (part): part is ToolCallPart =>
      part.type === 'tool-call' && (part.providerExecuted !== true || requested.has(part.toolCallId)),
  );
}

function without(open: readonly ToolCallPart[], message: ModelMessage & { role: 'tool' }): readonly ToolCallPart[] {
  const answered = new Set(
    message.content.map((part) => (part.type === 'tool-result' ? part.toolCallId : part.approvalId)),
  );
  return open.filter(({ toolCallId }) => !answered.has(toolCallId));
}

function interrupted(calls: readonly ToolCallPart[]): ModelMessage {
  const content = calls.map(
    ({ toolCallId, toolName }): ToolResultPart => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: toModelOutput({ status: 'interrupted' }),
    }),
  );
  return { role: 'tool', content };
}
