import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LaterPage } from './later-storage/page.js';
import { type ServedScript, serveBuilt } from './serve-built.js';
import { startBrowser } from './support.js';

let browser: Browser;
let served: ServedScript;

beforeAll(async () => {
  served = await serveBuilt('test/e2e/later-storage/page.ts', 'page');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

/** The file that holds what writes. */
const writing = '**/writing-*.js';

declare const later: LaterPage;

/** The page, which cannot load what writes. Gives how often that was asked for. */
async function openWithoutWriting(): Promise<{ readonly page: Page; readonly asked: () => number }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  let asked = 0;
  await page.route(writing, async (route) => {
    asked += 1;
    await route.abort();
  });
  await page.goto(served.url);
  await page.addScriptTag({ url: '/page.js', type: 'module' });
  await page.waitForFunction(() => 'later' in globalThis);
  return { page, asked: () => asked };
}

/** How many rows lie in each store that has any. */
async function rowsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  return await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('later'));
    const stores = [...database.objectStoreNames];
    const open = database.transaction(stores);
    const counts = await Promise.all(
      stores.map(async (name) => [name, await settled(open.objectStore(name).count())] as const),
    );
    database.close();
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  });
}

const tryTo = async (page: Page, name: string): Promise<string> =>
  await page.evaluate((each) => later.tryTo(each), name);

describe('a storage whose code for writing cannot be loaded', () => {
  it('C298 says so to all that writes, does nothing of it, and does each once at the next try', async () => {
    const { page, asked } = await openWithoutWriting();
    const names = await page.evaluate(() => later.names);
    expect(names.length).toBeGreaterThan(10);

    for (const name of names) expect([name, await tryTo(page, name)]).toEqual([name, 'part-not-loaded']);
    expect(await page.evaluate(() => later.titles())).toEqual([]);
    expect(await page.evaluate(() => later.effects())).toBe(0);
    expect(await rowsOf(page)).toEqual({});
    // Each try asks for it anew.
    expect(asked()).toBeGreaterThanOrEqual(names.length);

    // A request that is being refused right now would refuse the next try, too.
    await page.unrouteAll({ behavior: 'wait' });
    for (const name of names) expect([name, await tryTo(page, name)]).toEqual([name, 'done']);
    expect(await tryTo(page, 'step')).toBe('done');

    expect(await page.evaluate(() => later.effects())).toBe(1);
    expect(await page.evaluate(() => later.steps())).toEqual([1]);
    expect(await page.evaluate(() => later.events())).toEqual(['a', 'b']);
    expect(await page.evaluate(() => later.titles())).toEqual(['Imported', 'Renamed']);
    expect(await page.evaluate(() => later.problems)).toEqual([]);
  });

  it('C298 lists and reads what is kept, keeps what is remembered, and deletes nothing by half', async () => {
    const { page } = await openWithoutWriting();
    await page.unroute(writing);
    for (const name of ['put', 'append', 'step']) expect(await tryTo(page, name)).toBe('done');
    const before = await rowsOf(page);
    await page.route(writing, (route) => route.abort());
    await page.reload();
    await page.addScriptTag({ url: '/page.js', type: 'module' });
    await page.waitForFunction(() => 'later' in globalThis);

    expect(await page.evaluate(() => later.remove())).toBe('part-not-loaded');
    expect(await rowsOf(page)).toEqual(before);
    expect(await page.evaluate(() => later.titles())).toEqual(['c1']);
    expect(await page.evaluate(() => later.events())).toEqual(['a']);
    expect(await page.evaluate(() => later.grants())).toEqual([{ of: 'a test' }]);

    await page.unroute(writing);
    expect(await page.evaluate(() => later.remove())).toBe('done');
    expect(await page.evaluate(() => later.titles())).toEqual([]);
  });

  it('C298 keeps the order of what was asked for while the code was on its way', async () => {
    const { page } = await openWithoutWriting();
    await page.unroute(writing);
    let arrive = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(writing, async (route) => {
      await there;
      await route.continue();
    });

    const said = page.evaluate(() =>
      Promise.all(['append', 'append more', 'step', 'step'].map((name) => later.tryTo(name))),
    );
    arrive();

    expect(await said).toEqual(['done', 'done', 'done', 'done']);
    expect(await page.evaluate(() => later.events())).toEqual(['a', 'b']);
    expect(await page.evaluate(() => later.steps())).toEqual([1]);
  });

  it('C298 is there once a page that lists conversations is idle', async () => {
    const { page } = await openWithoutWriting();
    await page.unroute(writing);
    const arrived = page.waitForResponse(writing);

    await page.evaluate(() => later.titles());

    expect((await arrived).ok()).toBe(true);
  });

  it('C298 says that it works in memory once it does, where there is no database either', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
    await page.route(writing, (route) => route.abort());
    await page.goto(served.url);
    await page.addScriptTag({ url: '/page.js', type: 'module' });
    await page.waitForFunction(() => 'later' in globalThis);

    expect(await page.evaluate(() => later.titles().catch((error: { code: string }) => error.code))).toBe(
      'part-not-loaded',
    );
    expect(await page.evaluate(() => later.problems)).toEqual([]);
    await page.unroute(writing);
    expect(await tryTo(page, 'put')).toBe('done');

    expect(await page.evaluate(() => later.titles())).toEqual(['c1']);
    expect(await page.evaluate(() => later.problems)).toEqual(['storage-unavailable']);
  });
});
