import { parseSync } from 'vite';

/** A syntax node with its position. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Parses a module, and returns its statements. */
export function statementsOf(text: string): readonly Syntax[] {
  const { program, errors } = parseSync('module.tsx', text);
  if (errors[0] !== undefined) throw new Error(`${errors[0].message}, in:\n${text}`);
  return program.body as unknown as readonly Syntax[]; // ESTree; only names and positions are read
}

/** Returns a member that is a syntax node. */
export function child(syntax: Syntax | undefined, member: string): Syntax | undefined {
  const value = syntax?.[member];
  return isSyntax(value) ? value : undefined;
}

/** Returns a member that is a list of syntax nodes. */
export function children(syntax: Syntax | undefined, member: string): readonly Syntax[] {
  const value = syntax?.[member];
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

/** Returns the name of an identifier or the value of a literal. */
export function nameOf(syntax: Syntax | undefined): string {
  const name = syntax?.name ?? syntax?.value;
  return typeof name === 'string' ? name : '';
}

/** Returns all names that a syntax node uses. */
export function namesIn(syntax: readonly Syntax[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isSyntax(value)) {
      if (/^(?:JSX)?Identifier$/.test(value.type)) names.add(nameOf(value));
      for (const [member, each] of Object.entries(value)) if (!isLabel(value, member)) visit(each);
    }
  };
  visit(syntax);
  return names;
}

/** Returns `true` for a property name, which does not refer to the module. */
function isLabel(syntax: Syntax, member: string): boolean {
  if (syntax.computed === true) return false;
  if (syntax.type === 'Property') return member === 'key' && syntax.shorthand !== true;
  return (
    (syntax.type === 'MemberExpression' && member === 'property') ||
    (syntax.type === 'JSXAttribute' && member === 'name')
  );
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
