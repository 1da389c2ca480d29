import { digestOf } from '../../approval/grants/digest.js';
import type { ToolReturn } from '../../protocol/answers.js';
import { UsageLimitExceeded, UserError } from '../../protocol/base/errors.js';
import { toJson } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { parseCall } from '../../protocol/build-results.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { isControlSignal } from '../../protocol/signals.js';
import { describeCall } from '../../tools/describe-call.js';
import { abortable, runAborted } from '../plumbing/abortable.js';
import { asFatal, isFatal } from '../plumbing/fatal.js';
import type { JournalEntry } from '../run/journal.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { toolContext, withExecution } from '../run/tool-context.js';
import { type Deferral, endCall, type TurnCall } from '../run/turn.js';
import { askGrants } from './ask-grants.js';
import { CallRefused, withAuthorize } from './authorize.js';
import { countFailure } from './count-failure.js';
import { type CallProblem, planCall, type RunPlan, toDeferral } from './plan-call.js';

/** How often one call may defer: once for a yes, once for a result from elsewhere. */
const maxDeferrals = 2;

/**
 * Takes one call as far as it gets: to its end, or to a question.
 *
 * @throws what ends the whole run: a stop, used-up retries, a limit, an error of the app.
 */
export async function executeCall(execution: Execution): Promise<void> {
  const { call, emit } = execution;
  const attempt = await attemptCall(execution);
  switch (attempt.type) {
    case 'end':
      return endCall({ call, end: attempt.end, emit });
    case 'invalid':
      return countFailure(execution, { status: 'retry', ...attempt.problem });
    case 'defer':
      if (attempt.deferral.kind === 'approval' && (await askGrants(execution))) return await executeCall(execution);
      if (call.state.status === 'ended') return;
      // A call that asks for more than before is no question asked again.
      if (!asksForMore(call)) call.deferrals += 1;
      if (call.deferrals > maxDeferrals) throw deferredAgain(call);
      call.state = { status: 'waiting', deferral: attempt.deferral };
      return;
    default:
      return attempt satisfies never;
  }
}

async function attemptCall(execution: Execution): Promise<Attempt> {
  const { run, signal } = execution;
  try {
    const plan = await planCall(execution);
    return plan.type === 'run' ? await runTool(execution, plan) : plan;
  } catch (error) {
    if (signal.aborted || isFatal(error)) throw error;
    if (error instanceof CallRefused) return { type: 'end', end: error.end };
    if (error instanceof ToolTimeout) return { type: 'invalid', problem: { message: error.message } };
    if (isControlSignal(error) && error.kind === 'model-retry') {
      const { message, issues } = error;
      return { type: 'invalid', problem: { message, ...(issues === undefined ? {} : { issues }) } };
    }
    if (isControlSignal(error)) return { type: 'end', end: { status: 'failed', message: error.message } };
    const serialized = serializeError(error);
    const end = { status: 'failed', message: serialized.message, error: serialized } as const;
    if (run.config.toolErrors === 'model') return { type: 'end', end };
    // It has run and failed: a run that goes on from this history must not run it again.
    endCall({ call: execution.call, end, emit: execution.emit });
    throw asFatal(error);
  }
}

function asksForMore({ asksFor = [], budget }: Execution['call']): boolean {
  return asksFor.some((capability) => !budget.includes(capability));
}

function deferredAgain({ toolName, toolCallId }: Execution['call']): UserError {
  return new UserError(
    'deferred-again',
    `Tool '${toolName}' deferred the call '${toolCallId}' again after it was answered. Check ctx.toolCallApproved before you throw ApprovalRequired.`,
  );
}

/** What an attempt at a call came to. */
type Attempt =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'defer'; readonly deferral: Deferral }
  | { readonly type: 'invalid'; readonly problem: CallProblem };

/** A tool took longer than its `timeout`. */
class ToolTimeout extends Error {
  constructor(ms: number) {
    super(`Timed out after ${ms / 1000} seconds.`);
  }
}

/**
 * Runs a tool's body, with everything around it: limit, journal, events, timeout, progress.
 *
 * @throws what the body throws, except that it defers.
 */
