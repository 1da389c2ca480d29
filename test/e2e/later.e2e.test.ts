import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { Demo, expect, startBrowser } from './support.js';

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

/** The file that holds a module, in the demo as it is built. */
const fileOf = (name: string): string => `**/${name}-*.js`;

describe('code that is loaded later', () => {
  it('C156 leaves seeing, yes and no to a card whose edit form cannot be loaded, and loads it at the next try', async () => {
    demo = await Demo.open(browser);
    const form = '**/edit-input-*.js';
    await demo.page.route(form, (route) => route.abort());
    await demo.say('Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`');
    const card = demo.card('Clear .env');

    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    await expect(card.getByRole('button', { name: 'Try again' })).toBeFocused();
    await demo.approve('Delete __init__.py');
    await card.getByRole('button', { name: 'Back' }).click();
    await expect(card.getByRole('button', { name: 'Deny…' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();

    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    await demo.page.unroute(form);
    await card.getByRole('button', { name: 'Try again' }).click();

    await expect(card.getByRole('textbox', { name: 'path' })).toBeFocused();
    await card.getByRole('textbox', { name: 'content' }).fill('DEBUG=0');
    await demo.approve('Clear .env');
    await demo.ended('run completed');
    expect(await demo.file('.env')).toBe('DEBUG=0');
  });

  it('C156 leaves yes and no to a card whose menu of what to remember cannot be loaded, and loads it at the next press', async () => {
    demo = await Demo.open(browser);
    const menu = '**/remember-now-*.js';
    await demo.page.route(menu, (route) => route.abort());
    await demo.say('Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`');
    const card = demo.card('Clear .env');
    const remember = card.getByRole('button', { name: /^Remember/ });

    await remember.click();
    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    await demo.approve('Delete __init__.py');
    await expect(card.getByRole('button', { name: 'Deny…' })).toBeVisible();

    await demo.page.unroute(menu);
    await remember.click();
    await card.getByRole('menuitemradio', { name: /exactly this input/ }).click();
    await expect(remember).toBeFocused();
    await expect(card.locator('output')).toContainText('with exactly this input');
    await demo.approve('Clear .env');
    await demo.ended('run completed');
  });

  it('C156 leaves yes and no, and the input, to a card whose preview cannot be drawn, and draws it at the next try', async () => {
    demo = await Demo.open(browser);
    const drawing = fileOf('preview-content');
    await demo.page.route(drawing, (route) => route.abort());
    await demo.say('Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`');
    const card = demo.card('Clear .env');

    const preview = card.locator('[data-cs=preview]');
    await expect(preview).toContainText('could not be loaded');
    await expect(card.locator('[data-cs=card-input]')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Deny…' })).toBeVisible();
    await demo.approve('Delete __init__.py');

    await demo.page.unroute(drawing);
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.locator('[data-cs=diff]')).toBeVisible();
    await demo.approve('Clear .env');
  });
});

const task = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';

describe('code that comes with a first run', () => {
  it('C298 has a question wait for the queue of its chat, so that a card is whole when it is seen', async () => {
    let begin = (): void => {};
    let arrive = (): void => {};
    const asked = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    demo = await Demo.open(browser, {
      before: async (page) =>
        await page.route(fileOf('approval-queue'), async (route) => {
          begin();
          await there;
          await route.continue();
        }),
    });
    await asked;
    await demo.say(task);

    await expect(demo.page.locator('[data-cs=call][data-phase=waiting]').first()).toBeVisible();
    await expect(demo.page.locator('[data-cs=later]')).toHaveCount(0);
    await expect(demo.page.locator('[data-cs=run-status]')).toHaveAttribute('data-status', 'running');
    arrive();

    await demo.approve('Delete __init__.py');
    await demo.approve('Clear .env');
    await demo.ended('run completed');
  });

  it('C298 says so where the queue cannot be loaded, and shows the same question at the next try', async () => {
    demo = await Demo.open(browser, {
      before: async (page) => await page.route(fileOf('approval-queue'), (route) => route.abort()),
    });
    await demo.say(task);
    const later = demo.page.locator('[data-cs=later]');
    await expect(later.getByRole('alert')).toContainText('could not be loaded');

    await demo.page.unroute(fileOf('approval-queue'));
    await later.getByRole('button', { name: 'Try again' }).click();

    await demo.approve('Delete __init__.py');
    await demo.approve('Clear .env');
    await demo.ended('run completed');
  });

  it.each(['reduce-run-event', 'local-broker', 'all-text-checks'])(
    'C298 keeps a message where %s cannot be loaded, says why, and sends it at the next try',
    async (name) => {
      demo = await Demo.open(browser, {
        before: async (page) => await page.route(fileOf(name), (route) => route.abort()),
      });
      await demo.say(task);
      await expect(demo.page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
      await expect(demo.page.locator('[data-cs=queued-message]')).toContainText('clear `.env`');

      await demo.page.unroute(fileOf(name));
      await demo.page.locator('[data-action=send-queued]').click();

      await demo.approve('Delete __init__.py');
      await expect(demo.page.locator('[data-cs=queued-message]')).toHaveCount(0);
    },
  );

  it('C298 keeps a message where the loop cannot be loaded, says why, and says it to the model with the next', async () => {
    demo = await Demo.open(browser, {
      before: async (page) => await page.route(fileOf('run-agent'), (route) => route.abort()),
    });
    await demo.say(task);
    await expect(demo.page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
    await expect(demo.page.locator('[data-cs=message]')).toContainText(['clear .env']);

    await demo.page.unroute(fileOf('run-agent'));
    await demo.page.getByRole('button', { name: /again/i }).first().click();

    await demo.approve('Delete __init__.py');
  });
});
