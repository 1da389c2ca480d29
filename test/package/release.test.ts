import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { absoluteLinks } from '../../scripts/absolute-links.mjs';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { type Ran, run } from '../../scripts/run.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { root } from '../setup/source-files.js';

const places = {
  REPOSITORY_URL: 'https://git.example/owner/countersign.git',
  HOMEPAGE_URL: 'https://docs.example/countersign/',
  PACKAGE_AUTHOR: 'A. Author <author@docs.example>',
};
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * An npm that never reaches a registry: it packs, writes what it should publish into a file, and knows no published
 * version but the one in the environment.
 */
const offlineNpm = `
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
if (command === 'publish') writeFileSync(process.env.PUBLISHED_FILE, JSON.stringify(args));
else if (command === 'view') console.log(process.env.KNOWN_VERSION ?? '');
else process.exitCode = spawnSync('npm', [command, '--offline', ...args], { stdio: 'inherit', shell: process.platform === 'win32' }).status;
`;

const folder = mkdtempSync(join(tmpdir(), 'countersign-release-test-'));
const copy = join(folder, 'copy');

beforeAll(async () => {
  await buildWhenStale();
  mkdirSync(copy);
  for (const path of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'dist', 'scripts'])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'npm-cli.mjs'), offlineNpm);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function release(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const { REPOSITORY_URL: _repository, HOMEPAGE_URL: _homepage, PACKAGE_AUTHOR: _author, ...own } = process.env;
  return await run(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: copy,
    env: { ...own, npm_execpath: join(folder, 'npm-cli.mjs'), ...env },
  });
}

describe('a release', () => {
  it('fails and names everything that the environment lacks', async () => {
    const { ok, output } = await release([], {});

    expect(ok).toBe(false);
    for (const name of Object.keys(places)) expect(output).toContain(`${name} is missing`);
    expect(existsSync(join(copy, 'release'))).toBe(false);
  });

  it('fails with an address that is not https', async () => {
    const { ok, output } = await release([], { ...places, HOMEPAGE_URL: 'docs' });

    expect(ok).toBe(false);
    expect(output).toContain('HOMEPAGE_URL is not an https address: docs');
    expect(output).not.toContain('REPOSITORY_URL is');
  });

  it('fails when the changelog does not begin with the version', async () => {
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
    writeFileSync(join(copy, 'CHANGELOG.md'), changelog.replace(`## ${version}`, '## 0.0.1'));

    const { ok, output } = await release([], places);
    writeFileSync(join(copy, 'CHANGELOG.md'), changelog);

    expect(ok).toBe(false);
    expect(output).toContain(`CHANGELOG.md begins with 0.0.1, but package.json has version ${version}`);
  });

  it('packs the complete package without publishing it', { timeout: 300_000 }, async () => {
    const published = join(folder, 'not-published.json');
    const { ok, output } = await release(['--out', join(folder, 'out')], { ...places, PUBLISHED_FILE: published });
    expect(output).toContain('Packed ');
    expect(ok).toBe(true);
    const file = join(folder, 'out', `countersign-${version}.tgz`);
    const contents = createPackageFromTarballData(new Uint8Array(readFileSync(file)));
    const read = (path: string): string => contents.readFile(`/node_modules/countersign/${path}`);

    const manifest = JSON.parse(read('package.json'));
    const pages = contents.listFiles().filter((path) => path.endsWith('.md'));

    expect(manifest).toMatchObject({
      author: places.PACKAGE_AUTHOR,
      homepage: 'https://docs.example/countersign',
      repository: { type: 'git', url: 'git+https://git.example/owner/countersign.git' },
      bugs: { url: 'https://git.example/owner/countersign/issues' },
      publishConfig: { provenance: true },
    });
    expect(manifest.devDependencies).toBeUndefined();
    expect(manifest.scripts).toBeUndefined();
    expect(read('README.md')).not.toMatch(/\]\((?!https:|#)|(?:src|srcset)="(?!https:)/);
    expect(read('README.md')).toContain(
      `src="https://git.example/owner/countersign/raw/v${version}/stories/docs/screenshots/queue-light.png"`,
    );
    expect(read('docs/index.md')).toContain('(https://docs.example/countersign/reference/index.html)');
    expect(pages.length).toBeGreaterThan(30);
    expect(existsSync(published)).toBe(false);
  });

  it('publishes the packed file when it is told to, but never a version twice', { timeout: 300_000 }, async () => {
    const published = join(folder, 'published.json');
    const out = join(folder, 'published');

    const again = await release(['--publish', '--out', out], {
      ...places,
      PUBLISHED_FILE: published,
      KNOWN_VERSION: version,
    });
    const publishedAgain = existsSync(published);
    const first = await release(['--publish', '--out', out], { ...places, PUBLISHED_FILE: published });

    expect(again.ok).toBe(true);
    expect(again.output).toContain('is already published');
    expect(publishedAgain).toBe(false);
    expect(first.ok).toBe(true);
    expect(JSON.parse(readFileSync(published, 'utf8'))[0]).toBe(join(out, `countersign-${version}.tgz`));
  });
});

describe('the links of a published page', () => {
  const change = (path: string, text: string): string =>
    absoluteLinks(
      { path, text },
      {
        repository: 'https://git.example/a/b',
        homepage: 'https://docs.example',
        version: '1.0.0',
        isPublished: (other) => other === 'docs/errors.md',
      },
    );

  it.each([
    ['README.md', '[a](docs/errors.md#x)', '[a](https://git.example/a/b/blob/v1.0.0/docs/errors.md#x)'],
    ['README.md', '![a](stories/a.png)', '![a](https://git.example/a/b/raw/v1.0.0/stories/a.png)'],
    ['README.md', '<img src="a.svg">', '<img src="https://git.example/a/b/raw/v1.0.0/a.svg">'],
    ['docs/guides/a.md', '[a](../conformance.md)', '[a](https://git.example/a/b/blob/v1.0.0/docs/conformance.md)'],
    ['docs/guides/a.md', '[a](../reference/index.md#b)', '[a](https://docs.example/reference/index.html#b)'],
  ])('become absolute in %s: %s', (path, text, changed) => {
    expect(change(path, text)).toBe(changed);
  });

  it.each([
    ['docs/guides/a.md', '[a](../errors.md#x)'],
    ['README.md', '[a](https://example.com/b)'],
    ['README.md', '[a](#anchor)'],
    ['README.md', 'The code `list[0](name)` stays'],
    ['README.md', '```ts\nlist[0](name);\n```'],
  ])('stay in %s: %s', (path, text) => {
    expect(change(path, text)).toBe(text);
  });
});