async function runTool(execution: Execution, plan: RunPlan): Promise<Attempt> {
  const { run, call, emit } = execution;
  const { toolCallId, toolName } = call;
  const described = await plan.fresh();
  countToolCall(run);
  try {
    await noteStart(execution, plan);
    // A sibling may have ended the run since: a body that will not run must not be told as begun.
    if (execution.signal.aborted) throw runAborted(execution.signal);
  } catch (error) {
    uncountToolCall(run);
    throw error;
  }
  tellStart(execution, plan, describeCall(plan.tool, toolName, described).title);
  const ended = { type: 'ended', runId: run.runId, toolCallId } as const;
  try {
    const {
      returnValue: value,
      content,
      metadata,
    } = await withTimeout(execution, plan, (signal) => runBody(execution, plan, signal));
    const end = { status: 'returned', value, ...(metadata === undefined ? {} : { metadata }) } as const;
    // Before its end is noted: where the journal fails, a run that goes on from here must not run it again.
    endCall({ call, end, content, emit });
    await appendEntry(run, ended);
    return { type: 'end', end };
  } catch (error) {
    const defers = isControlSignal(error) && (error.kind === 'approval-required' || error.kind === 'call-deferred');
    // After a stop nobody knows how far it came, and the journal must not say that it ended.
    if (!execution.signal.aborted && !isFatal(error)) {
      await appendEntry(run, ended).catch((failure: unknown) => {
        const { message } = serializeError(error);
        if (!defers) endCall({ call, end: { status: 'failed', message }, emit });
        throw failure;
      });
    }
    if (!defers) throw error;
    call.begun = false;
    uncountToolCall(run);
    const kind = error.kind === 'approval-required' ? 'approval' : 'external';
    const { tool, input, fresh } = plan;
    const { metadata } = error;
    return { type: 'defer', deferral: await toDeferral(call, { kind, tool, input, value: await fresh(), metadata }) };
  }
}

/** From here on a call counts as one that ran: nothing may be waited for between this and its body. */
function tellStart({ call, emit }: Execution, { input }: RunPlan, title: string): void {
  const { toolCallId, toolName } = call;
  call.begun = true;
  emit({
    type: 'tool-start',
    toolCallId,
    toolName,
    input,
    title,
    ...(call.unchecked ? { unchecked: true } : {}),
    approved: call.state.status === 'approved',
    edited: call.approval?.overrideArgs !== undefined,
    ...(call.budget.length === 0 ? {} : { capabilities: call.budget }),
  });
}

async function runBody(execution: Execution, plan: RunPlan, signal: AbortSignal): Promise<ToolReturn> {
  const { run, call, emit } = execution;
  const { toolCallId } = call;
  const made: unknown = await plan.tool.execute?.(
    plan.value,
    withAuthorize(withExecution(toolContext(run, call, signal), execution), execution, plan),
  );
  if (!isAsyncIterable(made)) return toReturn(call, made);
  let last: unknown = null;
  for await (const value of made) {
    if (signal.aborted) break;
    last = value;
    emit({ type: 'tool-progress', toolCallId, value: toReturn(call, value).returnValue });
  }
  return toReturn(call, last);
}

/** What a body gave: a plain value, or `toolReturn()` with content for the model and metadata for the app. */
function toReturn({ toolCallId, toolName }: TurnCall, made: unknown): ToolReturn {
  const parsed = isRecord(made) && made.kind === 'tool-return' ? parseCall(toolCallId, made) : undefined;
  if (parsed?.kind === 'tool-return') return parsed;
  return { kind: 'tool-return', returnValue: toJson(made, `The result of tool '${toolName}'`) };
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
  const cancel = run.config.environment.setTimeout(() => limit.abort(new ToolTimeout(timeout)), timeout);
  try {
    return await abortable(either, () => work(either));
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? limit.signal.reason : error;
  } finally {
    cancel();
  }
}

function countToolCall(run: RunScope): void {
  const limit = run.config.usageLimits.toolCalls;
  if (limit !== undefined && run.usage.toolCalls >= limit) {
    throw asFatal(
      new UsageLimitExceeded(
        'tool-calls',
        `The run reached its limit of ${limit} tool calls. Raise usageLimits.toolCalls if the task needs more.`,
      ),
    );
  }
  run.usage = { ...run.usage, toolCalls: run.usage.toolCalls + 1 };
}

/** A call that did not run after all, or deferred. */
function uncountToolCall(run: RunScope): void {
  run.usage = { ...run.usage, toolCalls: run.usage.toolCalls - 1 };
}

/** A side effect must not start before its intention is durable. After a stop none starts, so none is noted. */
async function noteStart({ run, call, signal }: Execution, { input }: RunPlan): Promise<void> {
  if (run.journal === undefined) return;
  const { toolCallId, toolName } = call;
  const entry = { type: 'started', runId: run.runId, toolCallId, ...(await digestOf({ toolName, input })) } as const;
  await abortable(signal, () => appendEntry(run, entry));
}

/** A journal that fails ends the run. */
async function appendEntry({ journal }: RunScope, entry: JournalEntry): Promise<void> {
  try {
    await journal?.append(entry);
  } catch (error) {
    const message = `The journal could not keep an entry (${serializeError(error).message}), so nothing more may run: a side effect must be noted before it starts.`;
    throw asFatal(new UserError('journal-failed', message, { cause: error }));
  }
}
