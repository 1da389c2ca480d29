import { extended } from '../protocol/base/record.js';
import { NameTable } from './merge-tools.js';
import { makeToolset, resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Puts a prefix before every name. The model, cards and events see the long name, the tool itself (`ctx.toolName`) its own.
 *
 * @param source the tools; it is not changed.
 * @param prefix put before each name as it is: with a separator, if there is to be one.
 * @example const tools = prefixed(await mcpClient.tools(), 'github_');
 */
export function prefixed<SOURCE extends ToolSource>(source: SOURCE, prefix: string): Toolset<DepsOfSources<[SOURCE]>> {
  return rename(source, { label: `prefixed('${prefix}')`, toOuter: (inner) => `${prefix}${inner}` });
}

/**
 * Gives tools other names: `{ outer: 'inner' }`, the new name first, as in an object that is read by it. Tools that are not
 * named keep their own. The model, cards and events see the new name, the tool itself (`ctx.toolName`) its own.
 *
 * @param source the tools; it is not changed.
 * @param names new names, each with the one that the tool has now.
 * @throws UserError `duplicate-tool` when a step begins and two tools would have one name.
 * @example const tools = renamed(files, { removeFile: 'rm' });
 */
export function renamed<SOURCE extends ToolSource>(
  source: SOURCE,
  names: Readonly<Record<string, string>>,
): Toolset<DepsOfSources<[SOURCE]>> {
  const outer = new Map(Object.entries(names).map(([to, from]) => [from, to]));
  return rename(source, { label: 'renamed()', toOuter: (inner) => outer.get(inner) ?? inner });
}

interface Renaming {
  readonly label: string;
  readonly toOuter: (inner: string) => string;
}

function rename<SOURCE extends ToolSource>(
  source: SOURCE,
  { label, toOuter }: Renaming,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset(label, async (ctx) => {
    const names = new NameTable();
    for (const [inner, tool] of await resolveTools(source, ctx)) {
      const outer = toOuter(inner);
      names.add(outer, outer === inner ? tool : calledBy(inner, tool), `${label}, which calls '${inner}' so`);
    }
    return names.tools;
  });
}

/** The same tool; whatever of it gets a context finds its own name there. */
function calledBy(toolName: string, tool: Tool): Tool {
  const { execute, argsValidator, requiresApproval } = tool;
  return {
    ...tool,
    ...(execute === undefined
      ? {}
      : { execute: (input, ctx) => execute.call(tool, input, extended(ctx, { toolName })) }),
    ...(argsValidator === undefined
      ? {}
      : { argsValidator: (input, ctx) => argsValidator.call(tool, input, extended(ctx, { toolName })) }),
    ...(typeof requiresApproval !== 'function'
      ? {}
      : { requiresApproval: (input, ctx) => requiresApproval(input, extended(ctx, { toolName })) }),
  };
}
