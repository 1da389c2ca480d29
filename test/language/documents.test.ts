import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Every file and folder of src, with a trailing slash for folders. */
const inSource = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).map(
  (entry) => `${join(entry.parentPath, entry.name)}${entry.isDirectory() ? '/' : ''}`,
);
const endsWith = (path: string, name: string): boolean => path.endsWith(`/${name}`);
const documents = ['AGENTS.md', 'docs/architecture.md', 'docs/glossary.md', 'src/README.md'];

/** Returns the folders directly in `src`. */
function foldersOfSource(): readonly string[] {
  const below = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  return below('src');
}

/** Returns the first cell of each row of a page's tables. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, cell = '']) => cell.trim())
    .filter((cell) => !/^-+$/.test(cell));
}

describe('the documents for maintainers', () => {
  it.each(documents)('%s names only files and folders that exist', (path) => {
    const text = read(path);
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => name.includes('/'));
    const missing = named.filter(
      (name) => !existsSync(join(root, name)) && !inSource.some((path) => endsWith(path, name)),
    );

    expect(named.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it.each(['src/README.md', 'docs/architecture.md'])('%s lists every folder of src', (path) => {
    const listed = firstCells(read(path)).join(' ');

    expect(foldersOfSource().filter((folder) => !listed.includes(`${folder}/`))).toEqual([]);
  });

  it('the glossary defines each term once, in one sentence', () => {
    const rows = [...read('docs/glossary.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| `[^|]+` \|$/gm)];
    const terms = rows.map(([, term = '']) => term);

    expect(rows.length).toBeGreaterThan(50);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    expect(
      rows.map(([, , meaning = '']) => meaning).filter((meaning) => !/^[A-Z][^.]*(?:`[^`]*`[^.]*)*\.$/.test(meaning)),
    ).toEqual([]);
  });

  it('the list of decisions has every decision', () => {
    const files = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');

    expect(files.filter((name) => !read('docs/decisions/README.md').includes(`](${name})`))).toEqual([]);
  });

  it('AGENTS.md has at most 60 lines', () => {
    expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(61);
  });

  it('every room of src has one of the same name in test', () => {
    const rooms = foldersOfSource().filter((folder) => folder !== 'styles');

    expect(rooms.filter((room) => !existsSync(join(root, 'test', room)))).toEqual([]);
  });
});
