import type { Browser, Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { approve, Demo, expect, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  await demo.close();
});
afterAll(async () => {
  await browser.close();
});

/** Whether an element is whole within what scrolls around it, and in the window. */
async function isWholeInThread(element: Locator): Promise<boolean> {
  return await element.evaluate((inner) => {
    const { top, bottom } = inner.getBoundingClientRect();
    const thread = inner.closest('[data-cs="thread-scroller"]')?.getBoundingClientRect();
    return top >= (thread?.top ?? 0) - 1 && bottom <= Math.min(thread?.bottom ?? 0, innerHeight) + 1;
  });
}

describe('a small window', () => {
  it.each([
    [320, 256],
    [375, 330],
  ])('C164 of %d × %d shows the pending card and its buttons without scrolling', async (width, height) => {
    demo = await Demo.open(browser, { viewport: { width, height } });

    await demo.say('Delete `__init__.py`');

    const card = demo.card('Delete __init__.py');
    await expect(card).toBeVisible();
    for (const element of [
      card.getByRole('heading'),
      card.getByRole('button', { name: 'Deny…' }),
      card.getByRole('button', { name: 'Approve' }),
    ])
      await expect.poll(async () => await isWholeInThread(element)).toBe(true);
    await expect(demo.page.getByRole('textbox', { name: 'Message' })).toBeInViewport();
    await expect(demo.page.getByRole('button', { name: 'Chat' })).toBeInViewport();
  });

  it.each([
    [320, 256],
    [375, 330],
  ])('C164 of %d × %d leaves more than half of its height to a card with a preview', async (width, height) => {
    demo = await Demo.open(browser, { viewport: { width, height } });

    await demo.say('Clear `.env`');

    const card = demo.card('Clear .env');
    await expect.poll(async () => await isWholeInThread(card.getByRole('heading'))).toBe(true);
    const thread = await demo.page.locator('[data-cs="thread-scroller"]').boundingBox();
    expect(thread?.height).toBeGreaterThan(height / 2);
    await approve(card);
    await expect.poll(async () => await demo.file('.env')).toBe('');
  });

  it('C164 shows the welcome from its beginning', async () => {
    demo = await Demo.open(browser, { viewport: { width: 320, height: 256 } });

    await expect(demo.page.getByRole('heading', { name: /Give it a task/ })).toBeInViewport();
    expect(await demo.page.locator('[data-cs="thread-scroller"]').evaluate((thread) => thread.scrollTop)).toBe(0);
  });

  it.each([640, 700, 320])('C164 of %d px contains the whole top bar', async (width) => {
    demo = await Demo.open(browser, { viewport: { width, height: 700 } });

    const bar = await demo.page
      .locator('.top-bar')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

    expect(bar).toBe(0);
    await expect(demo.page.getByRole('button', { name: 'Connect a model' }).first()).toBeInViewport({ ratio: 1 });
  });
});
