import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { Demo, expect, press, startBrowser } from './support.js';

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

describe('the edit form of a card', () => {
  it('C156 fails to load: the call can still be seen, approved and denied, and another attempt loads it', async () => {
    demo = await Demo.open(browser);
    const form = '**/edit-input-*.js';
    await demo.page.route(form, (route) => route.abort());
    await demo.say('Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`');
    const card = demo.card('Clear .env');

    await press(card, 'Edit');
    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    await expect(card.getByRole('button', { name: 'Try again' })).toBeFocused();
    await demo.approve('Delete __init__.py');
    await card.getByRole('button', { name: 'Back' }).click();
    await expect(card.getByRole('button', { name: 'Deny…' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();

    await press(card, 'Edit');
    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    await demo.page.unroute(form);
    await card.getByRole('button', { name: 'Try again' }).click();

    await expect(card.getByRole('textbox', { name: 'content' })).toBeFocused();
    await card.getByRole('textbox', { name: 'content' }).fill('DEBUG=0');
    // The card is named by what it would do now.
    await demo.approve('Write 7 characters to .env');
    await demo.ended('agent finished');
    expect(await demo.file('.env')).toBe('DEBUG=0');
  });

  it('C298 is loaded again silently when the first attempt fails', async () => {
    demo = await Demo.open(browser);
    let attempts = 0;
    await demo.page.route('**/edit-input-*.js', async (route) => {
      attempts += 1;
      if (attempts === 1) await route.abort();
      else await route.continue();
    });
    await demo.say('Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`');
    const card = demo.card('Clear .env');

    await press(card, 'Edit');

    await expect(card.getByRole('textbox', { name: 'content' })).toBeFocused();
    expect(attempts).toBe(2);
    await expect(card.getByRole('alert')).toHaveCount(0);
  });
});
