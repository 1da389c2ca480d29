import { posix } from 'node:path';
import { type ParsedModule, parseModule } from './parse-module.js';
import type { Sources } from './source-files.js';

/** An import that resolves to another source file. */
export interface Edge {
  readonly to: string;
  readonly typeOnly: boolean;
}

/** A source file, with its imports of files and of packages. */
export interface GraphNode extends ParsedModule {
  readonly edges: readonly Edge[];
  readonly packages: readonly { readonly specifier: string; readonly typeOnly: boolean }[];
  /** Relative imports that do not resolve to a source file. */
  readonly dangling: readonly string[];
}

/** The source files by path. */
export type ModuleGraph = ReadonlyMap<string, GraphNode>;

/** Parses every file and follows its relative imports. */
export function buildGraph(sources: Sources): ModuleGraph {
  return new Map([...sources].map(([path, source]) => [path, toNode(path, parseModule(path, source), sources)]));
}

function toNode(path: string, module: ParsedModule, sources: Sources): GraphNode {
  const edges: Edge[] = [];
  const dangling: string[] = [];
  for (const { specifier, typeOnly } of module.imports.filter(isRelative)) {
    const to = resolveFile(path, specifier, sources);
    if (to === undefined) dangling.push(specifier);
    else edges.push({ to, typeOnly });
  }
  return { ...module, edges, dangling, packages: module.imports.filter((entry) => !isRelative(entry)) };
}

function isRelative({ specifier }: { readonly specifier: string }): boolean {
  return specifier.startsWith('.');
}

function resolveFile(from: string, specifier: string, sources: Sources): string | undefined {
  const target = posix.join(posix.dirname(from), specifier);
  const candidates = [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
  return candidates.find((candidate) => sources.has(candidate));
}

/** Returns every file that is loaded with `entry`, including itself. Type imports do not count. */
export function loadedFrom(graph: ModuleGraph, entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const edge of graph.get(path)?.edges ?? []) if (!edge.typeOnly) queue.push(edge.to);
  }
  return seen;
}

/** Returns one import cycle per back edge of a depth-first search, type imports included: `a → b → a`. */
export function findCycles(graph: ModuleGraph): string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const edge of graph.get(path)?.edges ?? []) visit(edge.to);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}
