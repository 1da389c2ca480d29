import { parseSync, Visitor } from 'vite';

/** The sizes and the rule violations of one source file. */
export interface Measures {
  readonly path: string;
  readonly lines: number;
  readonly exportCount: number;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
  /** Every `any`, `!` and `as unknown as` without a reason on its line or in a linter exception above it. */
  readonly looseTypes: readonly string[];
  /** Exported declarations without JSDoc. */
  readonly undocumented: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Measures a TypeScript file. */
export function measureSource(path: string, source: string): Measures {
  const { module, program, comments, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const lines = source.split('\n');
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length;
  const functions: { line: number; lines: number }[] = [];
  const looseTypes: string[] = [];
  const addFunction = ({ start, end }: Span): void => {
    functions.push({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 });
  };
  const addLooseType = (what: string, { end }: Span): void => {
    const line = lineOf(end);
    const explained = /\/\/ \w/.test(lines[line - 1] ?? '') || /\/\/ biome-ignore .*: \w/.test(lines[line - 2] ?? '');
    if (!explained) looseTypes.push(`${path}:${line} has ${what} without a reason`);
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSAnyKeyword: (node) => addLooseType('any', node),
    TSNonNullExpression: (node) => addLooseType('!', node),
    TSAsExpression: (node) => {
      const inner = node.expression;
      if (inner.type !== 'TSAsExpression' || inner.typeAnnotation.type !== 'TSUnknownKeyword') return;
      addLooseType('as unknown as', node);
    },
  }).visit(program);
  const docs = comments.filter((comment) => comment.type === 'Block' && comment.value.startsWith('*'));
  const undocumented = program.body
    .filter((node) => node.type === 'ExportNamedDeclaration' && node.declaration !== null)
    // `declare namespace` only adds types to a component, which is documented above the component.
    .filter((node) => node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'TSModuleDeclaration')
    .filter(({ start }) => !docs.some(({ end }) => end <= start && onlyLineComments(source.slice(end, start))))
    .map(({ start }) => `${path}:${lineOf(start)} exports a name without JSDoc: ${lines[lineOf(start) - 1]}`);
  const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name));
  // The props and the state of a component belong to it.
  const exportCount = new Set(
    names.filter((name) => !/[a-z](?:Props|State)$/.test(name ?? '') || !path.endsWith('.tsx')),
  ).size;
  return { path, lines: lines.length - 1, exportCount, functions, looseTypes, undocumented };
}

function onlyLineComments(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:\/\/.*)?$/.test(line));
}

/** Returns the smallest value that at least `share` of the numbers do not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
