import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { Demo, expect, press, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async ({ task }) => {
  // biome-ignore lint/suspicious/noConsole: a rare failure can only be understood from its output
  if (task.result?.state === 'fail') console.info(await demo.look());
  await demo.close();
});
afterAll(async () => {
  await browser.close();
});

const sentence = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';

describe('the workspace', () => {
  it('asks about two of three calls as one batch and finishes the same run with what was decided', async () => {
    demo = await Demo.open(browser);

    await demo.say(sentence);
    await expect(demo.page.getByRole('heading', { name: '2 actions need your approval' })).toBeVisible();
    expect(await demo.file('README.md')).toBe('Hello, world!');
    expect(await demo.file('.env')).not.toBe('');

    await demo.approve('Clear .env');
    await press(demo.card('Delete __init__.py'), 'Deny…');
    await demo.page.getByLabel('Why not? The model reads this.').fill('Deleting files is not allowed');
    await demo.page.getByRole('button', { name: 'Deny with this reason' }).click();
    await demo.ended('agent finished');

    expect(await demo.file('README.md')).toBe('Hello, world!');
    expect(await demo.file('.env')).toBe('');
    expect(await demo.file('__init__.py')).not.toBeNull();
    await expect(demo.feed('agent started')).toHaveCount(1);
    await expect(demo.feed('2 actions answered')).toHaveCount(1);
    const [begin, end] = [await demo.event('agent started'), await demo.event('agent finished')];
    expect(end.runId).toBe(begin.runId);
    expect(end.output).toMatch(/Wrote .*README\.md/);
    expect(end.output).toMatch(/Cleared .*\.env/);
    expect(end.output).toMatch(/__init__\.py[\s\S]*Deleting files is not allowed/);
    await demo.page.getByRole('button', { name: 'Files', exact: true }).click();
    await expect(
      demo.page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: /README\.md/ }),
    ).toContainText('13 B');
  });

  it('works on files in memory where the browser keeps none, and says so', async () => {
    demo = await Demo.open(browser, {}, () => {
      // Like in a private window of Firefox.
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));
    });
    await expect(demo.page.getByText('works on files in memory, which are lost with this page')).toBeVisible();
    await demo.page.getByRole('button', { name: 'Files', exact: true }).click();
    await expect(demo.page.getByText('This browser keeps no files for the page')).toBeVisible();

    await demo.say('Clear `.env`');
    await demo.approve('Clear .env');
    await demo.ended('agent finished');

    const files = demo.page.getByRole('navigation', { name: 'Files' });
    await expect(files.getByRole('button', { name: /\.env/ })).toContainText('0 B');
  });

  it('runs the input as it was edited, and refuses an edit that breaks the schema at the card', async () => {
    demo = await Demo.open(browser);
    await demo.say('Clear `.env`');
    // The title of the card shows what the call would do now.
    const card = demo.page.getByRole('group', { name: /^(?:Clear|Write 7 characters to) \.env$/ });
    await press(card, 'Edit');
    const path = card.getByRole('textbox', { name: 'path' });

    await path.fill('');
    await demo.approve('Clear .env');
    await expect(path).toHaveAttribute('aria-invalid', 'true');
    expect(await demo.file('.env')).toContain('API_KEY');

    await path.fill('.env');
    await card.getByRole('textbox', { name: 'content' }).fill('DEBUG=0');
    await expect(path).not.toHaveAttribute('aria-invalid', 'true');
    // The error above the button disappears, so the button moves and ignores presses until it stands still. The
    // effect of a press may be delayed, and the click must not wait for a button that has disappeared.
    const button = card.getByRole('button', { name: /^Approve/ });
    await expect(async () => {
      if (await button.isVisible()) {
        await button.scrollIntoViewIfNeeded({ timeout: 5_000 });
        await expect(button).toHaveAttribute('data-arming', 'armed', { timeout: 5_000 });
        await button.click({ timeout: 5_000 });
      }
      await expect(button).toHaveCount(0, { timeout: 5_000 });
    }).toPass();
    await demo.ended('agent finished');

    expect(await demo.file('.env')).toBe('DEBUG=0');
    expect((await demo.event('agent finished')).output).toContain('DEBUG=0');
  });

  it('takes a real file from a file input and goes on in the same run', async () => {
    demo = await Demo.open(browser);
    await demo.say('Pick a file from my computer and save it as `drafts/imported.txt`');
    const input = demo.card('Pick a file from your computer').locator('input[type=file]');

    await input.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear reader') });
    await demo.ended('agent finished');

    expect(await demo.file('drafts/imported.txt')).toBe('Dear reader');
    await expect(demo.feed('agent started')).toHaveCount(1);
  });

  it('asks with a form from the schema that the model sends', async () => {
    demo = await Demo.open(browser);
    await demo.say('Ask me for my name and my age, then save it to `notes/about-me.txt`');

    await demo.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    await demo.page.getByRole('textbox', { name: 'Age', exact: true }).fill('36');
    await demo.page.getByRole('button', { name: 'Send answer' }).click();
    await demo.ended('agent finished');

    expect(await demo.file('notes/about-me.txt')).toMatch(/Ada[\s\S]*36/);
    await expect(demo.feed('agent started')).toHaveCount(1);
  });

  it('finds out where the person is when they let it', async () => {
    demo = await Demo.open(browser, {
      permissions: ['geolocation'],
      geolocation: { latitude: 52.5, longitude: 13.4, accuracy: 20 },
    });

    await demo.say('Where am I?');
    await demo.page.getByRole('button', { name: 'Share my location' }).click();
    await demo.ended('agent finished');

    expect((await demo.event('agent finished')).output).toMatch(/52\.5[\s\S]*13\.4/);
    await expect(demo.feed('agent started')).toHaveCount(1);
  });

  it('goes on in the same run when the person refuses to say where they are', async () => {
    demo = await Demo.open(browser, { permissions: [] });

    await demo.say('Where am I?');
    await demo.page.getByRole('button', { name: 'Share my location' }).click();
    await demo.page.getByRole('button', { name: 'Answer that it is not available' }).click();
    await demo.ended('agent finished');

    expect((await demo.event('agent finished')).output).toMatch(/the permission was refused/);
    await expect(demo.feed('agent started')).toHaveCount(1);
  });

  it('asks about every change when the person wants that, and about none of what they only read', async () => {
    demo = await Demo.open(browser);
    await demo.page.getByRole('button', { name: 'Rules' }).click();
    await demo.page.getByRole('radio', { name: 'Ask about every change' }).check();
    await demo.page.getByRole('button', { name: 'Activity', exact: true }).click();

    await demo.say('Write `again` to `notes/new.txt`');
    await demo.approve('Write 5 characters to notes/new.txt');
    await demo.ended('agent finished');

    expect(await demo.file('notes/new.txt')).toBe('again');
  });

  it('changes nothing where only looking is allowed, and says so', async () => {
    demo = await Demo.open(browser);
    await demo.page.getByRole('button', { name: 'Rules' }).click();
    await demo.page.getByRole('radio', { name: 'Read only' }).check();
    await demo.page.getByRole('button', { name: 'Activity', exact: true }).click();

    await demo.say('Delete `__init__.py`');
    await demo.ended('agent finished');

    await expect(demo.page.getByRole('heading', { name: /need/ })).toHaveCount(0);
    expect(await demo.file('__init__.py')).not.toBeNull();
    expect((await demo.event('agent finished')).output).toMatch(/__init__\.py.* was not deleted/);
  });

  it('packs the files in the background and goes on by itself', async () => {
    demo = await Demo.open(browser);
    const saved = demo.page.waitForEvent('download');

    await demo.say('Pack the workspace');
    await demo.ended('agent finished');

    expect((await saved).suggestedFilename()).toBe('workspace.txt');
    expect((await demo.event('agent finished')).output).toMatch(/Packed \d+ files/);
  });

  it('asks a question that has yes or no for an answer', async () => {
    demo = await Demo.open(browser);

    await demo.say('Ask me to confirm `Shall I go on?`');
    await demo.card('Shall I go on?').getByRole('button', { name: 'Yes' }).click();
    await demo.ended('agent finished');

    expect((await demo.event('agent finished')).output).toMatch(/You said yes/);
  });

  it('closes the cards as cancelled when it is stopped, runs nothing and takes a new message', async () => {
    demo = await Demo.open(browser);
    await demo.say('Delete `__init__.py` and clear `.env`');
    await expect(demo.page.getByRole('heading', { name: '2 actions need your approval' })).toBeVisible();

    await demo.page.getByRole('button', { name: 'Stop' }).click();
    await demo.ended('agent stopped');

    await expect(demo.page.getByRole('heading', { name: /need you/ })).toHaveCount(0);
    await expect(demo.page.getByText('cancelled', { exact: true })).toHaveCount(2);
    expect(await demo.file('__init__.py')).not.toBeNull();
    expect(await demo.file('.env')).toContain('API_KEY');

    await demo.say('Write `again` to `notes/new.txt`');
    await demo.ended('agent finished');
    expect(await demo.file('notes/new.txt')).toBe('again');
  });
});
