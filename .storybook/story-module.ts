import { child, children, nameOf, type Syntax, statementsOf } from './syntax.js';

/** Returns the source of a sibling module whose code is shown, or `undefined` if it is only imported. */
export type ReadSibling = (from: string) => string | undefined;

/** The top-level names of a module of stories. */
export interface StoryModule {
  readonly text: string;
  readonly readSibling: ReadSibling;
  /** The declarations, each with its statement and, for a constant, its value. */
  readonly declared: ReadonlyMap<string, { readonly statement: Syntax; readonly value: Syntax | undefined }>;
  /** The imports, each with its exported name and module. */
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string; readonly isType: boolean }>;
  /** The exported constants, in order. */
  readonly stories: readonly string[];
}

/** Reads the top level of a module. */
export function readModule(text: string, readSibling: ReadSibling): StoryModule {
  const declared = new Map<string, { readonly statement: Syntax; readonly value: Syntax | undefined }>();
  const imported = new Map<string, { readonly from: string; readonly name: string; readonly isType: boolean }>();
  const stories: string[] = [];
  for (const statement of statementsOf(text)) {
    if (statement.type === 'ImportDeclaration') {
      const from = nameOf(child(statement, 'source'));
      for (const each of children(statement, 'specifiers'))
        imported.set(nameOf(child(each, 'local')), {
          from,
          name: nameOf(child(each, 'imported')) || 'default',
          isType: statement.importKind === 'type' || each.importKind === 'type',
        });
      continue;
    }
    const inner = statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement;
    if (inner === undefined) continue;
    if (child(inner, 'id') !== undefined) declared.set(nameOf(child(inner, 'id')), { statement: inner, value: inner });
    for (const each of children(inner, 'declarations')) {
      const name = nameOf(child(each, 'id'));
      declared.set(name, { statement: inner, value: child(each, 'init') });
      if (inner !== statement) stories.push(name);
    }
  }
  return { text, readSibling, declared, imported, stories };
}

/** Returns the source text of a syntax node. */
export function written({ text }: StoryModule, syntax: Syntax): string {
  return text.slice(syntax.start, syntax.end);
}

/** Resolves a name, a member of a name, or the left side of `??`. Returns any other syntax unchanged. */
export function resolved(module: StoryModule, syntax: Syntax | undefined): Syntax | undefined {
  switch (syntax?.type) {
    case 'Identifier':
      return module.declared.get(nameOf(syntax))?.value;
    case 'LogicalExpression':
      return resolved(module, child(syntax, 'left'));
    case 'MemberExpression':
      return membersOf(module, resolved(module, child(syntax, 'object'))).get(nameOf(child(syntax, 'property')));
    default:
      return syntax;
  }
}

/** Returns the members of an object by name, including those spread from the `args` of another story. */
export function membersOf(module: StoryModule, object: Syntax | undefined): ReadonlyMap<string, Syntax> {
  const members = new Map<string, Syntax>();
  for (const each of children(object, 'properties')) {
    const value = child(each, 'value');
    if (value !== undefined) members.set(nameOf(child(each, 'key')), value);
    const spread = resolved(module, child(each, 'argument'));
    for (const [name, member] of membersOf(module, spread)) members.set(name, member);
  }
  return members;
}
