import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DocsPage, headingProblems, indexProblems, linkProblems } from '../docs/page-rules.js';
import { snippetsOf } from '../setup/pages.js';
import { listFiles, root } from '../setup/source-files.js';

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest: Manifest = JSON.parse(read('package.json'));
const skill: DocsPage = { path: 'SKILL.md', text: read('SKILL.md') };
const shipped: readonly DocsPage[] = [
  skill,
  ...listFiles('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: read(path) })),
];
const prose = skill.text.replaceAll(/^```[\s\S]*?^```$/gm, '');
const inlineCode = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** The identifiers and other words of a text. */
const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

describe('the front matter', () => {
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill.text) ?? [];
  const fields = new Map(frontMatter.split('\n').map((line) => [line.split(':')[0], line.replace(/^[\w-]+: */, '')]));

  it('has the name of the package, which is the folder that holds the file', () => {
    expect(fields.get('name')).toBe('countersign');
  });

  it('has a description on one line, within the limit of agent skills', () => {
    expect(fields.get('description')).toMatch(/\bUse when\b/);
    expect(fields.get('description')?.length).toBeLessThanOrEqual(1024);
    // A plain YAML value must not contain a colon with a space.
    expect(fields.get('description')).not.toContain(': ');
    expect([...fields.keys()].toSorted()).toEqual(['description', 'license', 'name']);
  });
});

describe('the skill', () => {
  it('is part of the package', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['SKILL.md', 'docs', 'examples']));
  });

  it('is short, and has ten numbered recipes', () => {
    const numbers = [...skill.text.matchAll(/^### (\d+)\. /gm)].map(([, number]) => Number(number));

    expect(skill.text.split('\n').length).toBeLessThanOrEqual(330);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  it('has headings that are nouns or imperatives, and no links to package indexes', () => {
    expect(headingProblems(skill)).toEqual([]);
    expect(indexProblems(skill)).toEqual([]);
  });

  it('links only to shipped pages and to their headings', () => {
    expect(skill.text.match(/\]\(docs\//g)?.length).toBeGreaterThan(40);
    expect(linkProblems(skill, shipped, () => false)).toEqual([]);
  });

  it('links to each page for a first app, a framework or a migration', () => {
    const pages = listFiles('docs').filter((path) => /^docs\/(?:start|frameworks|migrate)\//.test(path));

    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter((path) => !skill.text.includes(`](${path}`))).toEqual([]);
  });

  it('names only what the documentation or the list of public names has', () => {
    const texts = [read('test/public-names.txt'), ...shipped.slice(1).map(({ text }) => text)];
    const blocks = snippetsOf({ name: skill.path, text: skill.text }).map(({ code }) => code);
    const known = new Set([...texts, ...blocks].flatMap(wordsOf));
    const words = inlineCode.flatMap(wordsOf);

    expect(words.length).toBeGreaterThan(60);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });

  it('names only entries that the package exports', () => {
    const entries = Object.keys(manifest.exports).map((path) => path.replace('.', 'countersign'));
    const named = inlineCode.filter((code) => /^countersign\/[\w/.-]+$/.test(code));

    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !entries.includes(name))).toEqual([]);
  });

  it('installs versions that the package accepts', () => {
    const [install = ''] = /^npm install .*$/m.exec(skill.text) ?? [];
    const versions = [...install.matchAll(/ ([\w/-]+)@(\d+)/g)].map(([, name = '', major]) => ({ name, major }));
    const accepted = (name: string): string => manifest.peerDependencies[name.replace('-dom', '')] ?? '';

    expect(versions.map(({ name }) => name)).toEqual(['ai', 'zod', 'react', 'react-dom']);
    for (const { name, major } of versions) expect(accepted(name), name).toContain(`^${major}.`);
  });
});
