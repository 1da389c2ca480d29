import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from '../support/openai-server.js';
import { Demo, databaseText, expect, press, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;
let server: OpenAiServer;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  await demo.close();
  await server.close();
});
afterAll(async () => {
  await browser.close();
});

async function connect(baseURL: string, key?: string): Promise<void> {
  await demo.page.getByRole('button', { name: /Connect a model/ }).click();
  await demo.page.getByLabel('Base URL').fill(baseURL);
  await demo.page.getByRole('textbox', { name: 'Model' }).fill('test-model');
  if (key !== undefined) await demo.page.getByLabel('Key, if it needs one').fill(key);
  await demo.page.getByRole('button', { name: 'Connect', exact: true }).click();
}

async function start(options: OpenAiServerOptions): Promise<void> {
  server = await startOpenAiServer(options);
  // Chromium requires a permission before a page may reach other servers on this computer.
  demo = await Demo.open(browser, { permissions: ['local-network-access'] });
}

const calls = [
  { id: 'call_a', name: 'write_file', input: { path: '.env', content: 'DEBUG=0' } },
  { id: 'call_b', name: 'delete_file', input: { path: '__init__.py' } },
];

describe('a connected model', () => {
  it('runs two calls of one response through one batch, over a real server', async () => {
    await start({
      requireKey: 'k-1',
      turns: [{ text: 'On it.', toolCalls: calls }, { text: 'The server says: done.' }],
    });
    await connect(server.baseURL, 'k-1');
    await expect(demo.page.getByRole('dialog')).toBeHidden();

    await demo.say('Tidy up');
    await expect(demo.page.getByRole('heading', { name: '2 actions need your approval' })).toBeVisible();
    await demo.approve('Write 7 characters to .env');
    await press(demo.card('Delete __init__.py'), 'Deny…');
    await demo.page.getByLabel('Why not? The model reads this.').fill('Keep it');
    await demo.page.getByRole('button', { name: 'Deny with this reason' }).click();
    await demo.ended('agent finished');

    expect(await demo.file('.env')).toBe('DEBUG=0');
    expect(await demo.file('__init__.py')).not.toBeNull();
    await expect(demo.page.getByRole('log').getByText('The server says: done.')).toBeVisible();
    await expect(demo.feed('agent started')).toHaveCount(1);
    expect(server.problems).toEqual([]);
    expect(server.completions).toHaveLength(2);
    const body = server.completions[1]?.body as { messages: unknown[] } | undefined;
    expect(body?.messages.slice(-3)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_a' }, { id: 'call_b' }] },
      { role: 'tool', tool_call_id: 'call_a', content: 'File .env updated' },
      { role: 'tool', tool_call_id: 'call_b', content: 'Keep it' },
    ]);
  });

  it('keeps the key out of every storage', async () => {
    await start({ requireKey: 'very-secret', turns: [] });
    await connect(server.baseURL, 'very-secret');
    await expect(demo.page.getByRole('dialog')).toBeHidden();

    const stored = await demo.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );

    expect(stored).not.toContain('very-secret');
    const database = await databaseText(demo);
    expect(database.length).toBeGreaterThan(10);
    expect(database).not.toContain('very-secret');
  });

  it('tells a server that does not answer from one that forbids this page', async () => {
    await start({ turns: [], cors: false });

    await connect(server.baseURL);
    await expect(demo.page.getByRole('dialog').getByRole('alert')).toContainText(/CORS/);
    await demo.page.getByLabel('Base URL').fill('http://localhost:9/v1');
    await demo.page.getByRole('button', { name: 'Connect', exact: true }).click();

    await expect(demo.page.getByRole('dialog').getByRole('alert')).toContainText(/Nothing answer/i);
  });

  it('says in words that a key is wrong', async () => {
    await start({ turns: [], requireKey: 'right' });

    await connect(server.baseURL, 'wrong');

    await expect(demo.page.getByRole('dialog').getByRole('alert')).toContainText(/key/i);
  });
});
