import type { ModelMessage, ToolContent, UserContent } from 'ai';
import { definedProps, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { type CallEnd, toModelOutput } from '../../protocol/call-end.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { Tool } from '../../tools/tool.js';
import type { OutputCalls } from '../calls/output-calls.js';
import { outputCallsOf } from '../calls/output-calls.js';
import { deliverSteering } from '../launch/deliver-steering.js';
import { addPrompt } from '../launch/prompt.js';
import { orGiveUp } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import type { SteeringMessage } from '../run/agent.js';
import type { RunScope } from '../run/run-scope.js';
import { offersOutputs } from '../run/tool-context.js';
import { callsIn, type Turn, type TurnCall } from '../run/turn.js';
import { limitOutput, limitParts, limitText } from './limit-result.js';
import type { NextStep } from './next-step.js';

/**
 * Ends a step whose calls have all ended: appends their results to the history, in the order of the calls. Returns the
 * next step: another request to the model or, with a final output or after a tool has stopped the run, the end.
 */
export async function closeStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  settleFailures(run, turn);
  const outputs = offersOutputs(run) ? outputCallsOf(run, turn) : undefined;
  outputs?.countWrong();
  const final = outputs?.final();
  const [stopped] = turn.calls.flatMap(({ body: { stops } }) => stops ?? []);
  // The prompt of a resumed run comes first: it was sent before.
  const hasNext = final === undefined && stopped === undefined && (run.promptState.isAdded || run.prompt.length === 0);
  await appendResults(run, turn, { emit, steering: hasNext ? await deliverSteering(run, emit) : [] });
  if (final !== undefined)
    return { type: 'end', ending: { type: 'completed', output: await outputs?.outputOf(final) } };
  addPrompt(run);
  if (stopped === undefined) return { type: 'model' };
  return { type: 'end', ending: { type: 'aborted', ...(stopped === '' ? {} : { reason: stopped }) } };
}

/**
 * Updates the count of failures in a row of each tool. All failed calls of a tool in one response count as one failure,
 * because the model made them in one attempt.
 */
function settleFailures({ failures: { inARow, inResponse } }: RunScope, turn: Turn): void {
  for (const { toolName, state } of callsIn(turn, 'ended')) {
    if (state.end.status === 'returned' && !inResponse.has(toolName)) inARow.delete(toolName);
  }
  for (const toolName of inResponse) inARow.set(toolName, (inARow.get(toolName) ?? 0) + 1);
  inResponse.clear();
}

interface AppendOptions {
  readonly emit: Emit;
  /** The messages that people sent during the step. Default: none. */
  readonly steering?: readonly SteeringMessage[];
}

/**
 * Appends the results so far to the history, as one tool message. Once no call is open, a user message follows with the
 * content that belongs after all results, then the messages that people sent during the step.
 */
export async function appendResults(run: RunScope, turn: Turn, { emit, steering = [] }: AppendOptions): Promise<void> {
  const done = turn.calls.filter(isDone);
  const outputs = offersOutputs(run) ? outputCallsOf(run, turn) : undefined;
  const results: ToolContent = await Promise.all(done.map((call) => toResultPart(run, call, outputs)));
  const added: ModelMessage[] = results.length === 0 ? [] : [{ role: 'tool', content: results }];
  // A user message after open calls would close them as interrupted.
  if (done.length === turn.calls.length) added.push(...followUp(run, turn));
  added.push(...steering.flatMap(({ messages }) => messages));
  run.messages.push(...added);
  const messages = turn.response === undefined ? added : [turn.response, ...added];
  const { finishReason } = turn;
  const steeringIds = steering.length === 0 ? undefined : steering.map(({ id }) => id);
  emit({
    type: 'step-end',
    step: run.step,
    finishReason,
    ...metadataOf(turn),
    ...definedProps({ steeringIds }),
    messages,
  });
}

/** Returns the message part about a call: its result or, for a call of the provider, the response to its request. */
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

/** Returns the result that the model reads. A run that is stopped does not wait for the tool's `toModelOutput`. */
async function readableOutput(run: RunScope, call: TurnCall, end: CallEnd): Promise<ToolResultOutput> {
  const { resultLimits } = run.config;
  call.output ??= toolOutput(run.stepTools.get(call.toolName), call, end);
  const { output } = call;
  return await orGiveUp(run.signal, () => output)
    .then((made) => limitOutput(made, resultLimits))
    .catch((error: unknown) => withheld(error, resultLimits.text));
}

/** Converts the end of a call for the model: a returned value by the tool's `toModelOutput`, if it has one. */
async function toolOutput(
  tool: Tool | undefined,
  { toolCallId, input }: TurnCall,
  end: CallEnd,
): Promise<ToolResultOutput> {
  if (end.status !== 'returned' || tool?.toModelOutput === undefined) return toModelOutput(end);
  const made: unknown = await tool.toModelOutput({ toolCallId, input, output: end.value });
  if (!isRecord(made) || typeof made.type !== 'string')
    throw new Error('toModelOutput returned a value that is not a tool output.');
  return made as ToolResultOutput; // its type says which it is
}

/**
 * Returns the result for the model when `toModelOutput` failed. The call has run, but its value is not sent without the
 * conversion, which may exist in order to hide a part of it.
 */
function withheld(error: unknown, limit: number): ToolResultOutput {
  const reason = limitText(serializeError(error).message, limit);
  return { type: 'error-text', value: `The call is done, but its result was not converted for you: ${reason}` };
}

/**
 * Returns the user message that follows all results: content of results, messages that tools enqueued, edits and notes
 * of people, and the problem of an invalid output.
 */
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

/** Returns `true` for a call that has ended, or that the provider runs after an approval. */
export function isDone({ state }: TurnCall): boolean {
  return state.status === 'ended' || state.status === 'running';
}

type Parts = Exclude<UserContent, string>;

function contentParts(content: UserContent | undefined): Parts {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Returns the text that tells the model which arguments a person changed. It would assume its own input otherwise. */
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

/** Returns the text that tells the model why its output is invalid. */
function problem({ problem }: Turn): Parts {
  return problem === undefined ? [] : [{ type: 'text', text: `${problem}\n\nFix the errors and try again.` }];
}

/** Returns the notes that people wrote for the model when they approved calls. */
function peoplesNotes(calls: readonly TurnCall[]): Parts {
  return calls.flatMap(({ toolName, toolCallId, consent: { approval } }) =>
    approval?.note === undefined
      ? []
      : [{ type: 'text' as const, text: `The user's note on \`${toolName}\` (${toolCallId}): ${approval.note}` }],
  );
}
