import { UserError } from '../protocol/base/errors.js';
import type { RunContext } from '../protocol/run-context.js';
import { resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import { isToolset, type ToolSource } from './toolset.js';

/** A source with its name for error messages. */
export interface NamedSource {
  readonly source: ToolSource;
  readonly origin: string;
}

/**
 * Resolves the tools of several sources, by name.
 *
 * @throws UserError `duplicate-tool` when two tools have the same name. The message names both sources.
 */
export async function mergeTools(sources: readonly NamedSource[], ctx: RunContext): Promise<ReadonlyMap<string, Tool>> {
  const resolved = await Promise.all(sources.map(({ source }) => resolveTools(source, ctx)));
  const names = new NameTable();
  resolved.forEach((tools, index) => {
    for (const [name, tool] of tools) names.addTool(name, tool, sources[index]?.origin ?? '');
  });
  return names.tools;
}

/** Tools by name, each name used once. */
export class NameTable {
  readonly tools: Map<string, Tool> = new Map();
  readonly #origins: Map<string, string> = new Map();

  /** @throws UserError `duplicate-tool` when the name is already used. */
  addTool(name: string, tool: Tool, origin: string): void {
    const taken = this.#origins.get(name);
    if (taken !== undefined) {
      throw new UserError(
        'duplicate-tool',
        `Two tools have the name '${name}': one from ${taken}, one from ${origin}. Use prefixed(), renamed() or filtered().`,
      );
    }
    this.#origins.set(name, origin);
    this.tools.set(name, tool);
  }
}

/**
 * Returns the name of a source for error messages.
 *
 * @param position the source's position in its list.
 */
export function sourceName(source: ToolSource, position: string): string {
  return isToolset(source) && source.label !== undefined ? `${position} (${source.label})` : position;
}
