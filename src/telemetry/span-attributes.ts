import type { ModelMessage } from 'ai';
import type { JSONValue } from '../protocol/base/json.js';
import type { RunUsage } from '../protocol/outcome.js';

/** The names of span attributes: those of the semantic conventions, and our own for data that they do not name. */
export const attributeNames = {
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

/** Returns the tokens used between two counts. */
export function usageAttributes(now: RunUsage, before: RunUsage): Record<string, number> {
  return {
    'gen_ai.usage.input_tokens': now.inputTokens - before.inputTokens,
    'gen_ai.usage.output_tokens': now.outputTokens - before.outputTokens,
  };
}

/** Returns messages as JSON, in the format of the semantic conventions. */
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
      // The input was parsed from JSON.
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input as JSONValue };
    case 'tool-result':
      // The output is sent to the model as JSON.
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output as JSONValue };
    default:
      // Files are too large for an attribute.
      return { type: part.type };
  }
}
