import { toolOrigin } from '../protocol/base/definition.js';
import { extended } from '../protocol/base/record.js';
import type { RunContext } from '../protocol/run-context.js';
import { toTool } from './to-tool.js';
import type { Tool } from './tool.js';
import type { ToolMap } from './tool-map.js';
import { isToolset, type ToolSource, type Toolset } from './toolset.js';

/** Makes a toolset whose tools are already prepared, in a record without a prototype. */
export function makeToolset<DEPS>(
  label: string,
  resolve: (ctx: RunContext<DEPS>) => Promise<ReadonlyMap<string, Tool>>,
): Toolset<DEPS> {
  const made: Toolset<DEPS> = { label, tools: async (ctx) => toRecord(await resolve(ctx)) };
  derivedToolsets.add(made);
  return made;
}

/** Toolsets that are made from others. Their tools already have an origin, or deliberately have none. */
const derivedToolsets: WeakSet<object> = new WeakSet();

/** Adds the label of its toolset to a tool. Tools in plain records have no origin. */
function withOrigin(source: ToolSource, tool: Tool): Tool {
  if (!isToolset(source) || derivedToolsets.has(source) || tool[toolOrigin] !== undefined) return tool;
  return { ...tool, [toolOrigin]: source.label ?? 'toolset' };
}

/** Copies tools into a record without a prototype, so that a tool can have any name. */
export function toRecord(tools: ReadonlyMap<string, Tool>): ToolMap {
  const record: Record<string, Tool> = Object.create(null);
  for (const [name, tool] of tools) record[name] = tool;
  return record;
}

/** Resolves the tools of one source for this step: converted to ours, and prepared. */
export async function resolveTools(source: ToolSource, ctx: RunContext): Promise<ReadonlyMap<string, Tool>> {
  const found = isToolset(source) ? await source.tools(ctx) : source;
  const prepared = await Promise.all(
    Object.entries(found).map(
      async ([name, item]) => [name, await prepareTool(withOrigin(source, toTool(item)), name, ctx)] as const,
    ),
  );
  return new Map(prepared.filter((entry): entry is readonly [string, Tool] => entry[1] !== null));
}

async function prepareTool(tool: Tool, toolName: string, ctx: RunContext): Promise<Tool | null> {
  if (tool.prepare === undefined) return tool;
  const prepared = await tool.prepare(tool, extended(ctx, { toolName }));
  if (prepared === null) return null;
  const { prepare: _, ...rest } = toTool(prepared); // an outer toolset must not prepare it again in the same step
  return rest;
}
