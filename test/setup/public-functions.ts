import { posix } from 'node:path';
import { parseSync } from 'vite';
import type { Sources } from './source-files.js';

/** A function that an entry of the package exports. */
export interface PublicFunction {
  readonly name: string;
  readonly path: string;
  /** Its JSDoc, without asterisks. */
  readonly doc: string;
  readonly params: readonly Param[];
  /**
   * Codes of the errors that it throws: in its body, in functions of the same file that it calls, and in
   * callbacks of array methods.
   */
  readonly throws: readonly string[];
}

/** A parameter: its name, if any, and the name of its type. */
export interface Param {
  readonly name: string | undefined;
  readonly type: string | undefined;
}

/** A member of a type, with its JSDoc. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly doc: string;
}

/** Any node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface File {
  readonly path: string;
  readonly source: string;
  readonly body: readonly Node[];
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[];
}

/** Parses source files, and follows names across them. */
export class PublicFunctions {
  readonly #sources: Sources;
  readonly #files = new Map<string, File>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /**
   * Returns the functions that a module exports, its own and re-exported ones. Capitalized names (components and
   * classes) are skipped.
   */
  of(entry: string): readonly PublicFunction[] {
    return this.#exportsOf(entry).flatMap(([name, path, local]) => {
      const found = this.#declaration(path, local);
      if (found?.type !== 'FunctionDeclaration' || !/^[a-z]/.test(name)) return [];
      const file = this.#file(path);
      const params = asNodes(found.params).map(toParam);
      return [{ name, path, doc: docBefore(file, found), params, throws: [...this.#thrownBy(file, found)] }];
    });
  }

  /** Returns the members of a type that a file refers to; `undefined` if they cannot be read. */
  membersOf(path: string, name: string): readonly Member[] | undefined {
    const [from, local] = this.#import(path, name) ?? [path, name];
    const found = this.#declaration(from, local);
    return found === undefined ? undefined : this.#members(this.#file(from), found);
  }

  #members(file: File, node: Node): readonly Member[] | undefined {
    const all = (nodes: readonly Node[]): readonly Member[] => nodes.flatMap((part) => this.#members(file, part) ?? []);
    switch (node.type) {
      case 'TSInterfaceDeclaration':
        return all([asNode(node.body), ...asNodes(node.extends).map((part) => asNode(part.expression))]);
      case 'TSInterfaceBody':
        return asNodes(node.body).flatMap((member) => toMember(file, member));
      case 'TSTypeLiteral':
        return asNodes(node.members).flatMap((member) => toMember(file, member));
      case 'TSTypeAliasDeclaration':
        return this.#members(file, asNode(node.typeAnnotation));
      case 'TSIntersectionType':
        return all(asNodes(node.types));
      case 'TSTypeReference': {
        const name = String(asNode(node.typeName).name);
        const [first] = isNode(node.typeArguments) ? asNodes(node.typeArguments.params) : [];
        const isOfAnother = /^(?:Omit|Pick|Partial|Readonly)$/.test(name) && first !== undefined;
        return isOfAnother ? this.#members(file, first) : this.membersOf(file.path, name);
      }
      case 'Identifier':
        return this.membersOf(file.path, String(node.name));
      default:
        return undefined;
    }
  }

  /** Returns each exported name with its declaration. */
  #exportsOf(path: string): readonly (readonly [name: string, path: string, local: string])[] {
    return this.#file(path).body.flatMap((node) => {
      const from = node.source ? this.#resolve(path, String(asNode(node.source).value)) : path;
      if (from === undefined) return [];
      if (node.type === 'ExportAllDeclaration') return this.#exportsOf(from);
      if (node.type !== 'ExportNamedDeclaration') return [];
      const own = node.declaration ? asNode(asNode(node.declaration).id ?? node).name : undefined;
      const named = asNodes(node.specifiers).map((part) => [asNode(part.exported).name, asNode(part.local).name]);
      return [...named, ...(own === undefined ? [] : [[own, own]])].map(
        ([name, local]) => [String(name), from, String(local)] as const,
      );
    });
  }

  #declaration(path: string, name: string): Node | undefined {
    const declared = this.#file(path).body.map((node) => (node.declaration ? asNode(node.declaration) : node));
    return declared.find((node) => 'id' in node && node.id !== null && asNode(node.id).name === name);
  }

  /** Returns the module from which a file imports a name. */
  #import(path: string, name: string): readonly [path: string, name: string] | undefined {
    for (const node of this.#file(path).body.filter(({ type }) => type === 'ImportDeclaration')) {
      const found = asNodes(node.specifiers).find((part) => asNode(part.local).name === name);
      const from = this.#resolve(path, String(asNode(node.source).value));
      if (found?.imported && from !== undefined) return [from, String(asNode(found.imported).name)];
    }
    return undefined;
  }

  #thrownBy(file: File, fn: Node, seen: Set<Node> = new Set()): Set<string> {
    const codes = new Set<string>();
    const add = (found: Iterable<string>): void => {
      for (const code of found) codes.add(code);
    };
    if (seen.has(fn)) return codes;
    seen.add(fn);
    walk(fn.body, (node) => {
      const thrown = node.type === 'ThrowStatement' ? asNode(node.argument) : undefined;
      if (thrown?.type === 'NewExpression') add(codesOf(thrown));
      const maker = thrown === undefined ? undefined : this.#called(file, thrown);
      if (maker !== undefined) walk(maker.fn.body, (part) => add(codesOf(part)));
      const helper = this.#called(file, node);
      if (helper !== undefined) add(this.#thrownBy(helper.file, helper.fn, seen));
    });
    return codes;
  }

  /** Returns the function that a call refers to by name, or the constructor of a class. */
  #called(from: File, node: Node): { readonly file: File; readonly fn: Node } | undefined {
    const callee = /^(?:Call|New)Expression$/.test(node.type) ? asNode(node.callee) : undefined;
    if (callee?.type !== 'Identifier') return undefined;
    const [path, name] = this.#import(from.path, String(callee.name)) ?? [from.path, String(callee.name)];
    const found = this.#declaration(path, name);
    const fn = found?.type === 'ClassDeclaration' ? constructorOf(found) : found;
    return fn === undefined || !/Function/.test(fn.type) ? undefined : { file: this.#file(path), fn };
  }

  #resolve(from: string, specifier: string): string | undefined {
    const target = posix.join(posix.dirname(from), specifier);
    return ['.ts', '.tsx']
      .map((ending) => target.replace(/\.js$/, ending))
      .find((candidate) => specifier.startsWith('.') && this.#sources.has(candidate));
  }

  #file(path: string): File {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const source = this.#sources.get(path) ?? '';
    const { program, comments } = parseSync(path, source);
    const file = { path, source, body: asNodes(program.body), comments };
    this.#files.set(path, file);
    return file;
  }
}

