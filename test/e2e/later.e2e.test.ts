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
});
