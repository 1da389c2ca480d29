import { makeToolset, resolveTools } from '../resolve-tools.js';
import type { Tool } from '../tool.js';
import { type HookLayer, type ToolHooks, toolLayers } from '../tool-hooks.js';
import type { DepsOfSources, ToolSource, Toolset } from '../toolset.js';

/**
 * Does something around each call of these tools: checks, changes, counts, tries again. Hooks of the agent (`toolHooks`) are outside of
 * these. Calls that a provider runs itself have none.
 *
 * @param source the tools; it is not changed.
 * @param hooks see the names that the tools have here.
 * @example const tools = hooked(files, { afterTool: ({ result }) => withoutSecrets(result.returnValue) });
 */
export function hooked<SOURCE extends ToolSource>(
  source: SOURCE,
  hooks: ToolHooks<DepsOfSources<[SOURCE]>>,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('hooked()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    return new Map([...tools].map(([toolName, tool]) => [toolName, withHooks(tool, { hooks, toolName })]));
  });
}

/** The same tool with hooks around all that it has. */
export function withHooks(tool: Tool, layer: HookLayer): Tool {
  return { ...tool, [toolLayers]: [layer, ...(tool[toolLayers] ?? [])] };
}
