import type { ToolContent, UserContent } from 'ai';
import { UnexpectedModelBehavior } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { type CallEnd, issueText, toModelOutput } from '../../protocol/call-end.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { Tool } from '../../tools/tool.js';
import { orGiveUp } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { maxRetriesOf, type RunScope } from '../run/run-scope.js';
import { callsIn, type Turn, type TurnCall } from '../run/turn.js';

interface Ended {
  readonly call: TurnCall;
  readonly end: CallEnd;
  /** For the model, after all results of the response. */
  readonly content?: UserContent | undefined;
  readonly emit: Emit;
}

/** Ends a call, once. */
export function endCall({ call, end, content, emit }: Ended): void {
  if (call.state.status === 'ended') return;
  call.state = { status: 'ended', end, ...(content === undefined ? {} : { content }) };
  emit({ type: 'tool-end', toolCallId: call.toolCallId, toolName: call.toolName, end });
}

/** Leaves a call that has its yes to the provider, which runs it. */
export function passOn(call: TurnCall, emit: Emit): void {
  call.state = { status: 'running' };
  emit({ type: 'approval-responded', toolCallId: call.toolCallId, toolName: call.toolName, approved: true });
}

/**
 * Ends a call with a failure that the model may mend, as long as its retries last.
 *
 * @throws UnexpectedModelBehavior when they do not.
 */
export function countFailure(run: RunScope, ended: Ended): void {
  const { toolName } = ended.call;
  const limit = maxRetriesOf(run, toolName);
  run.failedNow.add(toolName);
  endCall(ended);
  if ((run.failures.get(toolName) ?? 0) < limit) return;
  throw new UnexpectedModelBehavior(
    'tool-retries',
    `Tool '${toolName}' exceeded max retries count of ${limit}. Its last error: ${lastError(ended.end)}. Make description and schema clearer, or raise \`retries\`.`,
  );
}

function lastError(end: CallEnd): string {
  const issues = 'issues' in end ? (end.issues ?? []) : [];
  const lines = issues.map((issue) => issueText(issue, 'input'));
  return ['message' in end ? end.message : end.status, lines.join('; ')].join(' ').trim();
}

/**
 * Counts what failed in a response, before the model is asked again: however many calls of a tool failed in it, the model
 * has had one chance to mend them.
 */
export function settleFailures({ failures, failedNow }: RunScope, turn: Turn): void {
  for (const { toolName, state } of callsIn(turn, 'ended')) {
    if (state.end.status === 'returned' && !failedNow.has(toolName)) failures.delete(toolName);
  }
  for (const toolName of failedNow) failures.set(toolName, (failures.get(toolName) ?? 0) + 1);
  failedNow.clear();
}

/** What the model reads about a call: its result, or for a call that the provider runs, the answer to its request. */
export async function toResultPart(run: RunScope, call: TurnCall): Promise<ToolContent[number]> {
  const { toolCallId, toolName, providerOptions, providerApprovalId, state } = call;
  const end = state.status === 'ended' ? state.end : undefined;
  if (providerApprovalId !== undefined) {
    const reason = end !== undefined && 'message' in end ? { reason: end.message } : {};
    return {
      type: 'tool-approval-response',
      approvalId: providerApprovalId,
      approved: state.status === 'running',
      providerExecuted: true,
      ...reason,
    };
  }
  if (end === undefined) throw new Error(`The call '${toolCallId}' has not ended.`); // appendResults passes ended calls only
  const output =
    end.status === 'denied' && run.config.denialFormat === 'permission-error'
      ? { type: 'error-json' as const, value: { error: end.message, tool_name: toolName, error_type: 'permission' } }
      : await readableOutput(run, call, end);
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

/** Also words that a tool puts together itself are waited for no longer than the run lives. */
async function readableOutput(run: RunScope, call: TurnCall, end: CallEnd): Promise<ToolResultOutput> {
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

/** A call that has ended. */
export interface EndedCall {
  readonly toolCallId: string;
  readonly input: JSONValue | undefined;
  readonly end: CallEnd;
}

/**
 * What the model reads as the result of a call: what the tool's `toModelOutput` makes of a returned value, else the standard
 * words. Where `toModelOutput` fails, the value is withheld: it may be there to keep something back.
 */
async function toolOutput(tool: Tool | undefined, { toolCallId, input, end }: EndedCall): Promise<ToolResultOutput> {
  if (end.status !== 'returned' || tool?.toModelOutput === undefined) return toModelOutput(end);
  try {
    const made: unknown = await tool.toModelOutput({ toolCallId, input, output: end.value });
    if (!isRecord(made) || typeof made.type !== 'string')
      throw new Error('toModelOutput gave nothing that a model reads.');
    return made as ToolResultOutput; // its type says which it is
  } catch (error) {
    return withheld(serializeError(error).message);
  }
}

/** Stands in place of a value that its tool could not put into words. */
function withheld(reason: string): ToolResultOutput {
  return { type: 'error-text', value: `The result could not be put into words: ${reason}` };
}
