import type { RunContext } from '../protocol/run-context.js';
import type { DepsOf, ToIntersection, ToolMap } from './tool-map.js';

/** Tools that are known only when a step of the model begins. Any object with this method is one. */
export interface Toolset<DEPS = unknown> {
  /** Where its tools come from, for error messages. */
  readonly label?: string;
  /** The tools to offer, by name. Called before each request to the model, so what is slow to find should be remembered. */
  readonly tools: (ctx: RunContext<DEPS>) => ToolMap | PromiseLike<ToolMap>;
}

/** What toolset functions take: a toolset, or a plain record of tools. */
// biome-ignore lint/suspicious/noExplicitAny: the deps of each are checked where the agent or the run is typed
export type ToolSource<DEPS = any> = Toolset<DEPS> | ToolMap<DEPS>;

/** The deps that a list of sources needs: the intersection of what each needs. */
export type DepsOfSources<SOURCES extends readonly ToolSource[]> = ToIntersection<
  { [INDEX in keyof SOURCES]: (deps: DepsOfSource<SOURCES[INDEX]>) => void }[number]
>;

type DepsOfSource<SOURCE> = SOURCE extends { readonly tools: (ctx: RunContext<infer DEPS>) => unknown }
  ? DEPS
  : SOURCE extends ToolMap
    ? DepsOf<SOURCE>
    : unknown;

/** A record whose tool is called `tools` holds an object there; a toolset has a function. */
export function isToolset(source: ToolSource): source is Toolset {
  return typeof source.tools === 'function';
}
