import type { ToolContent } from 'ai';
import type { ToolResultOutput } from '../tools/ai-fields.js';
import { toolOutput } from '../tools/tool-output.js';
import type { RunScope } from './run-scope.js';
import type { TurnCall } from './turn.js';

/** What the model reads about a call: its result, or for a call that the provider runs, the answer to its request. */
export async function toResultPart(run: RunScope, call: TurnCall): Promise<ToolContent[number]> {
  const { toolCallId, toolName, providerOptions, providerApprovalId, state } = call;
  const end = state.status === 'ended' ? state.end : undefined;
  if (providerApprovalId !== undefined) {
    const reason = end !== undefined && 'message' in end ? { reason: end.message } : {};
    return {
      type: 'tool-approval-response',
      approvalId: providerApprovalId,
      approved: state.status === 'passed-on',
      providerExecuted: true,
      ...reason,
    };
  }
  if (end === undefined) throw new Error(`The call '${toolCallId}' has not ended.`); // appendResults passes ended calls only
  const output =
    end.status === 'denied' && run.config.denialFormat === 'permission-error'
      ? { type: 'error-json' as const, value: { error: end.message, tool_name: toolName, error_type: 'permission' } }
      : await toolOutput(run.stepTools.get(toolName), { toolCallId, input: call.input, end });
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: cut(output, run.config.maxResultBytes),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

/** Keeps one huge result from filling the model's context. The event has all of it. */
function cut(output: ToolResultOutput, limit: number): ToolResultOutput {
  if (output.type !== 'text' && output.type !== 'json') return output;
  const text = output.type === 'text' ? output.value : JSON.stringify(output.value);
  // A character takes one to three bytes, so most results need no encoding to know.
  if (text.length * 3 <= limit) return output;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= limit) return output;
  // A cut in the middle of a character leaves a replacement character, which is taken off.
  const kept = new TextDecoder().decode(bytes.slice(0, limit)).replace(/\uFFFD+$/, '');
  const value = `${kept}\n[Cut off: this result has ${bytes.length} bytes, of which you see the first ${limit}.]`;
  return { type: 'text', value };
}
