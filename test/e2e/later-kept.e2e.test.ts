import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { Demo, databaseText, expect, startBrowser } from './support.js';

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

/** The files without which no kept conversation is opened. */
const parts = ['writing', 'keep-conversation'] as const;

const fileOf = (name: string): string => `**/${name}-*.js`;

const task = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';

const notLoaded = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });

describe('a kept conversation whose code does not come', () => {
  it.each(parts)(
    'C298 keeps a message where %s cannot be loaded, says why, and sends it at the next try',
    async (name) => {
      demo = await Demo.open(browser, {
        before: async (page) => await page.route(fileOf(name), (route) => route.abort()),
      });
      await demo.say(task);
      await expect(notLoaded(demo.page)).toBeVisible();
      await expect(demo.page.locator('[data-cs=queued-message]')).toContainText('clear `.env`');

      await demo.page.unroute(fileOf(name));
      await demo.page.locator('[data-action=send-queued]').click();

      await demo.approve('Delete __init__.py');
      await demo.approve('Clear .env');
      await demo.ended('run completed');
      await expect(notLoaded(demo.page)).toHaveCount(0);
      await demo.page.reload();
      await expect(demo.page.getByText(task.replaceAll('`', '')).first()).toBeVisible();
      expect(await demo.file('.env')).toBe('');
    },
  );

  it.each(parts)(
    'C298 leaves its run and its answers as they are where %s cannot be loaded, and goes on once online',
    async (name) => {
      demo = await Demo.open(browser);
      await demo.say(task);
      await demo.approve('Delete __init__.py');
      await demo.card('Clear .env').getByRole('button', { name: 'Deny…' }).click();
      await demo.card('Clear .env').getByRole('textbox').fill('Not this one');
      await expect.poll(() => databaseText(demo)).toContain('Not this one');
      await demo.page.route(fileOf(name), (route) => route.abort());
      await demo.page.reload();
      await expect(notLoaded(demo.page)).toBeVisible();
      const kept = await databaseText(demo);
      expect(kept).toContain('Not this one');
      await expect(demo.card('Clear .env')).toHaveCount(0);

      await demo.page.context().setOffline(true);
      await demo.page.unroute(fileOf(name));
      expect(await databaseText(demo)).toBe(kept);
      await demo.page.context().setOffline(false);

      await expect(demo.card('Delete __init__.py')).toContainText('approved');
      const words = demo.card('Clear .env').getByRole('textbox');
      await expect(words).toHaveValue('Not this one');
      await expect(notLoaded(demo.page)).toHaveCount(0);
      await words.press('Enter');
      await demo.ended('run completed');
      expect(await demo.file('__init__.py')).toBeNull();
      expect(await demo.file('.env')).not.toBe('');
    },
  );

  it('asks for all that opens it at once', async () => {
    const asked = new Set<string>();
    let arrive = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    demo = await Demo.open(
      browser,
      {
        before: async (page) => {
          for (const name of parts)
            await page.route(fileOf(name), async (route) => {
              asked.add(name);
              await there;
              await route.continue();
            });
        },
      },
      () => {
        // A page that is never idle loads nothing beforehand.
        Object.assign(globalThis, { requestIdleCallback: () => 0 });
      },
    );

    // None of them has come by then.
    await expect.poll(() => [...asked].sort()).toEqual([...parts].sort());
    await demo.say(task);
    await expect(demo.page.locator('[data-cs=queued-message]')).toContainText('clear `.env`');
    arrive();

    await demo.approve('Delete __init__.py');
    await demo.approve('Clear .env');
    await demo.ended('run completed');
  });
});
