import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { completeExample, type Example, examplesOf, undeclaredNames } from '../setup/jsdoc-examples.js';
import { readSources, root } from '../setup/source-files.js';

const folder = join(root, 'node_modules/.cache/countersign-jsdoc');

afterAll(() => rm(folder, { recursive: true, force: true }));

const others: Readonly<Record<string, string>> = { z: 'zod', useState: 'react', useRef: 'react', useEffect: 'react' };

/** Returns the entry that exports each public name. */
async function readModules(): Promise<ReadonlyMap<string, string>> {
  const modules = new Map(Object.entries(others));
  let entry = '';
  for (const line of (await readFile(join(root, 'test/public-names.txt'), 'utf8')).split('\n')) {
    if (/^\S/.test(line)) entry = line.trim();
    const name = line.trim().replace(/^type /, '');
    // A name may be a type in one entry and a component in another; examples show the component.
    if (/^\s/.test(line) && !(modules.has(name) && line.includes(' type '))) modules.set(name, entry);
  }
  return modules;
}

/** Returns the compiler's messages about the examples. */
async function compile(examples: readonly Example[], codeOf: (example: Example) => string): Promise<string> {
  await Promise.all(examples.map((example) => writeFile(join(folder, example.file), codeOf(example))));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

async function writeConfig(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const paths = Object.entries<readonly string[]>(compilerOptions.paths);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: Object.fromEntries(paths.map(([name, [path = '']]) => [name, [join(root, path)]])),
        // An example shows one thing only, so unused values and untyped parameters of the app's own functions are
        // allowed.
        noImplicitAny: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
        verbatimModuleSyntax: false,
        isolatedModules: false,
      },
      include: ['*.ts', '*.tsx'],
    }),
  );
}

it('the examples in JSDoc type-check, with names of the app declared as any', { timeout: 300_000 }, async () => {
  const examples = examplesOf(readSources('src'));
  const modules = await readModules();
  await writeConfig();

  const names = undeclaredNames(await compile(examples, ({ code }) => `export {};\n${code}\n`));
  const output = await compile(examples, (example) =>
    completeExample(example, names.get(example.file) ?? new Set(), (name) => modules.get(name)),
  );

  const places = new Map(examples.map(({ file, at }) => [file, at]));
  // The sources are type-checked separately, and an example may show only the end of a function.
  const problems = output.split('\n').filter((line) => /^[\w-]+\.tsx?\(/.test(line) && !line.includes('TS1108'));
  expect(examples.length).toBeGreaterThan(150);
  expect(problems.map((line) => line.replace(/^[^(]+/, (file) => places.get(file) ?? file))).toEqual([]);
});

describe('the examples', () => {
  it('are found with their place', () => {
    const source =
      '/**\n * Adds.\n * @example\n * add(1);\n * @throws never\n * @example <A/>\n */\nexport const a = 1;';

    expect(examplesOf(new Map([['src/a.ts', source]]))).toEqual([
      { at: 'src/a.ts:1', code: 'add(1);', file: 'src-a-ts-1-0.ts' },
      { at: 'src/a.ts:1', code: '<A/>', file: 'src-a-ts-1-1.tsx' },
    ]);
  });

  it('import public names and declare the others', () => {
    const names = undeclaredNames(
      "a-1.ts(1,1): error TS2304: Cannot find name 'tool'.\na-1.ts(1,9): error TS2304: Cannot find name 'x'.",
    );

    const code = completeExample(
      { file: 'a-1.ts', at: '', code: 'tool(x)' },
      names.get('a-1.ts') ?? new Set(),
      (name) => (name === 'tool' ? 'countersign' : undefined),
    );

    expect(code).toContain("import { tool } from 'countersign';");
    expect(code).toContain('declare const x: any;');
  });
});
