import { UsageLimitExceeded } from '../protocol/errors.js';
import { type JSONValue, toJson } from '../protocol/json.js';
import { isControlSignal } from '../protocol/signals.js';
import { describeCall } from '../tools/describe-call.js';
import { abortable } from './abortable.js';
import type { Attempt } from './attempt.js';
import { endCall } from './end-call.js';
import { asFatal } from './fatal.js';
import type { JournalEntry } from './journal.js';
import { withExecution } from './nesting.js';
import type { RunPlan } from './plan-call.js';
import { toDeferral, toolContext } from './prepare-call.js';
import type { Execution, RunScope } from './run-scope.js';

/** A tool took longer than its `timeout`. */
export class ToolTimeout extends Error {
  constructor(ms: number) {
    super(`Timed out after ${ms / 1000} seconds.`);
  }
}

/**
 * Runs a tool's body, with everything around it: limit, journal, events, timeout, progress.
 *
 * @throws what the body throws, except that it defers.
 */
export async function runTool(execution: Execution, plan: RunPlan): Promise<Attempt> {
  const { run, call, emit } = execution;
  const { toolCallId, toolName } = call;
  countToolCall(run);
  await journal(run, { type: 'started', runId: run.runId, toolCallId });
  const { title } = describeCall(plan.tool, toolName, plan.shown);
  const approved = call.state.status === 'approved';
  const edited = call.approval?.overrideArgs !== undefined;
  const unchecked = call.unchecked ? ({ unchecked: true } as const) : {};
  emit({ type: 'tool-start', toolCallId, toolName, input: plan.input, title, ...unchecked, approved, edited });
  try {
    const value = await withTimeout(execution, plan, (signal) => runBody(execution, plan, signal));
    const end = { status: 'returned', value } as const;
    // Before its end is noted: where the journal fails, a run that goes on from here must not run it again.
    endCall({ call, end, emit });
    await journal(run, { type: 'ended', runId: run.runId, toolCallId });
    return { type: 'end', end };
  } catch (error) {
    if (!isControlSignal(error) || (error.kind !== 'approval-required' && error.kind !== 'call-deferred')) throw error;
    run.usage = { ...run.usage, toolCalls: run.usage.toolCalls - 1 };
    const kind = error.kind === 'approval-required' ? 'approval' : 'external';
    const { tool, input, shown } = plan;
    const { metadata } = error;
    return { type: 'defer', deferral: toDeferral(call, { kind, tool, input, value: shown, metadata }) };
  }
}

async function runBody(execution: Execution, plan: RunPlan, signal: AbortSignal): Promise<JSONValue> {
  const { run, call, emit } = execution;
  const { toolCallId, toolName } = call;
  const what = `The result of tool '${toolName}'`;
  const made: unknown = await plan.tool.execute?.(plan.value, withExecution(toolContext(run, call, signal), execution));
  if (!isAsyncIterable(made)) return toJson(made, what);
  let last: JSONValue = null;
  for await (const value of made) {
    if (signal.aborted) break;
    last = toJson(value, what);
    emit({ type: 'tool-progress', toolCallId, value: last });
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** A result that comes after the time is up, or after the run was stopped, is dropped. */
async function withTimeout<T>(
  { run, signal }: Execution,
  { tool: { timeout } }: RunPlan,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (timeout === undefined) return await abortable(signal, () => work(signal));
  const limit = new AbortController();
  const either = AbortSignal.any([signal, limit.signal]);
  const callOff = run.config.environment.setTimeout(() => limit.abort(new ToolTimeout(timeout)), timeout);
  try {
    return await abortable(either, () => work(either));
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? limit.signal.reason : error;
  } finally {
    callOff();
  }
}

function countToolCall(run: RunScope): void {
  const limit = run.config.usageLimits.toolCalls;
  if (limit !== undefined && run.usage.toolCalls >= limit) {
    throw asFatal(
      new UsageLimitExceeded(
        'tool-calls',
        `The run reached its limit of ${limit} tool calls; the next one did not run. Raise usageLimits.toolCalls if the task needs more.`,
      ),
    );
  }
  run.usage = { ...run.usage, toolCalls: run.usage.toolCalls + 1 };
}

/** A side effect must not start before its intention is durable, so a journal that fails ends the run. */
async function journal(run: RunScope, entry: JournalEntry): Promise<void> {
  try {
    await run.journal?.append(entry);
  } catch (error) {
    throw asFatal(error);
  }
}
