import type { ModelMessage, ToolContent, UserContent } from 'ai';
import { settleFailures, toResultPart } from '../calls/end-call.js';
import { metadataOf } from '../model/response-parts.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { callsIn, type Turn, type TurnCall } from '../run/turn.js';
import { addPrompt } from './first-step.js';
import type { NextStep } from './next-step.js';

/** Puts the results into the history, in the order in which the model made its calls, and goes back to the model. */
export async function closeStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  settleFailures(run, turn);
  await appendResults(run, turn, emit);
  addPrompt(run);
  return { type: 'model' };
}

/** Puts the results that there are into the history: one tool message, then, once no call is open, what belongs after all of them. */
export async function appendResults(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  const done = turn.calls.filter(isDone);
  const results: ToolContent = await Promise.all(done.map((call) => toResultPart(run, call)));
  const added: ModelMessage[] = results.length === 0 ? [] : [{ role: 'tool', content: results }];
  // A message from a person would close what is still open.
  if (done.length === turn.calls.length) added.push(...followUp(run, turn));
  run.messages.push(...added);
  const messages = turn.response === undefined ? added : [turn.response, ...added];
  const { finishReason } = turn;
  emit({ type: 'step-end', step: run.step, finishReason, ...metadataOf(turn), messages });
}

/** What belongs after all results: contents for the model, what people changed and said. */
export function followUp(
  { config }: RunScope,
  turn: Turn,
  isTold: (call: TurnCall) => boolean = isDone,
): readonly ModelMessage[] {
  const told = turn.calls.filter(isTold);
  const contents = callsIn(turn, 'ended').flatMap(({ state }) => contentParts(state.content));
  const content = [...contents, ...(config.annotateEdits ? edits(told) : []), ...peoplesNotes(told), ...problem(turn)];
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** What a run that ends leaves to the one that goes on: these messages, and its prompt if it was not said. */
export function pendingPrompt(
  run: RunScope,
  messages: readonly ModelMessage[],
): { readonly prompt?: readonly ModelMessage[] } {
  const prompt = [...messages, ...(run.isPrompted ? [] : run.prompt)];
  return prompt.length === 0 ? {} : { prompt };
}

/** Tells a call that has its result, or whose answer the provider has. */
export function isDone({ state }: TurnCall): boolean {
  return state.status === 'ended' || state.status === 'approved-for-provider';
}

type Parts = Exclude<UserContent, string>;

function contentParts(content: UserContent | undefined): Parts {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Tells the model what a person changed: without it, the model takes its own input for what ran. */
function edits(calls: readonly TurnCall[]): Parts {
  const lines = calls.flatMap(({ toolName, toolCallId, approval }) =>
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
  return calls.flatMap(({ toolName, toolCallId, approval }) =>
    approval?.note === undefined
      ? []
      : [{ type: 'text' as const, text: `The user's note on \`${toolName}\` (${toolCallId}): ${approval.note}` }],
  );
}
