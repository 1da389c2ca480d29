import { posix } from 'node:path';
import { type ParsedModule, parseModule } from './parse-module.js';
import type { Sources } from './source-files.js';

/** An import that leads to another file of the sources. */
export interface Edge {
  readonly to: string;
  readonly typeOnly: boolean;
}

/** A file of the sources with what it imports, parted into files and packages. */
export interface GraphNode extends ParsedModule {
  readonly edges: readonly Edge[];
  readonly packages: readonly { readonly specifier: string; readonly typeOnly: boolean }[];
  /** Relative imports that lead to no file of the sources. */
  readonly dangling: readonly string[];
}

/** The files of the sources by path. */
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

/** Every file that is loaded when `entry` is, itself included: imports of values only. */
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

/** One cycle of imports for every back edge that a depth-first walk finds, types included: `a → b → a`. */
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
