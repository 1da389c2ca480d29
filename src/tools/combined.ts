import { mergeTools, sourceName } from './merge-tools.js';
import { makeToolset } from './resolve-tools.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Combines several toolsets into one.
 *
 * @param sources records of tools, toolsets, or objects with a `tools(ctx)`.
 * @throws UserError `duplicate-tool` when a step begins and two tools have the same name. The message names both
 *   sources.
 * @example const tools = combined(prefixed(github, 'github_'), { readFile });
 */
export function combined<const SOURCES extends readonly ToolSource[]>(
  ...sources: SOURCES
): Toolset<DepsOfSources<SOURCES>> {
  const named = sources.map((source, index) => ({
    source,
    origin: sourceName(source, `source ${index + 1} of combined()`),
  }));
  return makeToolset('combined()', (ctx) => mergeTools(named, ctx));
}
