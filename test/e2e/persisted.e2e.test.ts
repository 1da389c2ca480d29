import { type Browser, chromium } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, inject, it, onTestFinished } from 'vitest';
import { approve, Demo, databaseText, expect, press, startBrowser } from './support.js';

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
  it('C189 continues with a batch after a reload: choices and drafts are there, and nothing runs twice', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await demo.approve('Delete __init__.py');
    await press(demo.card('Clear .env'), 'Deny…');
    await demo.card('Clear .env').getByRole('textbox').fill('Not this one');
    await expect.poll(() => databaseText(demo)).toContain('Not this one');

    await demo.page.reload();

    const card = demo.card('Clear .env');
    await expect(card.getByRole('textbox')).toHaveValue('Not this one');
    await expect(demo.card('Delete __init__.py')).toContainText('approved');
    await card.getByRole('textbox').press('Enter');
    await demo.ended('agent finished');
    await demo.page.reload();
    await expect(demo.page.getByText('Not this one').first()).toBeVisible();
    await expect(demo.page.getByText('in another tab')).toHaveCount(0);
    expect(await demo.file('__init__.py')).toBeNull();
    expect(await demo.file('.env')).not.toBe('');
    expect(await demo.file('README.md')).toContain('Hello, world!');
    await expect(demo.page.getByText(prompt.replaceAll('`', '')).first()).toBeVisible();
  });

  it('C196 lists its chats, and opens each with its pending calls', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await expect(demo.card('Clear .env')).toBeVisible();
    await demo.page.getByRole('button', { name: 'Chats' }).click();
    const chats = demo.page.getByRole('navigation', { name: 'Conversations' });
    const first = chats.getByRole('button', { name: /^Delete/ });
    await expect(first).toHaveAttribute('aria-current', 'true');

    await chats.getByRole('button', { name: 'New chat' }).click();
    await expect(demo.card('Clear .env')).toHaveCount(0);
    await expect(first).toContainText('Waiting for you since');
    await first.click();

    await expect(demo.card('Clear .env')).toBeVisible();
    await expect(first).toHaveAttribute('aria-current', 'true');
    await expect(first).toBeFocused();
  });

  it('C193 shows the first tab’s conversation in a second tab, is answered there, and continues there after the first is gone', async () => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await expect(demo.card('Clear .env')).toBeVisible();
    const second = await demo.page.context().newPage();
    await second.goto(demo.page.url());
    await expect(second.getByText('Open in another tab').first()).toBeVisible();
    await approve(second.getByRole('group', { name: 'Delete __init__.py' }));
    await expect(demo.card('Delete __init__.py')).toContainText('approved · a person in another tab');
    await expect(second.getByRole('group', { name: 'Delete __init__.py' })).toContainText('approved');
    await expect(second.getByText('a person in another tab')).toHaveCount(0);
    await expect.poll(() => databaseText(demo)).toMatch(/choices\W+[\w~.-]+:call_1\W+answer\W+kind\W+tool-approved/);

    await demo.page.close();

    await expect(second.getByText('Open in another tab')).toHaveCount(0);
    await expect(second.getByRole('group', { name: 'Delete __init__.py' })).toContainText('approved');
    await approve(second.getByRole('group', { name: 'Clear .env' }));
    await expect(second.locator('[data-cs=feed-line]').filter({ hasText: 'agent finished' }).last()).toBeVisible();
  });

  it.each(['closes', 'crashes'])('C190 continues within 2 s in another tab, when the first %s', async (how) => {
    demo = await Demo.open(browser);
    await demo.say(prompt);
    await expect(demo.card('Clear .env')).toBeVisible();
    const second = await demo.page.context().newPage();
    await second.goto(demo.page.url());
    await expect(second.getByText('Open in another tab').first()).toBeVisible();
    const devTools = await demo.page.context().newCDPSession(demo.page);
    const goesOn = second.waitForFunction(
      () =>
        !document.body.textContent?.includes('Open in another tab') &&
        document.querySelector('[data-action=approve]') !== null,
    );
    const start = performance.now();

    // Of a page that has crashed, nobody answers.
    if (how === 'crashes') devTools.send('Page.crash').catch(() => {});
    else void demo.page.close();
    await goesOn;

    expect(performance.now() - start).toBeLessThan(2000);
    await approve(second.getByRole('group', { name: 'Delete __init__.py' }));
    await expect(second.getByRole('group', { name: 'Delete __init__.py' })).toContainText('approved');
  });

  it('C190 comes back from the back-forward cache with its batch, and executes each call once', async () => {
    // Playwright switches that cache off.
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    const withCache = await chromium.launch({ ...inject('browserLaunch'), ignoreDefaultArgs });
    onTestFinished(() => withCache.close());
    demo = await Demo.open(withCache, {}, watchPage);
    await demo.say(prompt);
    await demo.approve('Delete __init__.py');
    await expect.poll(() => databaseText(demo)).toMatch(/choices\W+[\w~.-]+:call_1\W+answer\W+kind\W+tool-approved/);
    const { batchId } = await demo.event('Asked you about');

    await goAwayAndBack(demo, async ({ page }) => {
      const locks = () => page.evaluate(async () => (await navigator.locks.query()).held);
      await expect.poll(locks).toEqual([]);
    });

    await expect.poll(() => demo.page.evaluate('cameBack')).toBe(true);
    await expect(demo.card('Delete __init__.py')).toContainText('approved');
    await demo.approve('Clear .env');
    await demo.ended('agent finished');
    // Its line stands for its question and its answers.
    const said: readonly unknown[] = Object.values(await demo.event('2 actions answered'));
    expect(said).toEqual([expect.objectContaining({ batchId }), expect.objectContaining({ batchId })]);
    expect(await demo.page.evaluate('done')).toEqual(['write README.md', 'remove __init__.py', 'write .env']);
  });
});

/** Notes whether the page comes back as it was, and what is done to the files from the first message on. */
function watchPage(): void {
  // There are no files elsewhere.
  if (!isSecureContext) return;
  const done: string[] = [];
  Object.assign(globalThis, { done, cameBack: undefined });
  addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { cameBack: persisted }));
  addEventListener('click', () => done.splice(0), { once: true, capture: true });
  const { createWritable } = FileSystemFileHandle.prototype;
  FileSystemFileHandle.prototype.createWritable = function (...given) {
    done.push(`write ${this.name}`);
    return createWritable.apply(this, given);
  };
  const { removeEntry } = FileSystemDirectoryHandle.prototype;
  FileSystemDirectoryHandle.prototype.removeEntry = function (name, ...given) {
    done.push(`remove ${name}`);
    return removeEntry.call(this, name, ...given);
  };
}

/** To another page of the same origin, and back, as Playwright's own way back does not: that loads the page anew. */
async function goAwayAndBack(demo: Demo, meanwhile: (demo: Demo) => Promise<void>): Promise<void> {
  const { page } = demo;
  const url = page.url();
  const other = await page
    .locator('script[src]')
    .first()
    .evaluate((script: HTMLScriptElement) => script.src);
  const before = await page.context().newCDPSession(page);
  const { entries, currentIndex } = await before.send('Page.getNavigationHistory');
  await page.goto(other);
  await meanwhile(demo);
  // The page that is shown now is another target.
  const after = await page.context().newCDPSession(page);
  const isBack = page.waitForURL(url, { waitUntil: 'commit' });
  await after.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex]?.id ?? 0 });
  await isBack;
}
