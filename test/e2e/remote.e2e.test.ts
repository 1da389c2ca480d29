import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startChatServer } from '../server/chat-server.js';
import { root } from '../setup/source-files.js';
import { answeredCallIds, callsOf } from '../support/remote-agent.js';
import {
  approvalRequest,
  openResponse,
  start,
  textStep,
  toolInput,
  toolOutput,
  wholeResponse,
} from '../support/ui-chunks.js';
import { startWireServer, type WireRequest, type WireServer, type WireTurn } from '../support/wire-server.js';
import { approve, bundle, collectErrors, expect, press, startBrowser } from './support.js';

// An app whose agent is on a server, in a browser. Hook, cards, feed and storage are the same as for an agent
// in the page.

let browser: Browser;
let script: string;
let styles: string;
/** The folder for screenshots, if they are wanted. */
const pictures = process.env.COUNTERSIGN_PICTURES;

beforeAll(async () => {
  [script, styles] = await Promise.all([
    bundle(join(root, 'test/e2e/remote/page.tsx')),
    bundle(join(root, 'src/styles/styles.css')),
  ]);
  browser = await startBrowser();
}, 120_000);

afterAll(() => browser?.close());

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><link rel="stylesheet" href="/styles.css"><title>Remote</title><div id="root"></div><script src="/page.js"></script>';

/** Starts a server with the page on it and these responses of its agent. */
async function startApp(
  turns: readonly WireTurn[],
): Promise<WireServer & { readonly posts: () => readonly WireRequest[] }> {
  const files: Readonly<Record<string, WireTurn>> = {
    '/': { headers: { 'content-type': 'text/html' }, chunks: [html], ends: 'end' },
    '/page.js': { headers: { 'content-type': 'text/javascript' }, chunks: [script], ends: 'end' },
    '/styles.css': { headers: { 'content-type': 'text/css' }, chunks: [styles], ends: 'end' },
  };
  let count = 0;
  const server = await startWireServer(({ url }) => files[url] ?? turns[count++]);
  return { ...server, posts: () => server.requests.filter(({ method }) => method === 'POST') };
}

async function openPage(
  { url }: Pick<WireServer, 'url'>,
  path = '/',
): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 848, height: 900 } });
  onTestFinished(() => page.close());
  const errors = collectErrors(page);
  await page.goto(new URL(path, url).href);
  return { page, errors };
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('group', { name: title }).first();

async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [848, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(pictures, `remote-${name}-${colorScheme}-${width}.png`),
        animations: 'disabled',
      });
    }
  }
  await page.setViewportSize({ width: 848, height: 900 });
}

const batch = {
  chunks: openResponse(
    toolInput('a', 'delete_file', { path: 'old.txt' }),
    approvalRequest('a', { reason: 'It is the last copy.' }),
    toolInput('c', 'pick_colour', { label: 'Sky' }),
  ),
};
const done = { chunks: wholeResponse(toolOutput('a', 'gone'), textStep('All done.')) };

