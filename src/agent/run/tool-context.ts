import { derivedId } from '../../protocol/base/ids.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import { endsRun } from '../../tools/output/ends-run.js';
import { maxRetriesOf, type RunScope, runContext, toolsContextOf } from './run-scope.js';
import type { TurnCall } from './turn.js';

/** What the tool gets for this call. */
export function toolContext(run: RunScope, call: TurnCall, signal: AbortSignal): ToolRunContext {
  const retry = run.failures.inARow.get(call.toolName) ?? 0;
  const maxRetries = maxRetriesOf(run, call.toolName);
  const { state } = call;
  return runContext(run, {
    abortSignal: signal,
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    context: toolsContextOf(run, call.toolName),
    toolCallApproved: state.status === 'approved',
    toolCallMetadata: state.status === 'approved' ? state.metadata : undefined,
    retry,
    maxRetries,
    lastAttempt: retry >= maxRetries,
  });
}

/**
 * Names one run of a call's body in all lives of the run: the journal's key, and the tool's own against doing a thing
 * twice.
 */
export function idempotencyKey({ runId }: RunScope, { toolCallId, body }: TurnCall): string {
  return derivedId(runId, 'tool', toolCallId, body.executions);
}

/** Lets a body know its key. */
export function withIdempotencyKey<CTX extends object>(
  ctx: CTX,
  run: RunScope,
  call: TurnCall,
): CTX & { readonly idempotencyKey: string } {
  return Object.assign(ctx, { idempotencyKey: idempotencyKey(run, call) });
}

/** What the call touches, and why it is asked about: the tool's own words first. */
export function aboutCall({ ruling, consent: { changed = [] } }: TurnCall, metadata: JSONObject | undefined): About {
  const { budget, asksFor = [], needs = [] } = ruling;
  const reason = typeof metadata?.reason === 'string' ? metadata.reason : ruling.reason;
  const capabilities = [...new Set([...budget, ...asksFor])];
  return {
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(asksFor.length === 0 ? {} : { asksFor: [...asksFor] }),
    ...(reason === undefined ? {} : { reason }),
    ...(needs.length === 0 ? {} : { needs: needs.map((one) => ({ ...one })) }),
    ...(changed.length === 0 ? {} : { changed: [...changed] }),
  };
}

type About = Pick<DeferredCall, 'capabilities' | 'asksFor' | 'reason' | 'needs' | 'changed'>;

/** Returns `true` when the model is offered a tool that gives the output. Only then may a response have such calls. */
export function offersOutputs({ stepTools }: RunScope): boolean {
  for (const tool of stepTools.values()) if (tool[endsRun] !== undefined) return true;
  return false;
}

/** Whether a call gives an output, and what that is: what the model wrote, or what code of the app makes of it. */
export function outputKind(run: RunScope, { toolName }: Pick<TurnCall, 'toolName'>): 'input' | 'result' | undefined {
  return run.stepTools.get(toolName)?.[endsRun];
}
