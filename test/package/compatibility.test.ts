import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a script of the repository, which runs as it is
import { findRegistryProblem, packPackage, strangersEnv } from '../../scripts/examples.mjs';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { npm, run } from '../../scripts/run.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { root } from '../setup/source-files.js';

// The packed package with the oldest and the newest versions that it supports, as an app installs it: `npm run
// test:all`.

const manifest: { peerDependencies: Record<string, string>; devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const { react = '', ai = '', zod = '' } = manifest.peerDependencies;

/** Returns the lowest version of a range such as `^18.3.0 || ^19.0.0`. */
const lowest = (range: string): string => /\d+\.\d+\.\d+/.exec(range)?.[0] ?? '';
/** Returns the last range of alternatives; npm installs its newest version. */
const newest = (range: string): string => range.split('||').at(-1)?.trim() ?? '';

const versions = {
  oldest: {
    react: lowest(react),
    'react-dom': lowest(react),
    ai: lowest(ai),
    zod: lowest(zod),
    typescript: '5.7.3',
    '@types/react': '18.3.0',
    '@types/react-dom': '18.3.0',
  },
  newest: {
    react: newest(react),
    'react-dom': newest(react),
    ai: newest(ai),
    zod: newest(zod),
    typescript: 'latest',
    '@types/react': '^19.0.0',
    '@types/react-dom': '^19.0.0',
  },
} as const;

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  types: [],
  // Our declarations are checked; the errors of other packages are left out below.
  skipLibCheck: false,
};

const source = join(root, 'test/package/compatibility');
const folder = mkdtempSync(join(tmpdir(), 'countersign-compatibility-'));
let missing: string | undefined;
let tarball = '';

beforeAll(async () => {
  missing = await findRegistryProblem();
  if (missing !== undefined) {
    process.stdout.write(`  compatibility is skipped: ${missing}\n`);
    return;
  }
  await buildWhenStale();
  tarball = await packPackage(folder);
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Installs the packed package beside some versions of its peers. */
async function install(name: keyof typeof versions): Promise<string> {
  const app = join(folder, name);
  mkdirSync(app);
  const dependencies = { countersign: `file:${tarball}`, ...versions[name] };
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['app.tsx'] }));
  for (const file of ['app.tsx', 'smoke.mjs']) cpSync(join(source, file), join(app, file));
  // Node loads no style sheets.
  const code = readFileSync(join(source, 'app.tsx'), 'utf8').replace(/^import '.+\.css';$/m, '');
  writeFileSync(join(app, 'app.js'), (await transformWithOxc(code, 'app.tsx')).code);
  const { ok, output } = await npm(['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: app,
    env: strangersEnv,
  });
  if (!ok) throw new Error(output);
  return app;
}

describe.each(['oldest', 'newest'] as const)('the %s supported versions', (name) => {
  let app = '';

  beforeAll(async () => {
    if (missing === undefined) app = await install(name);
  }, 300_000);

  it('accept the types of the package, and share the types of models with it', async ({ skip }) => {
    if (missing !== undefined) skip(missing);

    const { output } = await run(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false'],
      {
        cwd: app,
        env: strangersEnv,
      },
    );
    const ours = output.split('\n').filter((line) => /^(?:app\.tsx|node_modules\/countersign\/dist|error)/.test(line));

    // A compiler that does not start prints errors of Node. The page expects an error, so types that are lost fail it.
    expect(output).not.toMatch(/^node:|Cannot find module '.+tsc'/m);
    expect(ours).toEqual([]);
  });

  it('run an approval in the chat', async ({ skip }) => {
    if (missing !== undefined) skip(missing);

    const { output } = await run(process.execPath, ['smoke.mjs', join(root, 'package.json')], {
      cwd: app,
      env: strangersEnv,
      limitMs: 240_000,
    });

    expect(output).toMatch(/^\{"react":".*$/m);
    expect(JSON.parse(/^\{"react":.*$/m.exec(output)?.[0] ?? '{}')).toMatchObject({
      react: expect.stringMatching(name === 'oldest' ? /^18\.3\.0$/ : /^19\./),
      before: ['milk', 'old'],
      after: ['milk'],
    });
  });
});
