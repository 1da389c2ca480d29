import { parseSync } from 'vite';
import type { Sources } from './source-files.js';

/** Returns the top-level functions of a TypeScript file by name. */
export function functionNames(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const names = program.body.flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration') return [node.id?.name ?? ''];
    if (node?.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
        ? [id.name]
        : [],
    );
  });
  // Overloads repeat the name of their function.
  return [...new Set(names)];
}

/**
 * Returns a sentence for every function name that several files use. Translations use the function names of
 * the English strings.
 */
export function findSharedNames(sources: Sources): string[] {
  const homes = new Map<string, string[]>();
  for (const [path, source] of sources)
    for (const name of functionNames(path, source)) homes.set(name, [...(homes.get(name) ?? []), path]);
  return [...homes]
    .filter(([, paths]) => paths.length > 1 && !isTranslated(paths))
    .map(
      ([name, paths]) => `${name} is a function of ${paths.join(' and of ')}: make one of them, or say what each does`,
    )
    .sort();
}

function isTranslated(paths: readonly string[]): boolean {
  const own = paths.filter((path) => !/^src\/words\/(?!english\/)/.test(path));
  const languages = paths.map((path) => /^src\/words\/([^/]+)\//.exec(path)?.[1]);
  return (
    own.length === 1 &&
    own.every((path) => path.startsWith('src/words/english/')) &&
    new Set(languages).size === paths.length
  );
}
