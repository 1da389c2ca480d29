import type { ModelMessage, ToolResultPart, UserContent } from 'ai';
import { toModelOutput } from '../protocol/call-end.js';
import type { Emit } from './emitting.js';
import type { NextStep } from './next-step.js';
import type { RunScope } from './run-scope.js';
import { callsIn, type Turn, type TurnCall } from './turn.js';

/** Puts the results into the history, in the order in which the model made its calls, and goes back to the model. */
export async function closeTurn(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  appendResults(run, turn, emit);
  return { type: 'model' };
}

/** Puts the results that there are into the history: one tool message, then what belongs after all of them. */
export function appendResults(run: RunScope, turn: Turn, emit: Emit): void {
  const ended = callsIn(turn, 'ended');
  const results = ended.map(
    ({ toolCallId, toolName, state }): ToolResultPart => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: toModelOutput(state.end),
    }),
  );
  const after = [...ended.flatMap(({ state }) => toParts(state.content)), ...remarks(ended)];
  const response = run.messages.at(-1);
  const added: ModelMessage[] = [];
  if (results.length > 0) added.push({ role: 'tool', content: results });
  if (after.length > 0) added.push({ role: 'user', content: after });
  run.messages.push(...added);
  const messages = response?.role === 'assistant' ? [response, ...added] : added;
  emit({ type: 'step-end', step: run.step, finishReason: turn.finishReason, messages });
}

type Parts = Exclude<UserContent, string>;

function toParts(content: UserContent | undefined): Parts {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Tells the model what a person changed or said: without it, the model takes its own input for what ran. */
function remarks(calls: readonly TurnCall[]): Parts {
  const lines = calls.flatMap(({ toolName, toolCallId, approval }) => [
    ...(approval?.overrideArgs === undefined
      ? []
      : [
          `The user changed the arguments of \`${toolName}\` (${toolCallId}) to: ${JSON.stringify(approval.overrideArgs)}`,
        ]),
    ...(approval?.note === undefined ? [] : [`The user's note on \`${toolName}\` (${toolCallId}): ${approval.note}`]),
  ]);
  return lines.length === 0 ? [] : [{ type: 'text', text: lines.join('\n') }];
}
