import type { ToolContent } from 'ai';
import type { CallEnd } from '../../protocol/call-end.js';
import { serializeError } from '../../protocol/serialize-error.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import { toolOutput, withheld } from '../../tools/tool-output.js';
import { orGiveUp } from '../plumbing/abortable.js';
import type { RunScope } from '../run/run-scope.js';
import type { TurnCall } from '../run/turn.js';

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
      : await outputOf(run, call, end);
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

/** Also words that a tool puts together itself are waited for no longer than the run lives. */
async function outputOf(run: RunScope, call: TurnCall, end: CallEnd): Promise<ToolResultOutput> {
  const { toolCallId, toolName, input } = call;
  call.output ??= toolOutput(run.stepTools.get(toolName), { toolCallId, input, end });
  const { output } = call;
  return await orGiveUp(run.signal, () => output)
    .then((made) => cut(made, run.config.maxResultBytes))
    .catch((error: unknown) => withheld(serializeError(error).message));
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
