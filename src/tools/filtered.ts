import { makeToolset, resolveTools } from './resolve-tools.js';
import { selects, type ToolSelector } from './tool-selector.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Returns the tools that a selector selects. The selector is evaluated again for each step.
 *
 * @param source the tools; it is not changed.
 * @param selector the tools to offer: by data, or by a function of tool and context.
 * @example const tools = filtered(files, ({ toolName }) => toolName !== 'delete_file');
 */
export function filtered<SOURCE extends ToolSource>(
  source: SOURCE,
  selector: ToolSelector<DepsOfSources<[SOURCE]>>,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('filtered()', async (ctx) => {
    const entries = [...(await resolveTools(source, ctx))];
    const isSelected = await Promise.all(entries.map(([toolName, tool]) => selects(selector, { toolName, tool }, ctx)));
    return new Map(entries.filter((_, index) => isSelected[index]));
  });
}
