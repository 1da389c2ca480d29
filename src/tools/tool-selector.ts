import { includesJson, type JSONObject } from '../protocol/base/json.js';
import type { RunContext } from '../protocol/run-context.js';
import type { Tool } from './tool.js';

/** A tool as a selector sees it, under the name that it has at this place. */
export interface ToolCandidate {
  readonly toolName: string;
  readonly tool: Tool;
}

/**
 * Says which tools are meant, by data: all of them; those of these names (`['all']` for a tool that is called so); those whose
 * metadata includes this, at any depth.
 */
export type DataSelector = 'all' | (string & {}) | readonly string[] | { readonly metadata: JSONObject };

/** Says which tools are meant: by data, or by a function that says so at once or later. */
export type ToolSelector<DEPS = unknown> =
  | DataSelector
  | ((candidate: ToolCandidate, ctx: RunContext<DEPS>) => boolean | PromiseLike<boolean>);

/** Tells whether a selector means a tool. */
export async function selects<DEPS>(
  selector: ToolSelector<DEPS>,
  candidate: ToolCandidate,
  ctx: RunContext<DEPS>,
): Promise<boolean> {
  // Exactly `true`: a selector keeps tools back, so an unclear answer must not offer one.
  return typeof selector === 'function'
    ? (await selector(candidate, ctx)) === true
    : selectsByData(selector, candidate);
}

/** The same for a selector that is no function. */
export function selectsByData(selector: DataSelector, { toolName, tool }: ToolCandidate): boolean {
  if (typeof selector === 'string') return selector === 'all' || selector === toolName;
  if ('metadata' in selector) return includesJson(tool.metadata ?? {}, selector.metadata);
  return selector.includes(toolName);
}
