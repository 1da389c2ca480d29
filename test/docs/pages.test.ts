import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { navigation, pathsOf } from '../../.docs/navigation.js';
import { purposes } from '../../.docs/reference/entry-page.js';
import { type GeneratedPage, referencePages } from '../../.docs/reference/index.js';
import { variablePurposes } from '../../.docs/reference/word-pages.js';
import { readTokens } from '../../.storybook/reference/styling.js';
import { listFiles, root } from '../setup/source-files.js';
import { type DocsPage, headingProblems, indexProblems, linkProblems, titleProblems } from './page-rules.js';

/** Short headings that readers look for. */
const allowedHeadings = ['Why'];

const folder = root.replace(/\/$/, '');
const read = (path: string): DocsPage => ({ path, text: readFileSync(join(folder, path), 'utf8') });
const written = ['README.md', ...listFiles('docs').filter((path) => path.endsWith('.md'))].map(read);

let reference: readonly GeneratedPage[];
let pages: readonly DocsPage[];

beforeAll(() => {
  reference = referencePages(folder, '/storybook/');
  pages = [...written, ...reference.map(({ path, text }) => ({ path: `docs/${path}`, text }))];
}, 120_000);

/** The public names by entry, as `test/public-names.txt` lists them. */
function readPublicNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  let entry = '';
  for (const line of readFileSync(join(folder, 'test/public-names.txt'), 'utf8').split('\n')) {
    const name = line.trim();
    if (/^\S/.test(line)) entry = name;
    else if (name !== '') names.set(entry, [...(names.get(entry) ?? []), name.replace(/^type /, '')]);
  }
  return names;
}

describe('the pages', () => {
  it('have headings that are nouns or imperatives', () => {
    expect(written.flatMap((page) => headingProblems(page, allowedHeadings))).toEqual([]);
  });

  it('have titles that promise different things', () => {
    // The titles of the reference are names.
    expect(titleProblems(written.filter(({ path }) => path !== 'README.md'))).toEqual([]);
  });

  it('link to projects, not to package indexes', () => {
    expect(pages.flatMap(indexProblems)).toEqual([]);
  });

  it('have links that lead to a page and to a heading of it', () => {
    // The build of the site reports missing stories.
    const exists = (path: string): boolean => existsSync(join(folder, path)) || path.includes('/storybook/');

    expect(pages.flatMap((page) => linkProblems(page, pages, exists))).toEqual([]);
  });

  it('are in the sidebar', () => {
    const own = written
      .map(({ path }) => path.replace(/^docs\//, ''))
      .filter((path) => path !== 'README.md' && !/decisions\/\d/.test(path));
    const shown = navigation.flatMap((group) => pathsOf(group, own));
    const listed = navigation.flatMap((group) => group.pages);

    expect(own.filter((path) => !shown.includes(path))).toEqual([]);
    expect(listed.filter((path) => !existsSync(join(folder, 'docs', path)))).toEqual([]);
  });
});

describe('the changelog', () => {
  it('begins with the version of package.json', () => {
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

    expect(/^## (.+)$/m.exec(read('CHANGELOG.md').text)?.[1]).toBe(version);
  });

  it('has links that lead to a page and to a heading of it', () => {
    expect(linkProblems(read('CHANGELOG.md'), pages, () => false)).toEqual([]);
  });
});

describe('the reference', () => {
  it('has each public name', () => {
    const text = reference.map((page) => page.text).join('\n');
    const missing = [...readPublicNames()].flatMap(([entry, names]) =>
      names
        .filter((name) => !text.includes(`\n### ${name}\n`) && !text.includes(`| [\`${name}\`](`))
        .map((name) => `${entry}: ${name}`),
    );

    expect(missing).toEqual([]);
  });

  it('has a page for each entry', () => {
    const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const entries = Object.keys(exports).filter((path) => !/\.(?:css|json)$/.test(path));

    expect(Object.keys(purposes).toSorted()).toEqual(
      entries.map((path) => path.replace('.', 'countersign')).toSorted(),
    );
  });

  it('explains each CSS variable', () => {
    const unset = ['--cs-focus'];

    expect(Object.keys(variablePurposes).toSorted()).toEqual([...Object.keys(readTokens(folder)), ...unset].toSorted());
  });

  it('shows a story of each component that has stories', () => {
    const components = reference.filter(({ group }) => group === 'Components');

    expect(components.length).toBeGreaterThan(25);
    expect(
      components.filter(({ text }) => !text.includes('/storybook/?path=/docs/')).map(({ title }) => title),
    ).toEqual([]);
  });
});

describe('the rules', () => {
  const page = (text: string, path = 'docs/a.md'): DocsPage => ({ path, text });

  it.each(['What a run may spend', 'Who may', 'How to start', 'Why', 'Whether it runs'])(
    'reject the heading %s',
    (heading) => {
      expect(headingProblems(page(`# Runs\n\n## ${heading}\n`))).toEqual([`docs/a.md: ${heading}`]);
    },
  );

  it('allow nouns, imperatives, and what looks like a heading in code', () => {
    expect(headingProblems(page('# Usage limits\n\n## Start a run\n\n```sh\n# What it does\nls\n```\n'))).toEqual([]);
  });

  it.each([
    ['Testing', 'Test your app'],
    ['Remote agents', 'A remote agent'],
    ['Server', 'The server'],
  ])('find the same promise in %s and %s', (one, other) => {
    expect(titleProblems([page(`# ${one}`), page(`# ${other}`, 'docs/b.md'), page('# Runs', 'docs/c.md')])).toEqual([
      'docs/a.md and docs/b.md',
    ]);
  });

  it('find links to package indexes', () => {
    expect(
      indexProblems(page('[a](https://www.npmjs.com/package/a) <https://pypi.org/project/b> [c](https://c.dev)')),
    ).toEqual(['docs/a.md: https://www.npmjs.com/package/a', 'docs/a.md: https://pypi.org/project/b']);
  });

  it('find dead links and anchors', () => {
    const other = page('# Other\n\n## The `one` case\n\n## Twice\n\n## Twice\n', 'docs/guides/b.md');
    const text =
      '[1](guides/b.md#the-one-case) [2](guides/b.md#twice-1) [3](guides/b.md#none) [4](gone.md) `[5](in-code.md)`';

    expect(linkProblems(page(text), [page(text), other], () => false)).toEqual([
      'docs/a.md: guides/b.md#none',
      'docs/a.md: gone.md',
    ]);
  });
});
