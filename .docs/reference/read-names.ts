import { readFileSync } from 'node:fs';
import type { Node } from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Symbol as Named,
  NodeBuilderFlags,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';
import { readProps } from '../../.storybook/prop-tables.js';

/** The kind of a public name, as the headings of its page have it. */
export type NameKind = 'hook' | 'component' | 'function' | 'class' | 'constant' | 'type';

/** A parameter of a function, with its members if it is an object of the kit. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly members: ReturnType<typeof readProps>;
}

/** A public name with everything that its page shows. */
export interface NameEntry {
  readonly name: string;
  readonly kind: NameKind;
  readonly description: string;
  /** The declaration as code: the signature of a function, the source of a type. */
  readonly code: string;
  readonly parameters: readonly Parameter[];
  /** The members of a class, or those that an interface inherits. */
  readonly members: Parameter['members'];
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  /** The types in the namespace of a component: `SchemaForm.ControlProps`. */
  readonly types: readonly NamespaceType[];
}

/** A type in the namespace of a component. */
export interface NamespaceType {
  /** The full name: `SchemaForm.ControlProps`. */
  readonly name: string;
  readonly description: string;
  readonly members: ReturnType<typeof readProps>;
}

/** An entry of the package with its own names. */
export interface EntryNames {
  /** The module that an app imports: `countersign/core`. */
  readonly entry: string;
  readonly names: readonly NameEntry[];
}

/** Reads the public names of every entry. A name that `countersign` passes on is listed under `countersign/core` only. */
export function readNames(root: string, entries: Readonly<Record<string, string>>): readonly EntryNames[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()[0];
    if (project === undefined) throw new Error('tsconfig.json names no project, so the names cannot be listed.');
    const core = new Set(exportsOf(project, entries['countersign/core'] ?? '').map(({ name }) => name));
    return Object.entries(entries).map(([entry, file]) => ({
      entry,
      names: exportsOf(project, file)
        .filter(({ name }) => entry !== 'countersign' || !core.has(name))
        .map((symbol) => describeName(project, symbol))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    }));
  } finally {
    api.close();
  }
}

function exportsOf({ checker, program }: Project, file: string): readonly Named[] {
  const source = program.getSourceFile(file);
  const exported = source && checker.getSymbolAtLocation(source);
  if (exported === undefined) throw new Error(`${file} exports nothing, so its names cannot be listed.`);
  return checker.getExportsOfModule(exported);
}

function describeName(project: Project, exported: Named): NameEntry {
  const { checker } = project;
  const symbol = (exported.flags & SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
  const { name } = exported;
  const kind = kindOf(checker, symbol, name);
  const documentation = documentationOf(checker, symbol);
  const [first] = symbol.declarations.length > 1 ? sourcesOf(project, symbol) : [];
  return {
    name,
    kind,
    ...documentation,
    // The comments of overloads come as one.
    ...(first === undefined || first.comment === '' ? {} : { description: first.comment }),
    code: codeOf(project, symbol, kind),
    parameters: kind === 'function' || kind === 'hook' ? parametersOf(checker, symbol) : [],
    members: membersOf(project, symbol, kind),
    types: (symbol.flags & SymbolFlags.NamespaceModule) === 0 ? [] : namespaceTypes(checker, symbol),
  };
}

function membersOf(project: Project, symbol: Named, kind: NameKind): Parameter['members'] {
  if (kind !== 'class' && kind !== 'type') return {};
  const { checker } = project;
  const all = readProps(checker, checker.getDeclaredTypeOfSymbol(symbol));
  if (kind === 'class') return all;
  const code = codeOf(project, symbol, kind);
  if (!/^interface [^{]*\bextends\b/.test(code)) return {};
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !new RegExp(`^  (readonly )?${name}\\b`, 'm').test(code)),
  );
}

function namespaceTypes(checker: Checker, namespace: Named): readonly NamespaceType[] {
  return checker.getExportsOfModule(namespace).map((symbol) => {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const own = symbol.getDocumentationComment(checker);
    const aliased = type.getSymbol()?.getDocumentationComment(checker) ?? '';
    return {
      name: `${namespace.name}.${symbol.name}`,
      description: plainLinks(own === '' ? aliased : own),
      members: readProps(checker, type),
    };
  });
}

