import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The examples that a page of `docs/frameworks/` describes, with the files that it shows in full. */
const shown: Readonly<Record<string, readonly string[]>> = {
  astro: [],
  next: [],
  extension: ['public/manifest.json', 'vite.config.js'],
  'react-router': [],
  svelte: ['src/notes-chat.svelte', 'src/approval-card.svelte'],
  'tanstack-start': [],
  vite: [],
  vue: ['src/notes-chat.vue', 'src/approval-card.vue', 'src/safe-input.ts'],
};

const versionsOf = (name: string): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(read(`examples/${name}/package.json`));
  return { ...dependencies, ...devDependencies };
};

describe('the pages of frameworks', () => {
  it.each(Object.keys(shown))('%s names the command that copies its example', (name) => {
    expect(read(`docs/frameworks/${name}.md`)).toContain(`npx countersign create ${name} my-app\n`);
  });

  const files = Object.entries(shown).flatMap(([name, paths]) => paths.map((path) => ({ name, path })));
  it.each(files)('$name has $path of its example', ({ name, path }) => {
    const code = read(`examples/${name}/${path}`);

    expect(read(`docs/frameworks/${name}.md`)).toContain(`\n${code}\`\`\`\n`);
  });
});

describe('the table of supported versions', () => {
  it.each([
    { example: 'astro', packageName: 'astro' },
    { example: 'next', packageName: 'next' },
    { example: 'react-router', packageName: 'react-router' },
    { example: 'svelte', packageName: 'svelte' },
    { example: 'tanstack-start', packageName: '@tanstack/react-start' },
    { example: 'vue', packageName: 'vue' },
  ])('names the version of $packageName in its example', ({ example, packageName }) => {
    expect(read('docs/releases.md')).toContain(` ${versionsOf(example)[packageName]}`);
  });
});

describe('the list of examples', () => {
  it('has each of them, once', () => {
    const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const listed = [...read('examples/README.md').matchAll(/^- `([\w-]+)`: /gm)].map(([, name]) => name);

    expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).sort());
  });
});
