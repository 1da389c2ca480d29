import type { CallEnd } from '../protocol/call-end.js';
import { serializeError, UnexpectedModelBehavior, UserError } from '../protocol/errors.js';
import { deepFreeze, type JSONValue, toJson } from '../protocol/json.js';
import { validate } from '../protocol/schema.js';
import { isControlSignal, type Signal } from '../protocol/signals.js';
import { describeCall } from '../tools/describe-call.js';
import type { Tool } from '../tools/tool.js';
import { abortable } from './abortable.js';
import type { Emit } from './emitting.js';
import { prepareCall, toDeferral, toolContext } from './prepare-call.js';
import { maxRetriesOf, type RunScope } from './run-scope.js';
import type { Deferral, TurnCall } from './turn.js';

/** How often one call may defer: once for a yes, once for a result from elsewhere. */
const maxDeferrals = 2;

/** Takes one call as far as it gets: to its end, or to a question. */
export async function executeCall(run: RunScope, call: TurnCall, emit: Emit): Promise<void> {
  const prepared = await prepareCall(run, call);
  if (prepared.type === 'invalid') {
    const { type: _, ...problem } = prepared;
    return countFailure({ run, call, emit }, { status: 'retry', ...problem });
  }
  call.input ??= prepared.input;
  const work = await plan(run, call, prepared.tool);
  switch (work.type) {
    case 'defer':
      return defer(call, work.deferral);
    case 'invalid':
      return countFailure({ run, call, emit }, work.end);
    case 'run':
      return await runTool({ run, call, tool: prepared.tool, work, emit });
    default:
      return work satisfies never;
  }
}

type Plan =
  | { readonly type: 'run'; readonly input: JSONValue; readonly value: unknown; readonly shown: unknown }
  | { readonly type: 'defer'; readonly deferral: Deferral }
  | { readonly type: 'invalid'; readonly end: CallEnd };

/** Decides whether a call runs now, from the input that would run. */
async function plan(run: RunScope, call: TurnCall, tool: Tool): Promise<Plan> {
  const approved = call.state.status === 'approved' ? call.state.answer : undefined;
  const input = approved?.overrideArgs ?? call.input ?? {};
  const checked = await validate(tool.inputSchema, input);
  if (!checked.success) {
    return {
      type: 'invalid',
      end: { status: 'retry', message: 'The input does not match the schema:', issues: checked.issues },
    };
  }
  // From here on an edit is the call's input: if it defers again, that is what is shown.
  call.input = deepFreeze(input);
  const deferTo = (kind: Deferral['kind']): Plan => ({
    type: 'defer',
    deferral: toDeferral(call, { kind, tool, input, value: checked.value, metadata: undefined }),
  });
  if (approved === undefined && (await needsApproval(run, call, tool))) return deferTo('approval');
  if (tool.execute === undefined) return deferTo('external');
  // `describe` and `execute` each get a validation of their own, so that neither can change what the other sees.
  const shown = await validate(tool.inputSchema, input);
  return { type: 'run', input, value: checked.value, shown: shown.success ? shown.value : input };
}

async function needsApproval(run: RunScope, call: TurnCall, tool: Tool): Promise<boolean> {
  const { requiresApproval = false } = tool;
  if (typeof requiresApproval === 'boolean') return requiresApproval;
  const fresh = await validate(tool.inputSchema, call.input);
  if (!fresh.success) return true;
  try {
    return await abortable(run.signal, () => requiresApproval(fresh.value, toolContext(run, call)));
  } catch (error) {
    if (run.signal.aborted) throw error;
    return true; // a predicate that fails must not let the call through
  }
}

interface ToolRun {
  readonly run: RunScope;
  readonly call: TurnCall;
  readonly tool: Tool;
  readonly work: Extract<Plan, { type: 'run' }>;
  readonly emit: Emit;
}

async function runTool({ run, call, tool, work, emit }: ToolRun): Promise<void> {
  const { toolCallId, toolName } = call;
  const ctx = toolContext(run, call);
  await run.journal?.append({ type: 'started', runId: run.runId, toolCallId });
  const { title } = describeCall(tool, toolName, work.shown);
  const edited = call.approval?.overrideArgs !== undefined;
  emit({ type: 'tool-start', toolCallId, toolName, input: work.input, title, approved: ctx.toolCallApproved, edited });
  try {
    const value = await abortable(run.signal, async () => {
      await tool.argsValidator?.(work.value, ctx);
      return await tool.execute?.(work.value, ctx);
    });
    const result = toJson(value, `The result of tool '${toolName}'`);
    run.failures.delete(toolName);
    run.usage = { ...run.usage, toolCalls: run.usage.toolCalls + 1 };
    await run.journal?.append({ type: 'ended', runId: run.runId, toolCallId });
    endCall(call, { status: 'returned', value: result }, emit);
  } catch (error) {
    if (run.signal.aborted) throw error;
    if (!isControlSignal(error)) return endCall(call, failure(error), emit);
    await obey(error, { run, call, tool, work, emit });
  }
}

async function obey(signal: Signal, { run, call, tool, work, emit }: ToolRun): Promise<void> {
  switch (signal.kind) {
    case 'approval-required':
    case 'call-deferred': {
      const kind = signal.kind === 'approval-required' ? 'approval' : 'external';
      const { metadata } = signal;
      return defer(call, toDeferral(call, { kind, tool, input: work.input, value: work.shown, metadata }));
    }
    case 'model-retry': {
      const issues = signal.issues === undefined ? {} : { issues: signal.issues };
      return countFailure({ run, call, emit }, { status: 'retry', message: signal.message, ...issues });
    }
    case 'tool-failed':
      return endCall(call, { status: 'failed', message: signal.message }, emit);
    default:
      return signal satisfies never;
  }
}

function failure(error: unknown): CallEnd {
  const serialized = serializeError(error);
  return { status: 'failed', message: serialized.message, error: serialized };
}

function defer(call: TurnCall, deferral: Deferral): void {
  call.deferrals += 1;
  if (call.deferrals > maxDeferrals) {
    throw new UserError(
      'deferred-again',
      `Tool '${call.toolName}' deferred the call '${call.toolCallId}' again after it was answered, so it would be asked about for ever. ` +
        'Check ctx.toolCallApproved before you throw ApprovalRequired.',
    );
  }
  call.state = { status: 'deferred', deferral };
}

/** A failure that the model may mend, as long as its retries last. */
function countFailure({ run, call, emit }: Pick<ToolRun, 'run' | 'call' | 'emit'>, end: CallEnd): void {
  const failures = (run.failures.get(call.toolName) ?? 0) + 1;
  const limit = maxRetriesOf(run, call.toolName);
  run.failures.set(call.toolName, failures);
  endCall(call, end, emit);
  if (failures <= limit) return;
  throw new UnexpectedModelBehavior(
    'tool-retries',
    `Tool '${call.toolName}' exceeded max retries count of ${limit}. Its last error: ${'message' in end ? end.message : end.status}. ` +
      "Make the tool's description and schema clearer, or raise its `retries`.",
  );
}

/** Ends a call, once. */
export function endCall(call: TurnCall, end: CallEnd, emit: Emit): void {
  call.state = { status: 'ended', end };
  emit({ type: 'tool-end', toolCallId: call.toolCallId, toolName: call.toolName, end });
}
