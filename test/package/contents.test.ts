import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { exportTargets, reachedFiles } from '../../scripts/reached-files.mjs';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { npm } from '../../scripts/run.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { parseModule } from '../setup/parse-module.js';
import { listFiles, root } from '../setup/source-files.js';

/** Every published file is of one of these kinds. */
const kinds: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^package\.json$/, reason: 'npm, Node and bundlers resolve the package with it' },
  { pattern: /^README\.md$/, reason: 'the first page of the package' },
  { pattern: /^CHANGELOG\.md$/, reason: 'people read it before they update' },
  { pattern: /^SKILL\.md$/, reason: 'coding agents and editors read it' },
  { pattern: /^LICENSE$/, reason: 'the license requires it in every copy' },
  { pattern: /^THIRD-PARTY-NOTICES\.md$/, reason: 'the license of the data from Unicode requires it' },
  { pattern: /^dist\/.+\.js$/, reason: 'the modules' },
  { pattern: /^dist\/.+\.d\.ts$/, reason: 'the types of the entry points, and what they name' },
  { pattern: /^dist\/styles\.css$/, reason: 'the style sheet' },
  {
    pattern: /^docs\/(?!decisions\/|architecture\.md|conformance\.md).+\.md$/,
    reason: 'the guides that README links to',
  },
  { pattern: /^examples\//, reason: '`npx countersign create` copies them' },
];

/** In bytes. A limit may be raised by naming the feature that it pays for. */
const limits = { packed: 1_400_000, unpacked: 4_600_000 };

