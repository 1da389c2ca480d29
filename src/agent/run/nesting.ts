import type { Policy } from '../../approval/policy/policy.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import type { RunMemory } from '../model/model-memory.js';
import type { CostOf } from './agent-options.js';
import type { RunOptions } from './run-options.js';
import type { Execution } from './run-scope.js';
import type { UsageBudget } from './usage-budget.js';

/** The position of a nested run. */
export interface Nesting {
  /** The agents that lead to it, outermost first. */
  readonly agentPath: readonly string[];
  /** The same agents, by their identity. */
  readonly agents: readonly (string | object)[];
  /** Missing if the surrounding run is executed elsewhere. */
  readonly memory?: RunMemory;
  /** The budget of the surrounding run. */
  readonly usageBudget?: UsageBudget;
  /** Returns the cost of a response, if the nested agent has no function of its own. */
  readonly costOf?: CostOf | undefined;
  /** The tools with untrusted results that the surrounding runs have read. */
  readonly untrusted: readonly string[];
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

/** Returns the position of a nested run with these options; `undefined` for a run that is not nested. */
// biome-ignore lint/suspicious/noExplicitAny: deps do not matter here
export function nestingOf(options: RunOptions<any> & { readonly [nesting]?: Nesting }): Nesting | undefined {
  return options[nesting];
}
