import type { ToolReturn } from '../../protocol/answers.js';
import { toJson } from '../../protocol/base/json.js';
import { given, isRecord } from '../../protocol/base/record.js';
import { parseCall } from '../../protocol/build-results.js';
import { abortable } from '../plumbing/abortable.js';
import { withExecution } from '../run/nesting.js';
import type { Execution } from '../run/run-scope.js';
import { toolContext, withIdempotencyKey } from '../run/tool-context.js';
import type { TurnCall } from '../run/turn.js';
import { type Attempt, ToolTimeout } from './attempt.js';
import { withAuthorize } from './authorize.js';
import type { RunPlan } from './plan-call.js';

/**
 * Runs a tool's own code, no longer than its `timeout`. A result that comes after the time is up, or after the run was stopped, is
 * dropped.
 *
 * @throws what it throws.
 */
export async function runBody(execution: Execution, plan: RunPlan): Promise<ToolReturn> {
  const { run, signal } = execution;
  const { timeout } = plan.tool;
  if (timeout === undefined) return await abortable(signal, () => callBody(execution, plan, signal));
  const limit = new AbortController();
  const either = AbortSignal.any([signal, limit.signal]);
  const cancel = run.config.environment.setTimeout(() => limit.abort(new ToolTimeout(timeout)), timeout);
  try {
    return await abortable(either, () => callBody(execution, plan, either));
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? limit.signal.reason : error;
  } finally {
    cancel();
  }
}

async function callBody(execution: Execution, plan: RunPlan, signal: AbortSignal): Promise<ToolReturn> {
  const { run, call, emit } = execution;
  const { toolCallId } = call;
  const ctx = withIdempotencyKey(withExecution(toolContext(run, call, signal), execution), run, call);
  const made: unknown = await plan.tool.execute?.(plan.value, withAuthorize(ctx, execution, plan));
  if (!isAsyncIterable(made)) return toReturn(call, made);
  let last: unknown = null;
  for await (const value of made) {
    if (signal.aborted) break;
    last = value;
    emit({ type: 'tool-progress', toolCallId, value: toReturn(call, value).returnValue });
  }
  return toReturn(call, last);
}

/** How a call ends with what its body gave. */
export function returnedEnd({ returnValue: value, content, metadata }: ToolReturn): Extract<Attempt, { type: 'end' }> {
  return { type: 'end', end: { status: 'returned', value, ...given({ metadata }) }, ...given({ content }) };
}

/** What a body gave: a plain value, or `toolReturn()` with content for the model and metadata for the app. */
export function toReturn({ toolCallId, toolName }: TurnCall, made: unknown): ToolReturn {
  const parsed = isRecord(made) && made.kind === 'tool-return' ? parseCall(toolCallId, made) : undefined;
  if (parsed?.kind === 'tool-return') return parsed;
  return { kind: 'tool-return', returnValue: toJson(made, `The result of tool '${toolName}'`) };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
