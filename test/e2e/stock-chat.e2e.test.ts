import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import {
  chatStore,
  colour,
  filesAgent,
  gate,
  list,
  remove,
  type SideFiles,
  startChatServer,
} from '../server/chat-server.js';
import { root } from '../setup/source-files.js';
import { startWireServer } from '../support/wire-server.js';
import { startDemoServer } from './demo-server.js';
import { bundle, collectErrors, expect, startBrowser } from './support.js';

// React's useChat as it comes from the AI SDK, in a browser, on an agent of this package.

let browser: Browser;
let script: string;

beforeAll(async () => {
  script = await bundle(join(root, 'test/e2e/stock-chat/page.tsx'));
  browser = await startBrowser();
}, 120_000);
afterAll(() => browser?.close());

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Stock</title><div id="root"></div><script type="module" src="/page.js"></script>';

/** The page, as any server has it. `kept`: the messages of the chat so far. */
const pageFiles = (kept: () => string | Promise<string>): SideFiles => ({
  '/': { type: 'text/html', text: () => html },
  '/page.js': { type: 'text/javascript', text: () => script },
  '/kept': { type: 'application/json', text: kept },
});

/** A server with nothing but the page. */
async function startApp(): Promise<string> {
  const files = pageFiles(() => '[]');
  const { url } = await startWireServer((request) => {
    const file = files[request.url.split('?', 1)[0] ?? '/'];
    return file && { headers: { 'content-type': file.type }, chunks: [String(file.text())], ends: 'end' };
  });
  return new URL(url).origin;
}

async function start(agent: ReturnType<typeof filesAgent>['agent']) {
  const store = chatStore();
  const kept = async (): Promise<string> =>
    JSON.stringify((await store.conversations.get('stock-page'))?.messages ?? []);
  const api = await startChatServer({ agent, authorize: 'anyone', store, takeOverAfter: 0 }, pageFiles(kept));
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const errors = collectErrors(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '');
  });
  const open = async (more = ''): Promise<void> => {
    await page.goto(new URL(`/${more}`, api).href);
    await expect(page.getByRole('status')).toHaveText(/ready|streaming|submitted/);
  };
  await open();
  return { page, errors, posts, open };
}

const callOf = (page: Page, id: string): Locator => page.getByRole('group', { name: new RegExp(` ${id}$`) });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

describe('C228 a stock useChat page', () => {
  it('C228 answers a batch of four once, and continues', async () => {
    const { agent, ran } = filesAgent([
      { text: 'Four.', calls: [remove('a'), list, colour, remove('b')] },
      'Done.',
      'More.',
    ]);
    const { page, errors, posts } = await start(agent);

    await say(page, 'go');
    await callOf(page, 'a').getByRole('button', { name: 'Yes' }).click();
    await callOf(page, 'b').getByRole('button', { name: 'No' }).click();
    await callOf(page, 'c').getByRole('button', { name: 'White' }).click();
    await expect(page.getByRole('log')).toContainText('Done.');
    await expect(page.getByRole('status')).toHaveText('ready');
    await say(page, 'more');
    await expect(page.getByRole('log')).toContainText('More.');

    expect(ran).toEqual(['a.txt']);
    expect(posts).toHaveLength(3);
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(callOf(page, 'a')).toContainText('output-available');
    await expect(callOf(page, 'b')).toContainText('output-denied');
    expect(errors).toEqual([]);
  });

  it('C228 is reloaded in the middle of a batch, and while a tool runs', async () => {
    const held = gate();
    const { agent, ran } = filesAgent([{ text: 'Well.', calls: [remove('a')] }, 'Done.'], held);
    const { page, errors, open } = await start(agent);
    await say(page, 'go');
    await expect(callOf(page, 'a')).toContainText('approval-requested');

    await open();
    await callOf(page, 'a').getByRole('button', { name: 'Yes' }).click();
    await held.begun;
    await open('?resume');
    await expect(page.getByRole('status')).toHaveText('streaming');
    held.open();

    await expect(page.getByRole('log')).toContainText('Done.');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('log').getByText('Well.')).toHaveCount(1);
    expect(ran).toEqual(['a.txt']);
    expect(errors.filter((error) => !error.includes('ERR_ABORTED'))).toEqual([]);
  });

  it('C228 talks to the agent of the demo, served by npm run demo:server', async () => {
    const origin = await startApp();
    const server = await startDemoServer(origin);
    onTestFinished(() => void server.process.kill());
    // Chromium asks before a page may reach other servers on this computer.
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(`${origin}/?api=${encodeURIComponent(server.url)}`);
    const deletion = (path: string): Locator =>
      page.getByRole('group', { name: /^delete_file / }).filter({ hasText: path });

    await say(page, 'Delete `notes/todo.md` and delete `src/app.py`');
    await deletion('notes/todo.md').getByRole('button', { name: 'Yes' }).click();
    await deletion('src/app.py').getByRole('button', { name: 'No' }).click();
    await expect(deletion('notes/todo.md')).toContainText('output-available');
    await expect(deletion('src/app.py')).toContainText('output-denied');
    await expect(page.getByRole('status')).toHaveText('ready');
    await say(page, 'List the files');

    const answer = page.getByRole('article', { name: 'assistant' }).last();
    await expect(answer).toContainText('src/app.py');
    await expect(answer).not.toContainText('todo.md');
    await expect(page.getByRole('article')).toHaveCount(4);
    expect(errors).toEqual([]);
  });
});
