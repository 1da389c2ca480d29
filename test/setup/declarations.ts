import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { root } from './source-files.js';

/** The declaration of a name, as `file#name`. */
export type Origin = string;

/** A public name. */
export interface PublicName {
  readonly name: string;
  readonly isType: boolean;
  readonly origin: Origin;
}

/** One declaration file. */
interface Declarations {
  /** The exported names with their sources; `*` re-exports everything of the module. */
  readonly exported: ReadonlyMap<string, { readonly origin: Origin; readonly isType: boolean }>;
  readonly whole: readonly string[];
  /** The names that each declaration refers to, by local name. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly imported: ReadonlyMap<string, Origin>;
}

interface Reference {
  readonly name: string;
  readonly at: number;
}

const nothing: Declarations = { exported: new Map(), whole: [], named: new Map(), imported: new Map() };
const read = new Map<string, Declarations>();

function declarationsOf(path: string): Declarations {
  const known = read.get(path);
  if (known !== undefined) return known;
  if (!path.endsWith('.d.ts')) return nothing; // another package's
  const declarations = parseDeclarations(path, readFileSync(join(root, path), 'utf8'));
  read.set(path, declarations);
  return declarations;
}

/** Resolves a specifier to a file of the package, or to another package. */
function fileOf(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.d.ts');
}

function parseDeclarations(path: string, source: string): Declarations {
  const { module, program } = parseSync(path, source);
  const exported = new Map<string, { origin: Origin; isType: boolean }>();
  const whole: string[] = [];
  for (const { exportName, importName, localName, moduleRequest, isType } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    const from = moduleRequest === null ? path : fileOf(path, moduleRequest.value);
    if (exportName.name === null) whole.push(from);
    else exported.set(exportName.name, { origin: `${from}#${importName.name ?? localName.name ?? '*'}`, isType });
  }
  const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(
      ({ importName, localName }) =>
        [localName.value, `${fileOf(path, moduleRequest.value)}#${importName.name ?? '*'}`] as const,
    ),
  );
  return { exported, whole, named: namedIn(program), imported: new Map(imported) };
}

type Program = ReturnType<typeof parseSync>['program'];

/**
 * Returns the types and values that each declaration of a file refers to. Declarations with the same name are
 * merged.
 */
function namedIn(program: Program): ReadonlyMap<string, ReadonlySet<string>> {
  const references: Reference[] = [];
  const add = (node: { readonly type: string; readonly name?: unknown; readonly start: number }): void => {
    if (node.type === 'Identifier' && typeof node.name === 'string')
      references.push({ name: node.name, at: node.start });
  };
  new Visitor({
    TSTypeReference: ({ typeName }) => add(typeName),
    TSTypeQuery: ({ exprName }) => add(exprName),
    TSQualifiedName: ({ left }) => add(left),
    TSInterfaceHeritage: ({ expression }) => add(expression),
    ClassDeclaration: ({ superClass }) => superClass !== null && add(superClass),
  }).visit(program);
  const named = new Map<string, Set<string>>();
  for (const { start, end, ...statement } of program.body) {
    const declaration = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    const names =
      'declarations' in declaration
        ? declaration.declarations.map(({ id }) => id)
        : 'id' in declaration
          ? [declaration.id]
          : [];
    for (const id of names) {
      if (id?.type !== 'Identifier') continue;
      const own = named.get(id.name) ?? new Set();
      for (const { name, at } of references) if (at >= start && at < end) own.add(name);
      named.set(id.name, own);
    }
  }
  return named;
}

/** Returns every exported name of a declaration file with its declaration, including `export *`. */
export function publicNames(types: string): PublicName[] {
  const { exported, whole } = declarationsOf(types);
  const own = [...exported].map(([name, { origin, isType }]) => ({ name, isType, origin: declaredAt(origin) }));
  return [...own, ...whole.flatMap(publicNames)];
}

/** Follows a re-export to the declaration. */
function declaredAt(origin: Origin): Origin {
  const [file = '', name = ''] = origin.split('#');
  if (name === '*') return origin;
  const { exported, imported } = declarationsOf(file);
  const next = exported.get(name)?.origin ?? imported.get(name);
  return next === undefined || next === origin ? origin : declaredAt(next);
}

/**
 * Returns every declaration that can be reached from the signatures of these names: their types, the types of
 * those, and so on.
 */
export function reachedFrom(origins: readonly Origin[]): ReadonlySet<Origin> {
  const reached = new Set<Origin>();
  const queue = [...origins];
  for (let origin = queue.pop(); origin !== undefined; origin = queue.pop()) {
    if (reached.has(origin)) continue;
    reached.add(origin);
    const [file = '', name = ''] = origin.split('#');
    const { named, imported, exported } = declarationsOf(file);
    if (name === '*') queue.push(...[...exported.values()].map((entry) => declaredAt(entry.origin)));
    for (const other of named.get(name) ?? []) {
      const from = imported.get(other);
      if (from !== undefined) queue.push(declaredAt(from));
      else if (named.has(other)) queue.push(`${file}#${other}`);
    }
  }
  return reached;
}