interface PackResult {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-pack-'));
let packed: PackResult;
let tarball: Buffer<ArrayBuffer>;
let contents: Package;
let files: readonly string[];

const read = (path: string): string => contents.readFile(`/node_modules/countersign/${path}`);

beforeAll(async () => {
  await buildWhenStale();
  const { ok, output } = await npm(['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder], {
    cwd: root,
  });
  if (!ok) throw new Error(output);
  [packed] = JSON.parse(output.slice(output.indexOf('['))) as [PackResult];
  tarball = readFileSync(join(folder, packed.filename));
  contents = createPackageFromTarballData(new Uint8Array(tarball));
  files = contents.listFiles().map((path) => path.replace('/node_modules/countersign/', ''));
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('has only files of the listed kinds, and each kind', () => {
    expect(files.filter((path) => !kinds.some(({ pattern }) => pattern.test(path)))).toEqual([]);
    expect(kinds.filter(({ pattern }) => !files.some((path) => pattern.test(path)))).toEqual([]);
  });

  it('has every file that an entry point reaches, and no other module or declaration', () => {
    const reached = reachedFiles(root);

    expect(reached.size).toBeGreaterThan(1000);
    expect([...reached].filter((path) => !files.includes(path))).toEqual([]);
    expect(files.filter((path) => path.startsWith('dist/') && !reached.has(path))).toEqual([]);
  });

  it('has a module and its types for each entry point', () => {
    const { exports }: { exports: Record<string, string | Record<string, string>> } = JSON.parse(read('package.json'));
    const withoutTypes = Object.entries(exports).filter(
      ([, target]) => typeof target !== 'string' && Object.keys(target).join() !== 'types,default',
    );

    expect(withoutTypes).toEqual([]);
    expect(exportTargets(root).filter((path) => !files.includes(path))).toEqual([]);
  });

  it('names no source map, because it has none', () => {
    const named = files.filter((path) => /\.(?:js|css|d\.ts)$/.test(path) && read(path).includes('sourceMappingURL='));

    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(named).toEqual([]);
  });

  it('has no tests, no stories and no folder of the machine that built it', () => {
    const own = files.filter((path) => !path.startsWith('examples/'));
    expect(own.filter((path) => /\.(?:test|stories|spec)\.|(?:^|\/)(?:test|stories)\//.test(path))).toEqual([]);
    expect(files.filter((path) => read(path).includes(root) || read(path).includes('file:///'))).toEqual([]);
  });

  it('imports its own files, its dependencies and modules of Node only', () => {
    const { dependencies, peerDependencies }: Record<string, object> = JSON.parse(read('package.json'));
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const modules = files.filter((path) => /^dist\/.*\.(?:js|d\.ts)$/.test(path));
    const imports = modules.flatMap((path) =>
      parseModule(path, read(path)).imports.map(({ specifier }) => ({ path, specifier })),
    );

    const strangers = imports.filter(
      ({ specifier }) =>
        !/^(?:\.\.?\/(?!.*\bsrc\/)|node:)/.test(specifier) &&
        !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    );

    expect(imports.length).toBeGreaterThan(1000);
    expect(strangers).toEqual([]);
  });

  it('bundles no code of others, so its notices are only for the data from Unicode', () => {
    // The build keeps each module apart, so code of a package would be a file without a source in `src`.
    const withoutSource = files.filter((path) => {
      const [, name] = /^dist\/(.+?)(?:\.d)?\.[jt]s$/.exec(path) ?? [];
      const isOurs = ['.ts', '.tsx'].some((end) => existsSync(join(root, `src/${name}${end}`)));
      return name !== undefined && !isOurs;
    });
    const sheets = listFiles('src').filter((path) => path.endsWith('.css'));
    const imported = sheets.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/@import (?:url\()?['"]?([^'");\s]+)/g)].map(
        ([, found = '']) => (found.startsWith('.') ? posix.join(posix.dirname(path), found) : found),
      ),
    );
    const own = files.filter((path) => /^dist\//.test(path));

    const noticed = [...read('THIRD-PARTY-NOTICES.md').matchAll(/`(dist\/[^`]+)`/g)].map(([, path]) => path);

    expect(withoutSource).toEqual(['dist/styles.css.d.ts']);
    expect(noticed).toEqual(own.filter((path) => path.endsWith('.js') && /unicode's/i.test(read(path))));
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((path) => !sheets.includes(path))).toEqual([]);
    expect(own.filter((path) => /@license|@preserve|\bcopyright\b|node_modules\//i.test(read(path)))).toEqual([]);
  });

  it('has pages whose links lead to files of the package, of the repository or of the site', () => {
    const pages = files.filter((path) => path.endsWith('.md'));
    const links = pages.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, target = '']) => ({ path, target })),
    );
    const onSite = (path: string): boolean => path.startsWith('docs/reference/');
    const dead = links.filter(({ path, target }) => {
      const found = posix.join(posix.dirname(path), target);
      return !onSite(found) && !existsSync(join(root, found));
    });

    expect(links.length).toBeGreaterThan(100);
    expect(dead).toEqual([]);
  });

  it('keeps its size', () => {
    process.stdout.write(`  ${files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked\n`);
    expect(packed.size).toBeLessThanOrEqual(limits.packed);
    expect(packed.unpackedSize).toBeLessThanOrEqual(limits.unpacked);
  });
});

describe('the linters of packages find nothing', () => {
  it('in package.json and its files', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });

    expect(messages).toEqual([]);
  });

  it('in the types of the entry points, for bundlers and for ES modules in Node', async () => {
    const result = await checkPackage(contents);
    // The package has ES modules only, and resolution without `exports` is not supported.
    const accepted = ['CJSResolvesToESM', 'NoResolution node10'];

    const problems = result.types === false ? ['no types'] : result.problems;

    expect(problems.length).toBeGreaterThan(0);
    expect(
      problems
        .map((problem) =>
          typeof problem === 'string'
            ? problem
            : `${problem.kind} ${'resolutionKind' in problem ? problem.resolutionKind : ''} ${'entrypoint' in problem ? problem.entrypoint : ''}`,
        )
        .filter((problem) => !accepted.some((start) => problem.startsWith(start))),
    ).toEqual([]);
  });
});
