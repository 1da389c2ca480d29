import type { ModelMessage, ToolContent, UserContent } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { type CallEnd, toModelOutput } from '../../protocol/call-end.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { Tool } from '../../tools/tool.js';
import type { OutputCalls } from '../calls/output-calls.js';
import { outputCallsOf } from '../calls/output-calls.js';
import { addPrompt } from '../launch/prompt.js';
import { orGiveUp } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import type { RunScope } from '../run/run-scope.js';
import { offersOutputs } from '../run/tool-context.js';
import { callsIn, type Turn, type TurnCall } from '../run/turn.js';
import { limitOutput, limitParts, limitText } from './limit-result.js';
import type { NextStep } from './next-step.js';

/** Puts the results into the history, in the order in which the model made its calls, and goes back to the model. */
export async function closeStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  settleFailures(run, turn);
  const outputs = offersOutputs(run) ? outputCallsOf(run, turn) : undefined;
  outputs?.countWrong();
  const final = outputs?.final();
  await appendResults(run, turn, emit);
  if (final !== undefined)
    return { type: 'end', ending: { type: 'completed', output: await outputs?.outputOf(final) } };
  addPrompt(run);
  const [stopped] = turn.calls.flatMap(({ body: { stops } }) => stops ?? []);
  if (stopped === undefined) return { type: 'model' };
  return { type: 'end', ending: { type: 'aborted', ...(stopped === '' ? {} : { reason: stopped }) } };
}

/**
 * Counts what failed in a response, before the model is asked again: however many calls of a tool failed in it, the
 * model has had one chance to mend them.
 */
function settleFailures({ failures: { inARow, inResponse } }: RunScope, turn: Turn): void {
  for (const { toolName, state } of callsIn(turn, 'ended')) {
    if (state.end.status === 'returned' && !inResponse.has(toolName)) inARow.delete(toolName);
  }
  for (const toolName of inResponse) inARow.set(toolName, (inARow.get(toolName) ?? 0) + 1);
  inResponse.clear();
}

/**
 * Puts the results that there are into the history: one tool message, then, once no call is open, what belongs after
 * all of them.
 */
export async function appendResults(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  const done = turn.calls.filter(isDone);
  const outputs = offersOutputs(run) ? outputCallsOf(run, turn) : undefined;
  const results: ToolContent = await Promise.all(done.map((call) => toResultPart(run, call, outputs)));
  const added: ModelMessage[] = results.length === 0 ? [] : [{ role: 'tool', content: results }];
  // A message from a person would close what is still open.
  if (done.length === turn.calls.length) added.push(...followUp(run, turn));
  run.messages.push(...added);
  const messages = turn.response === undefined ? added : [turn.response, ...added];
  const { finishReason } = turn;
  emit({ type: 'step-end', step: run.step, finishReason, ...metadataOf(turn), messages });
}

/** What the model reads about a call: its result, or for a call that the provider runs, the answer to its request. */
async function toResultPart(
  run: RunScope,
  call: TurnCall,
  outputs: OutputCalls | undefined,
): Promise<ToolContent[number]> {
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
      ? permissionError(end.message, toolName, run.config.resultLimits.text)
      : (outputs?.wordsFor(call, end) ?? (await readableOutput(run, call, end)));
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

function permissionError(message: string, toolName: string, limit: number): ToolResultOutput {
  const value = { error: limitText(message, limit), tool_name: toolName, error_type: 'permission' };
  return { type: 'error-json', value };
}

/** Returns what the model reads of a call. `toModelOutput` of its tool is waited for only as long as the run lives. */
async function readableOutput(run: RunScope, call: TurnCall, end: CallEnd): Promise<ToolResultOutput> {
  const { resultLimits } = run.config;
  call.output ??= toolOutput(run.stepTools.get(call.toolName), call, end);
  const { output } = call;
  return await orGiveUp(run.signal, () => output)
    .then((made) => limitOutput(made, resultLimits))
    .catch((error: unknown) => withheld(error, resultLimits.text));
}

/**
 * Returns the result of a call as the model reads it: converted by the tool's `toModelOutput`, or in the standard
 * words.
 */
async function toolOutput(
  tool: Tool | undefined,
  { toolCallId, input }: TurnCall,
  end: CallEnd,
): Promise<ToolResultOutput> {
  if (end.status !== 'returned' || tool?.toModelOutput === undefined) return toModelOutput(end);
  const made: unknown = await tool.toModelOutput({ toolCallId, input, output: end.value });
  if (!isRecord(made) || typeof made.type !== 'string') throw new Error('It returned no output of a tool.');
  return made as ToolResultOutput; // its type says which it is
}

/**
 * The call is done although its result was not converted. `toModelOutput` may be there to keep something back, so the
 * result is not shown without it.
 */
function withheld(error: unknown, limit: number): ToolResultOutput {
  const reason = limitText(serializeError(error).message, limit);
  return { type: 'error-text', value: `The call is done, but its result was not converted for you: ${reason}` };
}

/** What belongs after all results: contents for the model, what people changed and said. */
export function followUp(
  { config }: RunScope,
  turn: Turn,
  isTold: (call: TurnCall) => boolean = isDone,
): readonly ModelMessage[] {
  const told = turn.calls.filter(isTold);
  const limited = (content: UserContent | undefined): Parts => limitParts(contentParts(content), config.resultLimits);
  const contents = callsIn(turn, 'ended').flatMap(({ state }) => limited(state.content));
  const enqueued = told.flatMap(({ body: { enqueued: said = [] } }) => limited(said.flatMap(contentParts)));
  const content = [
    ...contents,
    ...enqueued,
    ...(config.annotateEdits ? edits(told) : []),
    ...peoplesNotes(told),
    ...problem(turn),
  ];
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** Tells a call that has its result, or whose answer the provider has. */
export function isDone({ state }: TurnCall): boolean {
  return state.status === 'ended' || state.status === 'running';
}

type Parts = Exclude<UserContent, string>;

function contentParts(content: UserContent | undefined): Parts {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Tells the model what a person changed: without it, the model takes its own input for what ran. */
function edits(calls: readonly TurnCall[]): Parts {
  const lines = calls.flatMap(({ toolName, toolCallId, consent: { approval } }) =>
    approval?.overrideArgs === undefined
      ? []
      : [
          `The user changed the arguments of \`${toolName}\` (${toolCallId}) to: ${JSON.stringify(approval.overrideArgs)}`,
        ],
  );
  return lines.length === 0 ? [] : [{ type: 'text', text: lines.join('\n') }];
}

/** Tells the model what is wrong with its output. */
function problem({ problem }: Turn): Parts {
  return problem === undefined ? [] : [{ type: 'text', text: `${problem}\n\nFix the errors and try again.` }];
}

/** Tells the model what a person said when they approved. */
function peoplesNotes(calls: readonly TurnCall[]): Parts {
  return calls.flatMap(({ toolName, toolCallId, consent: { approval } }) =>
    approval?.note === undefined
      ? []
      : [{ type: 'text' as const, text: `The user's note on \`${toolName}\` (${toolCallId}): ${approval.note}` }],
  );
}