/** Returns the codes in `new UserError('code', …)`, or in a conditional between two codes. */
function codesOf(node: Node): readonly string[] {
  if (node.type !== 'NewExpression' || !/Error$|Behavior$|Exceeded$|Aborted$/.test(String(asNode(node.callee).name)))
    return [];
  const codes: string[] = [];
  walk(asNodes(node.arguments)[0], ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string' && /^[a-z]+(?:-[a-z]+)*$/.test(value)) codes.push(value);
  });
  return codes;
}

function constructorOf(node: Node): Node | undefined {
  const found = asNodes(asNode(node.body).body).find(({ kind }) => kind === 'constructor');
  return found && asNode(found.value);
}

/** Array methods, which call their callback immediately. */
const loops = /^(?:map|flatMap|filter|find|some|every|forEach|reduce)$/;

/** Visits a node and its descendants, except functions that run later. */
function walk(given: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(given)) for (const part of given) walk(part, visit);
  if (!isNode(given)) return;
  visit(given);
  for (const [key, part] of Object.entries(given)) {
    if (given.type === 'TryStatement' && key === 'block' && given.handler) continue;
    const parts = [part].flat().filter(isNode);
    for (const inner of parts) {
      const isLater = /Function/.test(inner.type) && !(key === 'arguments' && isLoop(given));
      if (!isLater) walk(inner, visit);
    }
  }
}

function isLoop({ callee }: Node): boolean {
  return isNode(callee) && isNode(callee.property) && loops.test(String(callee.property.name));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function asNode(value: unknown): Node {
  if (!isNode(value)) throw new Error('There is no node here.');
  return value;
}

function asNodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function toParam(node: Node): Param {
  const inner = node.type === 'AssignmentPattern' ? asNode(node.left) : node;
  const target = inner.type === 'RestElement' ? asNode(inner.argument) : inner;
  const annotation = [inner, target].map(({ typeAnnotation }) => typeAnnotation).find(isNode);
  const type = annotation === undefined ? undefined : asNode(annotation.typeAnnotation);
  return {
    name: target.type === 'Identifier' ? String(target.name) : undefined,
    type: type?.type === 'TSTypeReference' ? String(asNode(type.typeName).name) : undefined,
  };
}

function toMember(file: File, node: Node): readonly Member[] {
  if (!isNode(node.key)) return [];
  // An optional callback needs no sentence about its absence: it is just not called.
  const isOptional = node.optional === true && node.type !== 'TSMethodSignature';
  return [{ name: String(node.key.name), isOptional, doc: docBefore(file, node) }];
}

/** Returns the JSDoc right before a declaration. */
function docBefore({ source, comments }: File, { start }: Node): string {
  const isJustBefore = (end: number): boolean => /^(?:\s|export|async|\/\/.*\n)*$/.test(source.slice(end, start));
  const found = comments.findLast(({ value, end }) => end <= start && value.startsWith('*') && isJustBefore(end));
  return (found?.value ?? '').replace(/^[ \t]*\* ?/gm, '').trim();
}
