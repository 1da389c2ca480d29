import { child, children, nameOf, type Syntax, statementsOf } from './syntax.js';

/** The text of a module beside it that belongs to what is shown. `undefined`: that one is only imported. */
export type ReadSibling = (from: string) => string | undefined;

/** A module of stories, by its top-level names. */
export interface StoryModule {
  readonly text: string;
  readonly readSibling: ReadSibling;
  /** What is declared: the statement, and the value of a constant. */
  readonly declared: ReadonlyMap<string, { readonly statement: Syntax; readonly value: Syntax | undefined }>;
  /** What is imported: the name that it has there, and from where. */
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string; readonly isType: boolean }>;
  /** The exported constants, in order. */
  readonly stories: readonly string[];
}

/** Reads a module by its top level. */
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

/** What a piece of syntax says, as it is written. */
export function written({ text }: StoryModule, syntax: Syntax): string {
  return text.slice(syntax.start, syntax.end);
}

/** What a name stands for, or a member of it, or what stands before `??`; other syntax is itself. */
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

/** The members of an object, by name; those that it spreads from another story's `args`, too. */
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
