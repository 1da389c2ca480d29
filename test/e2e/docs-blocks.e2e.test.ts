import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasMarkup, readPages, snippetsOf } from '../setup/pages.js';
import { serveBlocks } from './docs-blocks/build.js';
import { findMisfits } from './docs-blocks/look.js';
import { serveRemoteAgent, startAgents } from './docs-blocks/remote-server.js';
import { collectErrors, startBrowser } from './support.js';

// Every code block with markup in the docs, as a separate app. `npm run docs:pictures` saves their
// screenshots.

const snippets = readPages().flatMap(snippetsOf);
const blocks = snippets.filter(hasMarkup);
/** Blocks for an environment without styles. */
const unstyled = blocks.filter(({ code }) => code.startsWith('// @vitest-environment')).map(({ file }) => file);
const pictures = process.env.COUNTERSIGN_PICTURES;
/** The short run checks the chat after a message in the narrow window only. */
const isWhole = process.env.COUNTERSIGN_ALL === '1' || pictures !== undefined;

let browser: Browser;
let server: PreviewServer;
let agents: Awaited<ReturnType<typeof startAgents>>;

beforeAll(async () => {
  // Always printed, because the numbers are informative.
  const others = snippets.length - blocks.length;
  process.stdout.write(`  ${blocks.length} blocks of the docs are rendered, ${others} only type-checked\n`);
  agents = await startAgents();
  server = await serveBlocks(blocks, agents.origin);
  browser = await startBrowser();
  if (pictures !== undefined) await mkdir(pictures, { recursive: true });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  agents?.close();
});

/** Waits until the page shows something and has not changed for a third of a second. */
async function waitUntilSettled(page: Page): Promise<void> {
  await vi.waitFor(
    async () => expect(await page.evaluate(findMisfits, true)).not.toContain('nothing is shown'),
    20_000,
  );
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const stillFor = (): ReturnType<typeof setTimeout> => setTimeout(() => resolve(true), 333);
        let timer = stillFor();
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = stillFor();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
  );
}

const addressOf = (file: string): string => `${server.resolvedUrls?.local[0]}${file}.html`;

/** Returns the layout errors of the current page, in both themes. */
async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (pictures !== undefined) {
      const path = join(pictures, `${name}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
    const isStyled = !unstyled.some((file) => name.startsWith(file));
    found.push(...(await page.evaluate(findMisfits, isStyled)).map((misfit) => `${name}, ${colorScheme}: ${misfit}`));
  }
  return found;
}

/** Checks the layout in a window with the width of a text column, and in the narrowest window. */
async function lookAtWidths(
  page: Page,
  name: string,
  widths: readonly number[] = [848, 320],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 });
    await waitUntilSettled(page);
    found.push(...(await lookAt(page, `${name}-${width}`)));
  }
  return found;
}

/** Sends a message in an empty chat. */
async function sendMessage(page: Page): Promise<boolean> {
  const box = page.locator('[data-cs=composer-input]');
  if ((await box.count()) !== 1 || (await page.locator('[data-cs=message]').count()) > 0) return false;
  await box.fill('Good evening');
  await box.press('Enter');
  await page.locator('[data-cs=message]').nth(1).waitFor();
  await waitUntilSettled(page);
  return true;
}

/** Presses the block's own buttons, and the buttons that approve. */
async function pressButtons(page: Page): Promise<void> {
  for (const button of await page.$$('button:not([data-cs]), button[data-arming]')) {
    await button.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => undefined);
    // The button may have disappeared, or be waiting for a virtual clock.
    await button.click({ timeout: 3_000 }).catch(() => undefined);
    await waitUntilSettled(page);
  }
}

describe('a block', () => {
  // Concurrent, because most of the time is spent waiting for pages to settle.
  it.concurrent.each(blocks)('$file shows something, which fits, without an error', async ({ file }) => {
    const page = await browser.newPage({ locale: 'en-GB' });
    await serveRemoteAgent(page);
    const errors = collectErrors(page);
    await page.goto(addressOf(file));

    const first = await lookAtWidths(page, file);
    const then = (await sendMessage(page))
      ? await lookAtWidths(page, `${file}-said`, isWhole ? [848, 320] : [320])
      : [];

    expect(errors).toEqual([]);
    expect([...first, ...then]).toEqual([]);
    await page.close();
  });

  // Slow: a part of `npm run test:all`.
  it.concurrent.each(process.env.COUNTERSIGN_ALL === '1' ? blocks : [])(
    '$file is answered without an error',
    async ({ file }) => {
      const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 848, height: 720 } });
      await serveRemoteAgent(page);
      const errors = collectErrors(page);
      await page.goto(addressOf(file));
      await waitUntilSettled(page);
      await sendMessage(page);

      await pressButtons(page);

      expect(errors).toEqual([]);
      await page.close();
    },
  );
});

it('the pages of all places are read', () => {
  expect(blocks.length).toBeGreaterThan(15);
  for (const page of ['README.md', 'chat.md', 'remote-agents.md', 'getting-started.mdx']) {
    expect(
      blocks.some(({ file }) => file.startsWith(page)),
      page,
    ).toBe(true);
  }
});

it.each([
  ['nothing', '<p hidden>a</p>', 'nothing is shown'],
  ['what is too wide', '<p style="width: 400px">a</p>', 'the page is 400 px wide, and its window 320'],
  [
    'a button that is cut off',
    '<p style="width: 90px; overflow: hidden"><button style="width: 99px">a</button></p>',
    'cut off: <button> a',
  ],
  [
    'a button that is too small',
    '<button style="width: 30px; white-space: nowrap; overflow: clip">a long word</button>',
    'too small for its words: <button> a long word',
  ],
  ['a drawing of any size', 'a<svg viewBox="0 0 1 1"></svg>', 'a huge drawing'],
])('the look finds %s', async (_, html, misfit) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 } });
  await page.setContent(`<body style="margin: 0">${html}`);

  expect(await page.evaluate(findMisfits, true)).toEqual([misfit]);
  await page.close();
});
