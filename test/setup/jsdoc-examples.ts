import { parseSync } from 'vite';
import type { Sources } from './source-files.js';

/** An example from JSDoc, as a separate file. */
export interface Example {
  readonly file: string;
  /** The file and line of the comment. */
  readonly at: string;
  readonly code: string;
}

/** Returns the code after each `@example` of the sources' doc comments. */
export function examplesOf(sources: Sources): readonly Example[] {
  return [...sources].flatMap(([path, source]) =>
    parseSync(path, source).comments.flatMap(({ type, value, start }) => {
      if (type !== 'Block' || !value.startsWith('*')) return [];
      const line = source.slice(0, start).split('\n').length;
      const text = value.replace(/^\s*\* ?/gm, '');
      return text
        .split(/^@(?=\w)/m)
        .filter((tag) => tag.startsWith('example'))
        .map((tag, index) => {
          const code = tag
            .slice('example'.length)
            .trim()
            .replace(/^```tsx?\n|```$/g, '');
          const kind = /<\/|\/>/.test(code) ? 'tsx' : 'ts';
          return { at: `${path}:${line}`, code, file: `${path.replace(/\W+/g, '-')}-${line}-${index}.${kind}` };
        });
    }),
  );
}

/** A compiler message about a name that a file uses without declaring it. */
const unknownName = /^([\w-]+\.tsx?)\(\d+,\d+\): error TS(?:2304|2503|2552|2582|2593|18004): .*?'(\w+)'/gm;

/** Returns the undeclared names in each file, parsed from the compiler's output. */
export function undeclaredNames(output: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const [, file = '', name = ''] of output.matchAll(unknownName)) {
    const known = names.get(file) ?? new Set();
    names.set(file, known.add(name));
  }
  return names;
}

/**
 * Completes an example: imports public names and declares every other name as `any`, because an example may assume the
 * app's own code. Options of our own functions are checked all the same.
 */
export function completeExample(
  { code }: Example,
  names: ReadonlySet<string>,
  moduleOf: (name: string) => string | undefined,
): string {
  const lines = [...names].map((name) => {
    const from = moduleOf(name);
    if (from !== undefined) return `import { ${name} } from '${from}';`;
    return `declare const ${name}: any; type ${name} = any;`;
  });
  return `${lines.join(' ')} export {};\n${code}\n`;
}
