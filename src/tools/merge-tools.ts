import { UserError } from '../protocol/base/errors.js';
import type { RunContext } from '../protocol/run-context.js';
import { resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import { isToolset, type ToolSource } from './toolset.js';

/** A source, and what an error message calls it. */
export interface NamedSource {
  readonly source: ToolSource;
  readonly origin: string;
}

/**
 * The tools of several sources, by name.
 *
 * @throws UserError naming both origins when two tools have one name.
 */
export async function mergeTools(sources: readonly NamedSource[], ctx: RunContext): Promise<ReadonlyMap<string, Tool>> {
  const resolved = await Promise.all(sources.map(({ source }) => resolveTools(source, ctx)));
  const names = new NameTable();
  resolved.forEach((tools, index) => {
    for (const [name, tool] of tools) names.add(name, tool, sources[index]?.origin ?? '');
  });
  return names.tools;
}

/** Collects tools, each under a name of its own. */
export class NameTable {
  readonly tools: Map<string, Tool> = new Map();
  readonly #origins: Map<string, string> = new Map();

  /** @throws UserError when the name is taken. */
  add(name: string, tool: Tool, origin: string): void {
    const taken = this.#origins.get(name);
    if (taken !== undefined) {
      throw new UserError(
        'duplicate-tool',
        `Two tools are called '${name}': one from ${taken}, one from ${origin}. Use prefixed(), renamed() or filtered().`,
      );
    }
    this.#origins.set(name, origin);
    this.tools.set(name, tool);
  }
}

/** What an error message calls a source that stands at a place in a list. */
export function placeOf(source: ToolSource, place: string): string {
  return isToolset(source) && source.label !== undefined ? `${place} (${source.label})` : place;
}
