import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { codeBlocksOf } from '../.docs/code-blocks.js';
import { readPages, snippetsOf } from './setup/pages.js';
import { root } from './setup/source-files.js';

const readme = await readFile(join(root, 'README.md'), 'utf8');
const folder = join(root, 'node_modules/.cache/countersign-readme');

afterAll(() => rm(folder, { recursive: true, force: true }));

const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);

describe('the README', () => {
  it('stays short and shows code early', () => {
    const lines = readme.split('\n');

    expect(lines.length).toBeLessThanOrEqual(150);
    expect(lines.findIndex((line) => line.startsWith('```tsx'))).toBeLessThan(30);
  });

  it('begins with an example that needs neither a key nor a server', async () => {
    const [first] = codeBlocksOf(readme);

    expect(first?.code).toContain("from 'countersign/testing'");
    expect(first?.code).not.toMatch(/https?:|fetch|apiKey|@ai-sdk/);
    // A browser test renders and plays this file.
    expect(first?.code).toBe(await readFile(join(root, 'test/docs/readme-app.tsx'), 'utf8'));
  });

  it('lists each entry point', () => {
    const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'));
    const listed = [...readme.matchAll(/^\| `(countersign[^`]*)` \|/gm)].map(([, entry]) => entry);

    expect(listed.toSorted()).toEqual(entries.map((path) => path.replace('.', 'countersign')).toSorted());
  });
});

describe('the pages', () => {
  it('have code in TypeScript alone, so that all of it is checked', () => {
    expect(readPages().filter(({ text }) => /^\s*```(?:jsx?|javascript|typescript)\b/m.test(text))).toEqual([]);
  });

  it('show only code that type-checks', { timeout: 300_000 }, async () => {
    const snippets = readPages().flatMap(snippetsOf);
    await mkdir(folder, { recursive: true });
    await Promise.all(snippets.map(({ file, code }) => writeFile(join(folder, file), code)));
    const paths = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')).compilerOptions.paths as Record<
      string,
      string[]
    >;
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: {
          ...Object.fromEntries(Object.entries(paths).map(([name, [path = '']]) => [name, [join(root, path)]])),
          // The package that users install exports the same as this entry.
          '@playwright/test': [join(root, 'node_modules/playwright/test')],
        },
      },
      include: ['*.ts', '*.tsx'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));

    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );

    expect(snippets.filter(({ file }) => file.startsWith('README.md')).length).toBeGreaterThanOrEqual(3);
    expect(snippets.some(({ file }) => file.startsWith('testing.md'))).toBe(true);
    expect(snippets.some(({ file }) => file.startsWith('getting-started.mdx'))).toBe(true);
    expect(stdout).toBe('');
  });
});
