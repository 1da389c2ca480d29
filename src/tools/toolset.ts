import type { RunContext } from '../protocol/run-context.js';
import type { DepsOf, ToIntersection, ToolMap } from './tool-map.js';

/** Tools that are resolved when a step begins. Any object with this method is a toolset. */
export interface Toolset<DEPS = unknown> {
  /** The name of the toolset in error messages. */
  readonly label?: string;
  /** Returns the tools to offer, by name. Called before each model request: cache tools that are slow to load. */
  readonly tools: (ctx: RunContext<DEPS>) => ToolMap | PromiseLike<ToolMap>;
}

/** The argument of toolset functions: a toolset, or a plain record of tools. */
// biome-ignore lint/suspicious/noExplicitAny: the deps of each are checked where the agent or the run is typed
export type ToolSource<DEPS = any> = Toolset<DEPS> | ToolMap<DEPS>;

/** The deps that a list of sources needs: the intersection of each source's deps. */
export type DepsOfSources<SOURCES extends readonly ToolSource[]> = ToIntersection<
  { [INDEX in keyof SOURCES]: (deps: DepsOfSource<SOURCES[INDEX]>) => void }[number]
>;

type DepsOfSource<SOURCE> = SOURCE extends { readonly tools: (ctx: RunContext<infer DEPS>) => unknown }
  ? DEPS
  : SOURCE extends ToolMap
    ? DepsOf<SOURCE>
    : unknown;

/**
 * Returns `true` for a toolset. In a record of tools, the member `tools` is an object; in a toolset, it is a function.
 */
export function isToolset(source: ToolSource): source is Toolset {
  return typeof source.tools === 'function';
}
