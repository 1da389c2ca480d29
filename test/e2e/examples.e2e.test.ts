import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  buildExample,
  exampleNames,
  findPythonProblem,
  findRegistryProblem,
  installExample,
  packPackage,
  strangersEnv,
  // biome-ignore lint/correctness/useImportExtensions: a script of the repository, which runs as it is
} from '../../scripts/examples.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { findProgram, firstMatch, startProgram } from './engines/programs.js';
import { approve, collectErrors, expect, startBrowser } from './support.js';

// The examples as strangers have them: installed from the registry with the packed package, built, and used. They are slow:
// `npm run test:all`.

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

/** What an example shows beside a chat. */
const looks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'css-modules': async (page) => {
    await expect(page.getByRole('group', { name: 'Delete the note old' })).toHaveCSS('padding-top', '24px');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCSS('border-top-left-radius', '999px');
  },
  next: async (page) => {
    const served = await (await page.request.get(page.url())).text();
    expect(served).toContain('milk');
    expect(served).toContain('data-cs="composer-input"');
    // Its model was asked with the key, which is in nothing that the page has got.
    const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(urls.some((url) => url.endsWith('/model/chat/completions'))).toBe(true);
    const files = urls.filter((url) => !url.endsWith('/completions'));
    const texts = await Promise.all(files.map(async (url) => (await page.request.get(url)).text()));
    expect(texts.some((text) => text.includes('deleteNote'))).toBe(true);
    expect([served, ...texts].filter((text) => text.includes('key-of-the-example'))).toEqual([]);
    const bare = await page.request.post(new URL('/scripted/chat/completions', page.url()).href, {
      data: { messages: [] },
    });
    expect(bare.status()).toBe(401);
  },
};

/** Says what makes the built-in model ask, answers, and waits for what it says then. */
async function talk(page: Page, url: string, name: string): Promise<void> {
  const errors = collectErrors(page);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Delete what is old');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await page.getByRole('group', { name: 'Delete the note old' }).waitFor();
  await looks[name]?.(page);
  await approve(page.getByRole('group', { name: 'Delete the note old' }));
  await expect(page.getByRole('log').getByText('That is done.')).toBeVisible();
  expect(errors).toEqual([]);
  await page.close();
}

describe('the examples', () => {
  it.for(exampleNames)('%s installs, builds and goes on after a yes', { timeout: 300_000 }, async (name, { skip }) => {
    if (browser === undefined || folder === undefined) return skip(missing);
    const problem = name.startsWith('pydantic') ? await findPythonProblem() : undefined;
    if (problem !== undefined) {
      process.stdout.write(`  ${name} is skipped: ${problem}\n`);
      return skip(problem);
    }
    const example = await installExample(name, { folder, tarball });
    await buildExample(example);
    const npm = findProgram(['npm']) ?? 'npm';
    const server = startProgram(npm, ['start', '--prefix', example, '--', '--port', '0'], strangersEnv);
    try {
      server.process.stderr?.resume();
      const port = await firstMatch(server.process.stdout, /localhost:(\d+)/);
      await talk(await browser.newPage(), `http://localhost:${port}/`, name);
    } finally {
      await server.end();
    }
  });
});
