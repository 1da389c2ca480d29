import { makeToolset, resolveTools } from './resolve-tools.js';
import { selects, type ToolSelector } from './tool-selector.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Only the tools that a selector means. It is asked anew for each step.
 *
 * @param source the tools; it is not changed.
 * @param selector which of them are offered: by data, or by a function of tool and context.
 * @example const tools = filtered(files, ({ toolName }) => toolName !== 'delete_file');
 */
export function filtered<SOURCE extends ToolSource>(
  source: SOURCE,
  selector: ToolSelector<DepsOfSources<[SOURCE]>>,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('filtered()', async (ctx) => {
    const entries = [...(await resolveTools(source, ctx))];
    const isMeant = await Promise.all(entries.map(([toolName, tool]) => selects(selector, { toolName, tool }, ctx)));
    return new Map(entries.filter((_, index) => isMeant[index]));
  });
}
