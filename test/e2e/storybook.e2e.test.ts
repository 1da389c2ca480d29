import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { type PreviewServer, preview } from 'vite';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { runNode } from '../setup/run-node.js';
import { root } from '../setup/source-files.js';
import { expect, startBrowser } from './support.js';

const subpath = '/some/where/';

let browser: Browser;
let server: PreviewServer;
let outDir: string;
let address: string;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'countersign-stories-'));
  await runNode(['scripts/storybook.mjs', '--build', '--output-dir', outDir]);
  const options = { host: 'localhost', port: 0 };
  server = await preview({
    configFile: false,
    root,
    base: subpath,
    build: { outDir },
    logLevel: 'warn',
    preview: options,
  });
  address = server.resolvedUrls?.local[0] ?? '';
  browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(outDir, { recursive: true, force: true });
});

/** A page that reaches the built stories and nothing else, with everything that went wrong on it. */
async function openOffline(): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith(address) || /^(?:data|blob):/.test(url)) return await route.continue();
    problems.push(`asked for ${url}`);
    await route.abort();
  });
  page.on('response', (response) => response.status() < 400 || problems.push(`${response.status()} ${response.url()}`));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems };
}

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

describe('the static Storybook', () => {
  it('plays a story from a subpath, without a network', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}?path=/story/approval-approvalqueue--three-calls`);
    const story = page.frameLocator('#storybook-preview-iframe');

    await expect(story.getByRole('heading', { name: '3 calls need you' })).toBeVisible();
    await expect(story.getByText('1 of 3 decided')).toBeVisible();
    expect(problems).toEqual([]);
  });

  it('plays a live story in time that passes by itself', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}iframe.html?id=chat-agentchat--whole-run&viewMode=story`);

    // The script alone is some seconds long, and a hand that types comes on top.
    const lastWords = page.getByRole('log').getByText(/The archive stays until you are back\.$/);
    await expect(lastWords).toBeVisible({ timeout: 45_000 });
    expect(problems).toEqual([]);
  });

  it('shows a page, and the props of a component in the words of its source', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}?path=/docs/getting-started--docs`);
    const docs = page.frameLocator('#storybook-preview-iframe');
    await expect(docs.getByRole('heading', { name: 'Getting started' })).toBeVisible();
    await expect(docs.getByText('useAgentRun').first()).toBeVisible();
    await page.goto(`${address}?path=/docs/approval-approvalqueue--docs`);

    await expect(docs.getByText('The conversation whose calls need people.').first()).toBeVisible();
    expect(problems).toEqual([]);
  });
});
