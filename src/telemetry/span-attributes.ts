import type { ModelMessage } from 'ai';
import type { JSONValue } from '../protocol/base/json.js';
import type { RunUsage } from '../protocol/outcome.js';

/** Names of attributes: by the conventions where they have one, else of our own. */
export const names = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  model: 'gen_ai.request.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  tool: 'gen_ai.tool.name',
  call: 'gen_ai.tool.call.id',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  error: 'error.type',
  status: 'http.response.status_code',
  run: 'countersign.run.id',
  step: 'countersign.step',
  outcome: 'countersign.outcome',
  output: 'countersign.output',
  end: 'countersign.call.end',
  approved: 'countersign.call.approved',
  edited: 'countersign.call.edited',
  batch: 'countersign.batch.id',
  approvals: 'countersign.batch.approvals',
  external: 'countersign.batch.external',
  answer: 'countersign.answer',
  decidedBy: 'countersign.decided_by',
} as const;

/** The tokens that were used since. */
export function usageAttributes(now: RunUsage, before: RunUsage): Record<string, number> {
  return {
    'gen_ai.usage.input_tokens': now.inputTokens - before.inputTokens,
    'gen_ai.usage.output_tokens': now.outputTokens - before.outputTokens,
  };
}

/** Messages in the form of the conventions. */
export function messagesText(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages.map(({ role, content }) => ({ role, parts: toSpanParts(content) })));
}

function toSpanParts(content: ModelMessage['content']): readonly JSONValue[] {
  return typeof content === 'string' ? [{ type: 'text', content }] : content.map(toSpanPart);
}

function toSpanPart(part: Exclude<ModelMessage['content'], string>[number]): JSONValue {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input as JSONValue }; // a model's JSON
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output as JSONValue }; // JSON, as it is sent
    default:
      // Files are too large for an attribute.
      return { type: part.type };
  }
}
