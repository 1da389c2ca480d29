import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postcss, { type Declaration, type Root } from 'postcss';
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser';
import { child, children, nameOf, namesIn, type Syntax, statementsOf } from '../syntax.js';

/** The CSS variables that the kit's stylesheet reads or sets, by the `data-cs` name of the styled element. */
export type StyleVariables = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads every stylesheet of the kit. */
export function readStyleVariables(root: string): StyleVariables {
  const found = new Map<string, Set<string>>();
  for (const sheet of readSheets(root)) {
    sheet.walkDecls((declaration) => {
      const variables = variablesIn(declaration);
      if (variables.length === 0) return;
      for (const name of styledBy(declaration)) {
        const known = found.get(name) ?? new Set();
        for (const variable of variables) known.add(variable);
        found.set(name, known);
      }
    });
  }
  return found;
}

/** Reads the documented tokens with their default values, from `tokens.css`. */
export function readTokens(root: string): Readonly<Record<string, string>> {
  const sheet = postcss.parse(readFileSync(join(root, 'src/styles/tokens.css'), 'utf8'));
  const tokens: Record<string, string> = {};
  sheet.walkRules((rule) => {
    if (rule.selector !== ':where(:root, :host)' || isConditional(rule)) return;
    rule.each((node) => {
      if (node.type === 'decl' && node.prop.startsWith('--cs-')) tokens[node.prop] = node.value;
    });
  });
  return tokens;
}

function isConditional({ parent }: { readonly parent: unknown }): boolean {
  return typeof parent === 'object' && parent !== null && 'name' in parent && parent.name === 'media';
}

function readSheets(root: string): readonly Root[] {
  const folder = join(root, 'src/styles');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  return names.map((name) => postcss.parse(readFileSync(join(folder, name), 'utf8')));
}

function variablesIn({ prop, value }: Declaration): readonly string[] {
  return `${prop}: ${value}`.match(/--cs-[a-z-]+/g) ?? [];
}

/** Returns the `data-cs` names of the elements that a declaration applies to. */
function styledBy({ parent }: Declaration): readonly string[] {
  if (parent?.type !== 'rule') return [];
  const names: string[] = [];
  selectorParser((list) => {
    for (const selector of list.nodes) names.push(...subjectOf(selector));
  }).processSync('selector' in parent ? String(parent.selector) : '');
  return names;
}

/** Returns the names in the last compound of a selector that has any: the rest says where it applies. */
function subjectOf(selector: Selector): readonly string[] {
  const compounds: Node[][] = [[]];
  for (const node of selector.nodes) {
    if (node.type === 'combinator') compounds.push([]);
    else compounds.at(-1)?.push(node);
  }
  return compounds.map((nodes) => nodes.flatMap(partNames)).findLast((names) => names.length > 0) ?? [];
}

function partNames(node: Node): readonly string[] {
  if (node.type === 'attribute') return node.attribute === 'data-cs' && node.value !== undefined ? [node.value] : [];
  // `:has()` and `:not()` name other elements.
  if (node.type !== 'pseudo' || !/^:(?:where|is)$/.test(node.value)) return [];
  return node.nodes.flatMap(subjectOf);
}