describe('an agent on a server, in a browser', () => {
  it('asks in the page, also after a reload, and goes on with all answers in one request', async () => {
    const app = await startApp([batch, done]);
    const { page, errors } = await openPage(app);
    await sendMessage(page, 'Tidy up');
    await expect(cardOf(page, 'Delete old.txt')).toBeVisible();
    await keepPicture(page, 'batch');

    await page.reload();
    await expect(cardOf(page, 'Delete old.txt')).toContainText('It is the last copy.');
    await approve(cardOf(page, 'Delete old.txt'));

    await expect(page.getByRole('log').getByText('All done.')).toBeVisible();
    expect(app.posts().map(answeredCallIds)).toEqual([[], ['a']]);
    expect(callsOf(app.posts()[1])).toMatchObject({ c: { state: 'output-available', output: 'blue' } });
    await keepPicture(page, 'done');
    expect(errors).toEqual([]);
  });

  it('says of a yes that it was sent, and not that it runs, until the server says something', async () => {
    const one = { chunks: openResponse(toolInput('a', 'delete_file', { path: 'old.txt' }), approvalRequest('a')) };
    const app = await startApp([one, { chunks: [start], ends: 'hang' }]);
    const { page } = await openPage(app);
    await sendMessage(page, 'Tidy up');

    await approve(cardOf(page, 'Delete old.txt'));

    const line = page.locator('[data-cs="call"]');
    await expect(line).toContainText('Delete old.txt approved, sent to the server that runs it');
    await expect(line).toHaveAttribute('data-phase', 'sent');
    await keepPicture(page, 'sent');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(line).toContainText('cut off, unknown whether it took effect');
  });

  it('asks what happened where the connection broke while a yes was on its way', async () => {
    const one = { chunks: openResponse(toolInput('a', 'delete_file', { path: 'old.txt' }), approvalRequest('a')) };
    const app = await startApp([
      one,
      { chunks: [start], ends: 'cut' },
      { chunks: wholeResponse(textStep('Good to know.')) },
    ]);
    const { page } = await openPage(app);
    await sendMessage(page, 'Tidy up');
    await approve(cardOf(page, 'Delete old.txt'));
    const question = page.getByRole('button', { name: 'It happened' });
    await expect(question).toBeVisible();
    await keepPicture(page, 'cut');

    await page.reload();
    await page.getByRole('button', { name: 'It happened' }).click();
    const card = cardOf(page, 'Delete old.txt');
    await card.getByRole('textbox').fill('gone');
    await keepPicture(page, 'happened');
    await card.getByRole('button', { name: 'It happened' }).click();

    await expect(page.getByRole('log').getByText('Good to know.')).toBeVisible();
    expect(app.posts().map(answeredCallIds)).toEqual([[], ['a'], []]);
  });

  it('takes an edit for a proposal, where the server runs the input of its model', async () => {
    const one = { chunks: openResponse(toolInput('a', 'delete_file', { path: 'old.txt' }), approvalRequest('a')) };
    const denied = { chunks: wholeResponse({ type: 'tool-output-denied', toolCallId: 'a' }, textStep('As you like.')) };
    const app = await startApp([one, denied]);
    const { page } = await openPage(app);
    await sendMessage(page, 'Tidy up');
    const card = cardOf(page, 'Delete old.txt');
    await press(card, 'Edit');
    await card.getByRole('textbox').first().fill('copy.txt');
    await expect(card).toContainText('The server runs this action with the input of its model');
    await keepPicture(page, 'proposal');

    await card.getByRole('button', { name: 'Deny with this proposal' }).click();

    await expect(page.getByRole('log').getByText('As you like.')).toBeVisible();
    const [, sent] = app.posts();
    expect(callsOf(sent).a).toMatchObject({
      input: { path: 'old.txt' },
      approval: { approved: false, reason: expect.stringContaining('{"path":"copy.txt"}') },
    });
  });

  it('says in the page why a server refused', async () => {
    const refused = {
      status: 401,
      headers: { 'content-type': 'application/json' },
      chunks: ['{"error":"No such token."}'],
      ends: 'end',
    } as const;
    const { page } = await openPage(await startApp([refused]));

    await sendMessage(page, 'Hello');

    await expect(page.getByText('No such token.').first()).toBeVisible();
    await keepPicture(page, 'refused');
  });

  it('sends nothing on to another origin that its server redirects to', async () => {
    // It would accept any request.
    const elsewhere = await startWireServer(({ headers }) => ({
      status: 200,
      headers: {
        'access-control-allow-origin': headers.origin ?? '*',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-credentials': 'true',
        'content-type': 'text/event-stream',
      },
      chunks: done.chunks,
    }));
    const away = { status: 307, headers: { location: elsewhere.url }, chunks: [], ends: 'end' } as const;
    const app = await startApp([away, batch, away]);
    const { page } = await openPage(app);

    await sendMessage(page, 'Hello');
    await expect(page.getByText('redirects elsewhere').first()).toBeVisible();
    await sendMessage(page, 'Tidy up');
    await approve(cardOf(page, 'Delete old.txt'));

    await expect.poll(() => app.posts().map(answeredCallIds)).toEqual([[], [], ['a']]);
    // Once in the chat, and twice in the feed.
    await expect(page.getByText('redirects elsewhere')).toHaveCount(3);
    expect(app.posts().map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer of-this-page'));
    expect(elsewhere.requests).toEqual([]);
  });

  it('C372 shows a rejected edit at its card with the reason, keeps the other answers, and sends them again after a correction', async () => {
    const ran: string[] = [];
    const delete_file = tool({
      inputSchema: z.object({ path: z.string().regex(/^[a-z]/, 'A path must begin with a letter') }),
      requiresApproval: true,
      execute: ({ path }) => void ran.push(path),
    });
    const removal = (id: string) => ({ toolName: 'delete_file', toolCallId: id, input: { path: `${id}.txt` } });
    const model = scriptedModel([{ calls: [removal('a'), removal('b')] }, 'All done.']);
    const agent = createAgent({ model, tools: { delete_file } });
    const url = await startChatServer(
      { agent, authorize: 'anyone' },
      {
        '/': { type: 'text/html', text: () => html },
        '/page.js': { type: 'text/javascript', text: () => script },
        '/styles.css': { type: 'text/css', text: () => styles },
      },
    );
    const { page } = await openPage({ url }, '/#countersign');
    await sendMessage(page, 'Tidy up');
    await press(cardOf(page, 'Delete a.txt'), 'Edit');
    await cardOf(page, 'Delete a.txt').getByRole('textbox').first().fill('.env');
    await approve(cardOf(page, 'Delete .env'));
    await expect(cardOf(page, 'Delete .env')).toHaveAttribute('data-state', 'approved-with-edits');
    await approve(cardOf(page, 'Delete b.txt'));

    const refused = cardOf(page, 'Delete .env');
    await expect(refused).toContainText('A path must begin with a letter');
    await expect(refused.getByRole('textbox').first()).toHaveValue('.env');
    await expect(cardOf(page, 'Delete b.txt')).toHaveAttribute('data-state', 'approved');
    await expect(
      page.getByText('Your answers were not accepted. Nothing was done. Your answers are kept.'),
    ).toBeVisible();
    await expect(page.getByText(/have run already|asks again/)).toHaveCount(0);
    expect(ran).toEqual([]);
    await keepPicture(page, 'refused');

    await refused.getByRole('textbox').first().fill('c.txt');
    await approve(cardOf(page, 'Delete c.txt'));

    await expect(page.getByRole('log').getByText('All done.')).toBeVisible();
    expect([...ran].sort()).toEqual(['b.txt', 'c.txt']);
  });
});
