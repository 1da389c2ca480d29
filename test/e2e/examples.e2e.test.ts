import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Response } from 'playwright';
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
import { approve, collectErrors, expect, startBrowser } from './support.js';

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

/** Checks of what an example shows besides a chat. */
const looks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'css-modules': async (page) => {
    await expect(page.getByRole('group', { name: 'Delete the note old' })).toHaveCSS('padding-top', '24px');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCSS('border-top-left-radius', '999px');
  },
  next: async (page) => {
    const served = await (await page.request.get(page.url())).text();
    expect(served).toContain('milk');
    expect(served).toContain('data-cs="composer-input"');
    // A request without the key is rejected, so the model's responses prove that the route has added it.
    const bare = await page.request.post(new URL('/scripted/chat/completions', page.url()).href, {
      data: { messages: [] },
    });
    expect(bare.status()).toBe(401);
  },
};

/**
 * Secrets that no page may receive: the file of the route that contains each, and the folder of all files for
 * pages.
 */
const secrets: Readonly<Record<string, { readonly secret: string; readonly route: string; readonly chunks: string }>> =
  { next: { secret: 'key-of-the-example', route: '/api/llm/chat/completions', chunks: '.next/static' } };

/** Sends a message that makes the built-in model request approval, answers, and waits for the final text. */
async function talk(page: Page, url: string, name: string): Promise<void> {
  const errors = collectErrors(page);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Delete what is old');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await page.getByRole('group', { name: 'Delete the note old' }).waitFor();
  await looks[name]?.(page);
  await approve(page.getByRole('group', { name: 'Delete the note old' }));
  await expect(page.getByRole('log').getByText('That is done.')).toBeVisible();
  expect(errors).toEqual([]);
  const { secret, route } = secrets[name] ?? {};
  if (secret !== undefined) {
    const paths = responses.map((response) => new URL(response.url()).pathname);
    const texts = await Promise.all(responses.map(textOf));
    expect(paths.filter((path) => path === route)).toHaveLength(2);
    expect(texts.some((text) => text.includes('That is done.'))).toBe(true);
    expect(texts.some((text) => text.includes('deleteNote'))).toBe(true);
    expect(paths.filter((_, index) => texts[index]?.includes(secret))).toEqual([]);
  }
  await page.close();
}

/** Returns the headers and the body. */
async function textOf(response: Response): Promise<string> {
  const headers = JSON.stringify(await response.allHeaders());
  // A redirect, or a response that the page has discarded, has no body.
  const body = await response.text().catch(() => '');
  return `${headers}\n${body}`;
}

/** Returns the files of a built example that pages can load and that contain a secret. */
async function leaksIn(example: string, name: string): Promise<readonly string[]> {
  const { secret, chunks } = secrets[name] ?? {};
  if (secret === undefined || chunks === undefined) return [];
  const entries = await readdir(join(example, chunks), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, index) => texts[index]?.includes(secret));
}

describe('the examples', () => {
  it('C381 jest installs and passes its tests', { timeout: 300_000 }, async ({ skip }) => {
    if (folder === undefined) return skip(missing);

    const printed = await testExample(await installExample(testedExample, { folder, tarball }));

    expect(printed).toMatch(/Test Suites: +3 passed, 3 total/);
    expect(printed).toMatch(/Tests: +(\d+) passed, \1 total/);
  });

  const apps = exampleNames.filter((name) => name !== testedExample);
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
