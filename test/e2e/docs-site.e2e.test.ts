import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type BuiltSite, buildSite } from './built-site.js';
import { approve, expect, startBrowser } from './support.js';

// The built docs site, served from a path that the build did not know.

let browser: Browser;
let site: BuiltSite;
let outDir: string;
let address: string;

beforeAll(async () => {
  site = await buildSite(['scripts/docs.mjs', '--build', '--no-stories']);
  ({ outDir, address } = site);
  browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

/** Opens a page of the site, and waits for its heading. */
async function openOffline(path: string, options?: Parameters<BuiltSite['openOffline']>[1]) {
  const { page, problems } = await site.openOffline(browser, options);
  await page.goto(address + path);
  await page.locator('h1').first().waitFor();
  return { page, problems };
}

describe('the docs site', () => {
  it('has no address of the path that it was built for', () => {
    const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:html|js|css|json|md|txt)$/.test(path),
    );

    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((path) => readFileSync(join(outDir, path), 'utf8').includes('countersign-docs-base'))).toEqual(
      [],
    );
  });

  it('plays a live example, in the theme of the page', async () => {
    const { page, problems } = await openOffline('index.html', { colorScheme: 'dark' });
    const example = page.frameLocator('.live iframe').first();
    await page.locator('.live iframe').first().scrollIntoViewIfNeeded();

    await example.getByRole('textbox', { name: 'Message' }).fill('Good evening');
    await example.getByRole('textbox', { name: 'Message' }).press('Enter');
    const card = example.getByRole('group', { name: /Send mail/ });
    expect(await example.locator('html').evaluate((element) => element.style.colorScheme)).toBe('dark');
    await approve(card);

    await expect(example.getByRole('log').getByText('The mail is on its way.')).toBeVisible();
    expect(problems).toEqual([]);
  });

  it('renders each live example without an error', { timeout: 300_000 }, async () => {
    const examples = readdirSync(join(outDir, 'live')).filter((name) => name.endsWith('.html'));
    const empty: string[] = [];
    const found: string[] = [];
    for (const name of examples) {
      const { page, problems } = await openOffline('', { viewport: { width: 686, height: 440 } });
      await page.goto(`${address}live/${name}`);
      await page
        .locator('#root :is(button, input, textarea, [data-cs])')
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => empty.push(name));
      found.push(...problems.map((problem) => `${name}: ${problem}`));
      await page.close();
    }

    expect(examples).not.toEqual([]);
    expect(empty).toEqual([]);
    expect(found).toEqual([]);
  });

  it('keeps its links true while the address changes without a load', async () => {
    const { page, problems } = await openOffline('reference/components/agent-chat.html');

    await page.getByRole('link', { name: 'Glossary', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Glossary/);
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)); // an anchor
    await page.reload();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Glossary/);
    expect(addresses.filter((each) => !each.startsWith(address))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('finds text without a server, and opens the page at an address that can be loaded again', async () => {
    const { page, problems } = await openOffline('glossary.html');

    const field = page.locator('[class*=search-panel] input');
    // The page is visible before it is hydrated, and ignores keys until then.
    await expect(async () => {
      if (!(await field.isVisible())) await page.keyboard.press('Control+k');
      await expect(field).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // A search finds nothing before the index is loaded.
    await expect(async () => {
      await field.fill('');
      await field.fill('useStoredConversations');
      await expect(page.getByText('useStoredConversations').first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference\/countersign\.html/);
    await page.reload();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/countersign/);
    expect(problems).toEqual([]);
  });

  it.each(['index.html', 'reference/core.html', 'reference/strings.html', 'errors.html', 'conformance.html'])(
    '%s fits a window of 375 px',
    async (path) => {
      const { page, problems } = await openOffline(path, { viewport: { width: 375, height: 720 } });

      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
      expect(problems).toEqual([]);
    },
  );

  it('lists pages that exist in llms.txt, and has their text in llms-full.txt', () => {
    const index = readFileSync(join(outDir, 'llms.txt'), 'utf8');
    const paths = [...index.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, path = '']) => path);
    const full = readFileSync(join(outDir, 'llms-full.txt'), 'utf8');

    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(join(outDir, path)))).toEqual([]);
    expect(full).toContain('# Glossary');
    expect(full).not.toContain('<iframe');
  });
});
