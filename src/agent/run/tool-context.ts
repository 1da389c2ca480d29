import type { Policy } from '../../approval/policy/policy.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import type { RunMemory } from '../model/model-memory.js';
import type { RunOptions } from './run-options.js';
import { type Execution, maxRetriesOf, type RunScope, runContext, toolsContextOf } from './run-scope.js';
import type { TurnCall } from './turn.js';

/** What the tool gets for this call. */
export function toolContext(run: RunScope, call: TurnCall, signal: AbortSignal): ToolRunContext {
  const retry = run.failures.get(call.toolName) ?? 0;
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

/** Names one run of a call's body in all lives of the run: the journal's key, and the tool's own against doing a thing twice. */
export function idempotencyKey({ runId }: RunScope, { toolCallId, bodies }: TurnCall): string {
  return `tool:${runId}/${toolCallId}:${bodies}`;
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
export function aboutCall({ budget, asksFor = [], ...call }: TurnCall, metadata: JSONObject | undefined): About {
  const reason = typeof metadata?.reason === 'string' ? metadata.reason : call.reason;
  const capabilities = [...new Set([...budget, ...asksFor])];
  return {
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(asksFor.length === 0 ? {} : { asksFor: [...asksFor] }),
    ...(reason === undefined ? {} : { reason }),
  };
}

type About = Pick<DeferredCall, 'capabilities' | 'asksFor' | 'reason'>;

/** Where a run within another belongs. */
export interface Nesting {
  /** The agents that lead to it, outermost first. */
  readonly agentPath: readonly string[];
  /** The same, by what tells them apart. */
  readonly agents: readonly (string | object)[];
  readonly memory: RunMemory;
  /** The policies of the runs around it. */
  readonly policies: readonly Policy[];
}

/** Keys that no app has: what they carry is between a run and the runs within it. Spreading an object keeps them. */
const execution: unique symbol = Symbol('countersign.execution');
const nesting: unique symbol = Symbol('countersign.nesting');

/** A tool's context that remembers the call that it was made for. */
export function withExecution(ctx: ToolRunContext, value: Execution): ToolRunContext {
  return Object.assign(ctx, { [execution]: value });
}

/** The call that a tool's context was made for. */
export function executionOf(ctx: ToolRunContext & { readonly [execution]?: Execution }): Execution | undefined {
  return ctx[execution];
}

/** Options for a run within another. An agent that wraps another passes them on like any other option. */
export function withNesting<OPTIONS extends object>(options: OPTIONS, value: Nesting): OPTIONS {
  return { ...options, [nesting]: value };
}

/** Where the run with these options belongs; `undefined` for one that stands alone. */
// biome-ignore lint/suspicious/noExplicitAny: deps do not matter here
export function nestingOf(options: RunOptions<any> & { readonly [nesting]?: Nesting }): Nesting | undefined {
  return options[nesting];
}
