import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a JavaScript module
import { alias } from '../scripts/entries.mjs';
import { isBarrel } from './setup/architecture-rules.js';
import { buildWhenStale } from './setup/build-when-stale.js';
import { publicNames } from './setup/declarations.js';
import { loadedFrom, type ModuleGraph } from './setup/module-graph.js';
import { parseModule } from './setup/parse-module.js';
import { runNode } from './setup/run-node.js';
import { listFiles, root } from './setup/source-files.js';

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
  dependencies: object;
  peerDependencies: object;
}

const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The entries that are modules. The style sheet has a `types` entry only because TypeScript requires it. */
const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === 'string' || subpath.endsWith('.css')
    ? []
    : [{ subpath, name: subpath.replace('.', 'countersign'), types: target.types?.replace('./', '') ?? '' }],
);
const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const changedAt = (path: string): number => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

beforeAll(buildWhenStale, 120_000);

function distFiles(extension: string): string[] {
  return listFiles('dist').filter((path) => path.endsWith(extension));
}

/** The graph of the built modules, with the members that `loadedFrom` needs. */
function distGraph(): ModuleGraph {
  return new Map(
    distFiles('.js').map((path) => {
      const module = parseModule(path, read(path));
      const relative = module.imports.filter(({ specifier }) => specifier.startsWith('.'));
      const edges = relative.map(({ specifier }) => ({
        to: posix.join(posix.dirname(path), specifier),
        typeOnly: false,
      }));
      return [path, { ...module, edges, packages: [], dangling: [] }];
    }),
  );
}

function exportedNames(types: string): string[] {
  return publicNames(types)
    .map(({ name, isType }) => `${isType ? 'type ' : ''}${name}`)
    .sort();
}

/** The main entry re-exports the whole core, whose names are listed only once. */
function listedNames(types: string): string[] {
  const core = new Set(types === 'dist/index.d.ts' ? exportedNames('dist/core.d.ts') : []);
  return exportedNames(types).filter((line) => !core.has(line));
}

describe('the sources', () => {
  it('are found under every name that the package exports, so that no story, demo or test uses an old build', () => {
    const unresolved = entries.filter(({ name }) => !alias.some(({ find }) => find.test(name)));

    expect(entries.length).toBeGreaterThan(10);
    expect(unresolved).toEqual([]);
  });
});

describe('the built package', () => {
  it('has a file for every path that package.json names', () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );

    const missing = targets.filter((target) => changedAt(target) === 0);

    expect(targets.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it.each(entries)('loads $name in plain Node with the values that its types promise', async ({ name, types }) => {
    const script = `console.log(JSON.stringify(Object.keys(await import('${name}'))))`;

    const values: string[] = JSON.parse(await runNode(['--input-type=module', '--eval', script]));

    expect(values.length).toBeGreaterThan(0);
    expect(values.sort()).toEqual(exportedNames(types).filter((line) => !line.startsWith('type ')));
  });

  // To accept an intended change: npx vitest run test/exports.test.ts --update
  it('exports the names that were agreed on; the main entry, those of the core, too', async () => {
    const names = entries.map(({ name, types }) => [name, ...listedNames(types).map((line) => `  ${line}`)].join('\n'));

    expect(names.flatMap((entry) => entry.split('\n').slice(1)).length).toBeLessThanOrEqual(382);
    expect(exportedNames('dist/index.d.ts')).toEqual(expect.arrayContaining(exportedNames('dist/core.d.ts')));
    await expect(`${names.join('\n\n')}\n`).toMatchFileSnapshot('public-names.txt');
  });

  it('has every entry that an example imports', () => {
    const files = listFiles('examples').filter((path) => /\.(?:m?[jt]sx?|css)$/.test(path));
    const named = files.flatMap((path) => read(path).match(/(?<=['"])countersign(?:\/[\w./-]+)?(?=['"])/g) ?? []);
    const exported = Object.keys(manifest.exports).map((path) => path.replace('.', 'countersign'));

    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('has declarations whose every import leads somewhere', () => {
    const problems = distFiles('.d.ts').flatMap((path) =>
      parseModule(path, read(path))
        .imports.filter(({ specifier }) =>
          specifier.startsWith('.')
            ? changedAt(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.d.ts'))) === 0
            : !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
        )
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );

    expect(problems).toEqual([]);
  });

  it("starts hooks, components, Markdown and words with 'use client', once, and neither what passes names on nor what the core loads", () => {
    const marked = (path: string): number => read(path).match(/^['"]use client['"];$/gm)?.length ?? 0;
    const barrels = distFiles('.js').filter((path) => isBarrel(path.replace(/^dist(.*)\.js$/, 'src$1.ts')));
    const client = distFiles('.js').filter(
      (path) => /^dist\/(?:hooks|components|markdown|words)\//.test(path) && !barrels.includes(path),
    );

    const wrong = client.filter((path) => marked(path) !== 1 || !/^['"]use client/.test(read(path)));
    const core = [...loadedFrom(distGraph(), 'dist/core.js')];

    expect(client.length).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
    expect(core.length).toBeGreaterThan(1);
    expect(core.filter((path) => marked(path) > 0)).toEqual([]);
    expect(barrels.length).toBeGreaterThan(5);
    expect(barrels.filter((path) => marked(path) > 0)).toEqual([]);
  });

  it('has one style sheet without imports, in the layer countersign', () => {
    const css = read('dist/styles.css');

    expect(css).toMatch(/@layer countersign/);
    expect(css).not.toMatch(/@import/);
  });
});
