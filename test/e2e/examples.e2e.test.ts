import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  buildExample,
  exampleNames,
  findPythonProblem,
  findRegistryProblem,
  installExample,
  packPackage,
  strangersEnv,
  testExample,
  testedExample,
  // biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
} from '../../scripts/examples.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { findProgram, firstMatch, startProgram } from './engines/programs.js';
import { loadExtension } from './examples/extension.js';
import { findFreePort } from './examples/free-port.js';
import { leaksIn, talk } from './examples/talk.js';
import { expect, startBrowser } from './support.js';

// The examples as a user gets them: installed from the registry with the packed package, built and used. They
// are slow, so they are part of `npm run test:all`.

let browser: Browser | undefined;
let folder: string | undefined;
let missing: string | undefined;
let tarball = '';

beforeAll(async () => {
  missing = await findRegistryProblem();
  if (missing !== undefined) {
    process.stdout.write(`  the examples are skipped: ${missing}\n`);
    return;
  }
  await buildWhenStale();
  folder = await mkdtemp(join(tmpdir(), 'countersign-examples-'));
  tarball = await packPackage(folder);
  browser = await startBrowser();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the examples', () => {
  it('C381 jest installs and passes its tests', { timeout: 300_000 }, async ({ skip }) => {
    if (folder === undefined) return skip(missing);

    const printed = await testExample(await installExample(testedExample, { folder, tarball }));

    expect(printed).toMatch(/Test Suites: +3 passed, 3 total/);
    expect(printed).toMatch(/Tests: +(\d+) passed, \1 total/);
  });

  it('extension installs, builds, and goes on after a yes in its panel', { timeout: 300_000 }, async ({ skip }) => {
    if (folder === undefined) return skip(missing);
    const example = await installExample('extension', { folder, tarball });
    await buildExample(example);
    const { context, panel } = await loadExtension(example);
    try {
      await talk(await context.newPage(), panel, 'extension');
    } finally {
      await context.close();
    }
  });

  const apps = exampleNames.filter((name) => name !== testedExample && name !== 'extension');
  it.for(apps)('%s installs, builds and goes on after a yes', { timeout: 300_000 }, async (name, { skip }) => {
    if (browser === undefined || folder === undefined) return skip(missing);
    const problem = name.startsWith('pydantic') ? await findPythonProblem() : undefined;
    if (problem !== undefined) {
      process.stdout.write(`  ${name} is skipped: ${problem}\n`);
      return skip(problem);
    }
    const example = await installExample(name, { folder, tarball });
    await buildExample(example);
    expect(await leaksIn(example, name)).toEqual([]);
    const npm = findProgram(['npm']) ?? 'npm';
    // Some servers take their port from an argument, others from the environment.
    const free = await findFreePort();
    const env = { ...strangersEnv, PORT: free, HOST: 'localhost' };
    const server = startProgram(npm, ['start', '--prefix', example, '--', '--port', free], env);
    try {
      server.process.stderr?.resume();
      const port = await firstMatch(server.process.stdout, /localhost:(\d+)/);
      await talk(await browser.newPage(), `http://localhost:${port}/`, name);
    } finally {
      await server.end();
    }
  });
});
