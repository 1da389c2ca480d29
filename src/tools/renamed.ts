import { extended } from '../protocol/base/record.js';
import { NameTable } from './merge-tools.js';
import { makeToolset, resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Adds a prefix to the name of every tool. The model, cards and events see the prefixed name; the tool itself
 * (`ctx.toolName`) sees its original name.
 *
 * @param source the tools; it is not changed.
 * @param prefix the text before each name. No separator is added.
 * @example const tools = prefixed(await mcpClient.tools(), 'github_');
 */
export function prefixed<SOURCE extends ToolSource>(source: SOURCE, prefix: string): Toolset<DepsOfSources<[SOURCE]>> {
  return rename(source, { label: `prefixed('${prefix}')`, toOuter: (inner) => `${prefix}${inner}` });
}

/**
 * Renames tools: `{ newName: 'oldName' }`, in the order of an object that is looked up by the new name. Tools that are
 * not listed keep their names. The model, cards and events see the new name; the tool itself (`ctx.toolName`) sees its
 * original name.
 *
 * @param source the tools; it is not changed.
 * @param names the new names, each with the tool's current name.
 * @throws UserError `duplicate-tool` when a step begins and two tools would have the same name.
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
      names.addTool(outer, outer === inner ? tool : withInnerName(inner, tool), `${label}, which renames '${inner}'`);
    }
    return names.tools;
  });
}

/** Returns a copy of the tool whose functions see its original name in their contexts. */
function withInnerName(toolName: string, tool: Tool): Tool {
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