function kindOf(checker: Checker, symbol: Named, name: string): NameKind {
  if ((symbol.flags & SymbolFlags.ValueModule) !== 0) return 'component';
  if ((symbol.flags & SymbolFlags.Class) !== 0) return 'class';
  if ((symbol.flags & SymbolFlags.Value) === 0 || symbol.valueDeclaration === undefined) return 'type';
  const type = checker.getTypeOfSymbol(symbol);
  const isCallable = type !== undefined && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
  if (!isCallable) return 'constant';
  if (/^use[A-Z]/.test(name)) return 'hook';
  return /^[A-Z]/.test(name) ? 'component' : 'function';
}

function documentationOf(checker: Checker, symbol: Named): Pick<NameEntry, 'description' | 'throws' | 'examples'> {
  const tags = symbol.getJsDocTags(checker);
  const textsOf = (tag: string): readonly string[] =>
    tags.filter(({ name }) => name === tag).map(({ text }) => String(text ?? '').trim());
  return {
    description: plainLinks(symbol.getDocumentationComment(checker)),
    throws: textsOf('throws').map(plainLinks),
    examples: textsOf('example'),
  };
}

function parametersOf(checker: Checker, symbol: Named): readonly Parameter[] {
  const type = checker.getTypeOfSymbol(symbol);
  const [call] = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  const described = new Map(
    symbol
      .getJsDocTags(checker)
      .filter(({ name: tag }) => tag === 'param')
      .map(({ text }) => /^(\w+)[\s-]*([\s\S]*)$/.exec(String(text ?? '').trim()))
      .map((match) => [match?.[1] ?? '', plainLinks(match?.[2] ?? '')]),
  );
  return (call?.getParameters() ?? []).map((parameter): Parameter => {
    const given = checker.getTypeOfSymbol(parameter);
    // A destructured parameter has a generated name.
    const name = parameter.name.replace(/^__.*/, 'options');
    const printed = given === undefined ? 'unknown' : print(checker, given);
    const isOptions = given !== undefined && /Options|Input|Settings|Definition|Init|^\{/.test(printed);
    return {
      name,
      type: printed,
      description: described.get(name) ?? '',
      members: isOptions ? readProps(checker, given) : {},
    };
  });
}

/** Returns the declarations of a symbol as they are in the source, with the comment above each. */
function sourcesOf(project: Project, symbol: Named): readonly { readonly comment: string; readonly code: string }[] {
  const found = symbol.declarations.flatMap((handle) => {
    const node = handle.resolve(project);
    if (node === undefined) return [];
    const body = 'body' in node ? (node.body as Node | undefined) : undefined;
    const file = readFileSync(handle.path, 'utf8');
    // The range begins with the comments above the declaration.
    const text = file.slice(node.pos, body?.pos ?? node.end);
    const [comments = ''] = /^(?:\s*\/\*\*[\s\S]*?\*\/|\s*\/\/[^\n]*)*\s*/.exec(text) ?? [];
    const code = text
      .slice(comments.length)
      .replace(/^export (?:declare )?/, '')
      .replace(/^\s*\/\/ biome-ignore .*\n/gm, '')
      .trim();
    return [{ comment: commentText(comments), code, isImplementation: body !== undefined }];
  });
  const overloads = found.filter(({ isImplementation }) => !isImplementation);
  return overloads.length > 0 ? overloads : found;
}

/** Returns the text of the last comment, without its tags. */
function commentText(comments: string): string {
  const [, last = ''] = /.*(\/\*\*[\s\S]*?\*\/)\s*$/s.exec(comments) ?? [];
  const lines = last.replace(/^\/\*\*|\*\/$/g, '').split('\n');
  const text = lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
  return plainLinks(text.replace(/(?:^|\n)\s*@[\s\S]*$/, '').trim());
}

function codeOf(project: Project, symbol: Named, kind: NameKind): string {
  const sources = sourcesOf(project, symbol).map(({ code }) => code);
  switch (kind) {
    case 'component':
      return '';
    case 'class':
      // The members are in a table.
      return (sources[0] ?? '').replace(/ \{\n[\s\S]*$/, '');
    case 'constant':
      return typedCode(project, symbol);
    case 'function':
    case 'hook':
      return sources.every((code) => /^(?:async )?function/.test(code))
        ? sources.join('\n')
        : typedCode(project, symbol);
    case 'type':
      return sources.join('\n');
    default:
      return kind satisfies never;
  }
}

function typedCode({ checker }: Project, symbol: Named): string {
  const type = checker.getTypeOfSymbol(symbol);
  const text = type === undefined ? '' : print(checker, type);
  return text.length > 400 || text === '' ? `const ${symbol.name}` : `const ${symbol.name}: ${text}`;
}

function print(checker: Checker, type: Type): string {
  return checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation).replace(/ \| undefined$/, '');
}

function plainLinks(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, '`$1`');
}
