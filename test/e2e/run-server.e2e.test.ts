import { join } from 'node:path';
import { createAgent, tool } from 'countersign/core';
import { createRunServer, memoryRunStore } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { people, serveFetch } from '../server/runs/run-server.js';
import { root } from '../setup/source-files.js';
import { approve, bundle, expect, press, startBrowser } from './support.js';

let browser: Browser;
let script: string;
let styles: string;
/** The folder for screenshots, if they are wanted. */
const pictures = process.env.COUNTERSIGN_PICTURES;

beforeAll(async () => {
  [script, styles] = await Promise.all([
    bundle(join(root, 'test/e2e/run-server/page.tsx')),
    bundle(join(root, 'src/styles/styles.css')),
  ]);
  browser = await startBrowser();
}, 120_000);

afterAll(() => browser?.close());

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/styles.css"><title>Runs</title><div id="root"></div><script src="/page.js"></script>';

/** Starts a server with the page and a run server on it, and returns its address and the deleted paths. */
async function startApp(): Promise<{ readonly url: string; readonly ran: readonly string[] }> {
  const ran: string[] = [];
  const delete_file = tool({
    inputSchema: z.object({
      path: z.string().regex(/^[a-z]/, 'A path must begin with a letter'),
    }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: `Delete ${path}` }),
    execute: ({ path }) => void ran.push(path),
  });
  const removal = (id: string) => ({ toolName: 'delete_file', toolCallId: id, input: { path: `${id}.txt` } });
  const model = scriptedModel([{ calls: [removal('a'), removal('b')] }, 'All done.']);
  const agents = { files: createAgent({ model, tools: { delete_file } }) };
  const answer = createRunServer({
    agents,
    store: memoryRunStore({ agents }),
    identify: () => people.ada ?? null,
    authorize: () => true,
    base: '/agents',
  });
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', script],
    '/styles.css': ['text/css', styles],
  };
  const { origin, close } = await serveFetch(async (request) => {
    const file = files[new URL(request.url).pathname];
    if (file !== undefined) return new Response(file[1], { headers: { 'content-type': file[0] } });
    const response = await answer(request);
    if (response.headers.get('content-type')?.includes('json') !== true) return response;
    // Without the pattern, only the server can detect the mistake.
    const text = (await response.text()).replace(/,"pattern":"[^"]*"/g, '');
    return new Response(text, { status: response.status, headers: response.headers });
  });
  onTestFinished(close);
  return { url: origin, ran };
}

describe('An agent on a run server, in a browser', () => {
  it('C375 shows a rejected edit at its card with the reason, and keeps the other answers', async () => {
    const { url, ran } = await startApp();
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 848, height: 900 } });
    onTestFinished(() => page.close());
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/answers')) statuses.push(response.status());
    });
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Message' }).fill('Tidy up');
    await page.keyboard.press('Enter');
    const card = (id: string) => page.locator(`[data-card="${id}"]`);
    await press(card('a'), 'Edit');
    await card('a').getByRole('textbox').first().fill('.env');
    await approve(card('a'));
    await expect(card('a')).toHaveAttribute('data-state', 'approved-with-edits');
    await approve(card('b'));

    await expect.poll(() => statuses).toEqual([422]);
    await expect(card('a')).toHaveAttribute('data-state', 'editing');
    await expect(
      page.getByText('Your answers were not accepted. Nothing was done. Your answers are kept.'),
    ).toBeVisible();
    await expect(card('a')).toContainText('path: String does not match pattern.');
    await expect(card('a').getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
    await expect(card('a').getByRole('textbox').first()).not.toBeFocused();
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'run-server-refused.png') });
    await expect(card('a').getByRole('textbox').first()).toHaveValue('.env');
    await expect(card('b')).toHaveAttribute('data-state', 'approved');
    expect(ran).toEqual([]);

    await card('a').getByRole('textbox').first().fill('c.txt');
    await approve(card('a'));

    await expect(page.getByRole('log').getByText('All done.')).toBeVisible();
    expect([...ran].sort()).toEqual(['b.txt', 'c.txt']);
  });
});
