import { join } from 'node:path';
import { memoryStorage } from 'countersign/persistence';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { colour, filesAgent, gate, list, remove, startChatServer } from '../server/chat-server.js';
import { root } from '../setup/source-files.js';
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

async function start(agent: ReturnType<typeof filesAgent>['agent']) {
  const store = memoryStorage();
  const kept = async (): Promise<string> =>
    JSON.stringify((await store.conversations.get('stock-page'))?.messages ?? []);
  const files = {
    '/': { type: 'text/html', text: () => html },
    '/page.js': { type: 'text/javascript', text: () => script },
    '/kept': { type: 'application/json', text: kept },
  };
  const api = await startChatServer({ agent, authorize: 'anyone', store, takeOverAfter: 0 }, files);
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
  it('C228 answers a batch of four, once, and goes on', async () => {
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

  it('C228 is loaded again in the middle of a batch, and while a tool runs', async () => {
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
});