/** The attributes and variables by which a part can be styled. */
export interface PartStyling {
  readonly tag: string | undefined;
  /** The `data-cs` name of its element. */
  readonly name: string | undefined;
  readonly state: readonly { readonly attribute: string; readonly values: string; readonly description: string }[];
  /** Its element and those inside it, by `data-cs` name, with the CSS variables of their rules. */
  readonly rows: readonly { readonly selector: string; readonly variables: readonly string[] }[];
  /** The default value of each token among the variables. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** The `data-cs` names that a component sets, and its element if it is a part. */
export interface Rendering {
  /** The name of the element of the part. */
  readonly name: string | undefined;
  /** The names of the elements inside it. */
  readonly inside: readonly string[];
  readonly tag: string | undefined;
}

/** A declaration, and if other modules can import it. */
interface Declared {
  readonly syntax: Syntax;
  readonly isExported: boolean;
}

/**
 * Reads what a declaration of a source file renders, with the private declarations of the file that it uses. A part
 * that only forwards to an imported component renders what that component does.
 */
export function readRendering(file: string, localName: string): Rendering {
  const text = readFileSync(file, 'utf8');
  const declared = declarationsOf(text);
  const names = new Set<string>();
  const inside = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const declaration = declared.get(name);
    if (declaration === undefined || seen.has(name)) return;
    seen.add(name);
    for (const [value, isOwn] of partNamesIn(declaration.syntax)) (isOwn ? names : inside).add(value);
    // An exported part of the same file has its own section.
    for (const used of namesIn([declaration.syntax])) if (declared.get(used)?.isExported !== true) visit(used);
  };
  visit(localName);
  const tag = tagOf(declared.get(localName)?.syntax);
  // `part` makes every button a `data-cs="button"`, unless it is given another name.
  const [name = tag === 'button' ? 'button' : undefined, ...further] = names;
  const found = { name, inside: [...further, ...inside].filter((each) => each !== name), tag };
  if (name !== undefined || inside.size > 0 || tag === undefined) return found;
  return {
    ...forwarded(
      file,
      text,
      [...seen].map((each) => declared.get(each)?.syntax),
    ),
    tag,
  };
}

/** Reads the first imported component that a part renders. */
function forwarded(file: string, text: string, used: readonly (Syntax | undefined)[]): Omit<Rendering, 'tag'> {
  const names = namesIn(used.filter((each) => each !== undefined));
  for (const statement of statementsOf(text)) {
    const from = nameOf(child(statement, 'source'));
    if (statement.type !== 'ImportDeclaration' || !from.startsWith('.') || statement.importKind === 'type') continue;
    for (const each of children(statement, 'specifiers')) {
      const name = nameOf(child(each, 'imported'));
      const isComponent = new RegExp(`<${name}[ />]`).test(text);
      if (isComponent && names.has(name)) return readRendering(sourceOf(file, from), name);
    }
  }
  return { name: undefined, inside: [] };
}

function sourceOf(file: string, from: string): string {
  return join(dirname(file), from.replace(/\.js$/, '.tsx'));
}

function declarationsOf(text: string): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const statement of statementsOf(text)) {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const inner = child(statement, 'declaration') ?? statement;
    if (child(inner, 'id') !== undefined) declared.set(nameOf(child(inner, 'id')), { syntax: inner, isExported });
    for (const each of children(inner, 'declarations'))
      declared.set(nameOf(child(each, 'id')), { syntax: each, isExported });
  }
  return declared;
}

/** Returns the element of `part('Name', 'element', …)`. */
function tagOf(declaration: Syntax | undefined): string | undefined {
  const call = child(declaration, 'init');
  if (nameOf(child(call, 'callee')) !== 'part') return undefined;
  return nameOf(children(call, 'arguments')[1]);
}

/** Returns the literal values of `data-cs`, and `true` for those that `render(props, …)` sets on the part itself. */
function partNamesIn(syntax: Syntax): readonly (readonly [name: string, isOwn: boolean])[] {
  const names: (readonly [string, boolean])[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isSyntax(value)) {
      const label = nameOf(child(value, value.type === 'JSXAttribute' ? 'name' : 'key'));
      const given = nameOf(child(value, 'value'));
      if (label === 'data-cs' && given !== '') names.push([given, false]);
      if (nameOf(child(value, 'callee')) === 'render') visitRender(value);
      else for (const each of Object.values(value)) visit(each);
    }
  };
  const visitRender = (call: Syntax): void => {
    for (const each of children(children(call, 'arguments')[1], 'properties')) {
      const given = nameOf(child(each, 'value'));
      if (nameOf(child(each, 'key')) === 'data-cs' && given !== '') names.push([given, true]);
      else visit(each);
    }
  };
  visit(syntax);
  return names;
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value;
}
