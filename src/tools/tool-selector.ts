import { includesJson, type JSONObject } from '../protocol/base/json.js';
import type { RunContext } from '../protocol/run-context.js';
import type { Tool } from './tool.js';

/** A tool as a selector sees it, with its name in the toolset that is filtered. */
export interface ToolCandidate {
  readonly toolName: string;
  readonly tool: Tool;
}

/**
 * A selection of tools by data: all of them; those with these names (`['all']` for a tool whose name is `all`); those
 * whose metadata includes this, at any depth.
 */
export type DataSelector = 'all' | (string & {}) | readonly string[] | { readonly metadata: JSONObject };

/** A selection of tools: by data, or by a function that returns a boolean or a promise of one. */
export type ToolSelector<DEPS = unknown> =
  | DataSelector
  | ((candidate: ToolCandidate, ctx: RunContext<DEPS>) => boolean | PromiseLike<boolean>);

/** Returns `true` when a selector selects a tool. */
export async function selects<DEPS>(
  selector: ToolSelector<DEPS>,
  candidate: ToolCandidate,
  ctx: RunContext<DEPS>,
): Promise<boolean> {
  // Exactly `true`: a selector withholds tools, so an invalid return value must not offer one.
  return typeof selector === 'function'
    ? (await selector(candidate, ctx)) === true
    : selectsByData(selector, candidate);
}

/** Returns `true` when a selector that is not a function selects a tool. */
export function selectsByData(selector: DataSelector, { toolName, tool }: ToolCandidate): boolean {
  if (typeof selector === 'string') return selector === 'all' || selector === toolName;
  if ('metadata' in selector) return includesJson(tool.metadata ?? {}, selector.metadata);
  return selector.includes(toolName);
}
