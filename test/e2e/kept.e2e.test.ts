import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { approve, Demo, databaseText, expect, startBrowser } from './support.js';

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

const prompt = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';

describe('the demo', () => {
  it('C189 goes on with a batch after a reload: what was chosen and begun is there, and nothing runs twice', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await demo.approve('Delete __init__.py');
    await demo.card('Clear .env').getByRole('button', { name: 'Deny…' }).click();
    await demo.card('Clear .env').getByRole('textbox').fill('Not this one');
    await expect.poll(() => databaseText(demo)).toContain('Not this one');

    await demo.page.reload();

    const card = demo.card('Clear .env');
    await expect(card.getByRole('textbox')).toHaveValue('Not this one');
    await expect(demo.card('Delete __init__.py')).toContainText('approved');
    await card.getByRole('textbox').press('Enter');
    await demo.ended('run completed');
    await demo.page.reload();
    await expect(demo.page.getByText('Not this one').first()).toBeVisible();
    await expect(demo.page.getByText('in another tab')).toHaveCount(0);
    expect(await demo.file('__init__.py')).toBeNull();
    expect(await demo.file('.env')).not.toBe('');
    expect(await demo.file('README.md')).toContain('Hello, world!');
    await expect(demo.page.getByText(prompt.replaceAll('`', '')).first()).toBeVisible();
  });

  it('C196 lists its chats, and opens each with what waits in it', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await expect(demo.card('Clear .env')).toBeVisible();
    await demo.page.getByRole('button', { name: 'Chats' }).click();
    const chats = demo.page.getByRole('navigation', { name: 'Conversations' });
    const first = chats.getByRole('button', { name: /^Delete/ });
    await expect(first).toHaveAttribute('aria-current', 'true');

    await chats.getByRole('button', { name: 'Begin another' }).click();
    await expect(demo.card('Clear .env')).toHaveCount(0);
    await expect(first).toContainText('Waiting for you since');
    await first.click();

    await expect(demo.card('Clear .env')).toBeVisible();
    await expect(first).toHaveAttribute('aria-current', 'true');
    await expect(first).toBeFocused();
  });

  it('C193 shows in a second tab what the first goes on with, is answered there, and goes on there once the first is gone', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await expect(demo.card('Clear .env')).toBeVisible();
    const second = await demo.page.context().newPage();
    await second.goto(demo.page.url());
    await expect(second.getByText('open in another tab, too').first()).toBeVisible();
    await approve(second.getByRole('group', { name: 'Delete __init__.py' }));
    await expect(demo.card('Delete __init__.py')).toContainText('approved · a person in another tab');
    await expect(second.getByRole('group', { name: 'Delete __init__.py' })).toContainText('approved');
    await expect(second.getByText('a person in another tab')).toHaveCount(0);
    await expect.poll(() => databaseText(demo)).toMatch(/choices\W+[\w-]+:call_1\W+answer\W+kind\W+tool-approved/);

    await demo.page.close();

    await expect(second.getByText('open in another tab, too')).toHaveCount(0);
    await expect(second.getByRole('group', { name: 'Delete __init__.py' })).toContainText('approved');
    await approve(second.getByRole('group', { name: 'Clear .env' }));
    await expect(second.locator('[data-cs=feed-line]').filter({ hasText: 'run completed' }).last()).toBeVisible();
  });
});
