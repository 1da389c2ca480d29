import type { CallAnswer, ToolReturn } from '../../protocol/answers.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import { type Attempt, thrownError } from '../calls/attempt.js';
import { hookedEnd, returnedEnd } from '../calls/run-body.js';
import { type DeferredTurnCall, type HookedAnswers, middlewareOf } from '../middleware/tool-middleware.js';
import { asFatal } from '../plumbing/fatal.js';
import type { RunScope } from '../run/run-scope.js';
import type { TurnCall } from '../run/turn.js';

/** Returns the results of external calls as hooks changed them. */
export async function hookAnswers(
  run: RunScope,
  calls: readonly DeferredTurnCall[],
  results: DeferredToolResults,
): Promise<HookedAnswers | undefined> {
  const made = await Promise.all(
    calls.map(async (asked) => {
      const { toolCallId } = asked.call;
      const answer = ownMember(results.calls, toolCallId);
      const hookedCalls = answer?.kind === 'tool-return' ? await hookAnswer(run, asked, answer) : undefined;
      return hookedCalls === undefined ? [] : [[toolCallId, hookedCalls] as const];
    }),
  );
  const hookedCalls = made.flat();
  return hookedCalls.length === 0 ? undefined : Object.fromEntries(hookedCalls);
}

async function hookAnswer(
  run: RunScope,
  { call, deferral }: DeferredTurnCall,
  answer: ToolReturn,
): Promise<CallAnswer | undefined> {
  const tool = run.stepTools.get(call.toolName);
  const { input } = deferral.call;
  if (tool === undefined || middlewareOf(tool)?.seeResult === undefined) return undefined;
  const execution = { run, call, signal: run.signal, emit: () => {} };
  return hookedAnswer(call, await hookedEnd(execution, { tool, input }, returnedEnd(answer)));
}

function hookedAnswer(call: TurnCall, attempt: Attempt): CallAnswer | undefined {
  if (attempt.type === 'invalid') return { kind: 'model-retry', ...attempt.problem };
  if (attempt.type === 'throw') throw asFatal(thrownError(call, attempt.error));
  if (attempt.type !== 'end') return undefined;
  const { end, content } = attempt;
  if (end.status === 'failed') return { kind: 'tool-failed', message: end.message };
  if (end.status !== 'returned') return undefined;
  return { kind: 'tool-return', returnValue: end.value, ...definedProps({ content, metadata: end.metadata }) };
}
