import type { UserContent } from 'ai';
import type { ToolReturn } from '../../protocol/answers.js';
import { type JSONValue, toJson } from '../../protocol/base/json.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { definedProps, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { parseCall } from '../../protocol/build-results.js';
import type { ExecuteContext } from '../../protocol/run-context.js';
import { runsAgent } from '../../tools/tool.js';
import { middlewareOf } from '../middleware/tool-middleware.js';
import { abortable } from '../plumbing/abortable.js';
import { freshOf } from '../run/describe-call.js';
import { withExecution } from '../run/nesting.js';
import type { Execution } from '../run/run-scope.js';
import { toolContext, withIdempotencyKey } from '../run/tool-context.js';
import type { TurnCall } from '../run/turn.js';
import { type Attempt, attempted, ToolTimeout } from './attempt.js';
import { withAuthorize } from './authorize.js';
import type { RunPlan } from './plan-call.js';
import { toTextualJson } from './textual-json.js';

/**
 * Runs a tool's own code, no longer than its `timeout`. A result that comes after the time is up, or after the run was
 * stopped, is dropped.
 *
 * @throws what it throws.
 */
export async function runBody(execution: Execution, plan: RunPlan): Promise<ToolReturn> {
  const { run, signal } = execution;
  // What runs an agent takes as long as that.
  const timeout = plan.tool.timeout ?? (plan.tool[runsAgent] === true ? undefined : run.config.toolTimeout);
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
  const made: unknown = await plan.tool.execute?.(
    plan.value,
    withAsides(withAuthorize(ctx, execution, plan), execution),
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

/** Lets a body say more than its result. */
function withAsides<CTX extends object>(ctx: CTX, { call, emit }: Execution): CTX & Asides {
  return Object.assign(ctx, {
    emit: (name: string, data: JSONValue, { id }: { readonly id?: string } = {}): void => {
      const own = toJson(data, `What tool '${call.toolName}' emits as '${name}'`);
      emit({ type: 'data', name, ...definedProps({ id }), data: own });
    },
    enqueue: (message: UserContent): void => {
      const [said] = toJsonMessages([{ role: 'user', content: message }]);
      if (said?.role === 'user') call.body.enqueued = [...(call.body.enqueued ?? []), said.content];
    },
    stop: (reason = ''): void => {
      call.body.stops ??= reason;
    },
  });
}

type Asides = Pick<ExecuteContext, 'emit' | 'enqueue' | 'stop'>;

/** Returns the end of a call for the value that its body returned. */
export function returnedEnd({ returnValue: value, content, metadata }: ToolReturn): Extract<Attempt, { type: 'end' }> {
  return {
    type: 'end',
    end: { status: 'returned', value, ...definedProps({ metadata }) },
    ...definedProps({ content }),
  };
}

/** Returns the end of a call for an external result, changed by the hooks of its tool. Other ends stay. */
export async function hookedEnd(
  execution: Execution,
  { tool, input }: Pick<RunPlan, 'tool' | 'input'>,
  ended: Extract<Attempt, { type: 'end' }>,
): Promise<Attempt> {
  const { end, content } = ended;
  const hooks = middlewareOf(tool)?.seeResult;
  if (end.status !== 'returned' || hooks === undefined) return ended;
  const result: ToolReturn = {
    kind: 'tool-return',
    returnValue: end.value,
    ...definedProps({ content, metadata: end.metadata }),
  };
  return await attempted(execution, async () =>
    returnedEnd(
      await hooks(execution, {
        tool,
        fresh: freshOf(tool, input),
        run: async () => result,
        toReturn: (made) => toReturn(execution.call, made),
        endsCall: () => false,
      }),
    ),
  );
}

/**
 * Reads the result of a body: a plain value, or `toolReturn()` with content for the model and metadata for the app.
 * Whatever it holds, the body has run, so the result is kept.
 */
export function toReturn({ toolCallId }: TurnCall, made: unknown): ToolReturn {
  if (!isToolReturn(made)) return { kind: 'tool-return', returnValue: toTextualJson(made) };
  const value = toTextualJson(made.returnValue);
  try {
    return parseCall(toolCallId, { ...made, returnValue: value }) as ToolReturn; // of this kind, as its `kind` says
  } catch (error) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return {
      kind: 'tool-return',
      returnValue: `${text}\n[Only this result is kept. ${serializeError(error).message}]`,
    };
  }
}

function isToolReturn(made: unknown): made is Pick<ToolReturn, 'kind'> & { readonly returnValue?: unknown } {
  try {
    return isRecord(made) && made.kind === 'tool-return';
  } catch {
    // A getter or a proxy of the app throws.
    return false;
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
