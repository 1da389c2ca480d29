import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, inject, it } from 'vitest';
import { approve, expect, press, startBrowser } from './support.js';

/** The strictest policy of an app: no inline scripts or styles, no `eval`, and nothing from other origins. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The violations that the page reports, and other errors. */
interface Found {
  readonly violations: readonly string[];
  readonly errors: readonly string[];
}

let browser: Browser;
let server: Server;
let address: string;

beforeAll(async () => {
  browser = await startBrowser();
  server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = pathname === '/' ? '/index.html' : pathname;
    try {
      const body = await readFile(join(inject('demoFolder'), file));
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}`; // it listens on TCP
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Opens the demo under the policy. Violations are recorded before the first script runs. */
async function openDemo(): Promise<{ readonly page: Page; readonly found: () => Promise<Found> }> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      violations.push([violatedDirective, blockedURI, sourceFile, sample].join(' ')),
    );
  });
  await page.goto(`${address}/?pace=instant`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const found = async (): Promise<Found> => ({
    violations: await page.evaluate(() => (window as unknown as { violations: string[] }).violations), // set above
    errors,
  });
  return { page, found };
}

describe('under a strict Content-Security-Policy', () => {
  it('the demo plays a whole batch with the feed open, and nothing is reported', async () => {
    const { page, found } = await openDemo();
    const card = (name: string) => page.getByRole('group', { name });

    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Delete `__init__.py`, write `Hi` to `README.md`, and clear `.env`');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('heading', { name: '2 actions need your approval' })).toBeVisible();
    await expect(page.locator('[data-cs=event-feed]')).toBeVisible();
    await press(card('Delete __init__.py'), 'Deny…');
    await page.getByLabel('Why not? The model reads this.').fill('I need it');
    await page.getByRole('button', { name: 'Deny with this reason' }).click();
    await approve(card('Clear .env'));
    await expect(page.locator('[data-cs=feed-line]').filter({ hasText: 'agent finished' })).toBeVisible();

    expect(await found()).toEqual({ violations: [], errors: [] });
  });

  it('what it forbids is reported, so that silence means something', async () => {
    const { page, found } = await openDemo();

    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));

    await expect
      .poll(async () => (await found()).violations)
      // Reported once for the server's policy and once for the page's own.
      .toEqual([expect.stringMatching(/^style-src-attr inline/), expect.stringMatching(/^style-src-attr inline/)]);
  });
});
