import { toolOrigin } from '../protocol/base/definition.js';
import { extended } from '../protocol/base/record.js';
import type { RunContext } from '../protocol/run-context.js';
import { toTool } from './to-tool.js';
import type { Tool } from './tool.js';
import type { ToolMap } from './tool-map.js';
import { isToolset, type ToolSource, type Toolset } from './toolset.js';

/** A toolset of ours: its tools are already prepared, and their record holds nothing inherited. */
export function makeToolset<DEPS>(
  label: string,
  find: (ctx: RunContext<DEPS>) => Promise<ReadonlyMap<string, Tool>>,
): Toolset<DEPS> {
  const made: Toolset<DEPS> = { label, tools: async (ctx) => toRecord(await find(ctx)) };
  derived.add(made);
  return made;
}

/** Toolsets that change the tools of others: where those come from is known already. */
const derived: WeakSet<object> = new WeakSet();

/** Tools of other toolsets are found anew for each step, so that their definitions may change. */
function withOrigin(source: ToolSource, tool: Tool): Tool {
  if (!isToolset(source) || derived.has(source) || tool[toolOrigin] !== undefined) return tool;
  return { ...tool, [toolOrigin]: source.label ?? 'toolset' };
}

/** Tools by name, in a record without a prototype. */
export function toRecord(tools: ReadonlyMap<string, Tool>): ToolMap {
  const record: Record<string, Tool> = Object.create(null);
  for (const [name, tool] of tools) record[name] = tool;
  return record;
}

/** The tools of one source for this step: each ours, and prepared. */
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
  const { prepare: _, ...rest } = toTool(prepared); // once a step: an outer toolset must not prepare it again
  return rest;
}
