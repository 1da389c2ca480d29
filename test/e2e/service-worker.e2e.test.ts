import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedScript, serveBuilt } from './serve-built.js';
import { startBrowser } from './support.js';

let browser: Browser;
/** A worker, and the same with the code of its storage in it. */
let plain: ServedScript;
let keeping: ServedScript;

beforeAll(async () => {
  plain = await serveBuilt('test/e2e/service-worker/worker.ts', 'worker');
  keeping = await serveBuilt('test/e2e/service-worker/keeping-worker.ts', 'worker');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await keeping.close();
});

/** What a run comes to in a worker: its output, or its error. */
async function runIn({ url }: ServedScript, options: string): Promise<unknown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const ended = await page.evaluate(async (script) => {
    await navigator.serviceWorker.register(script, { type: 'module' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      active?.postMessage(null, [port2]);
    });
  }, `/worker.js?${options}`);
  await context.close();
  return ended;
}

const notLoaded = expect.objectContaining({ code: 'part-not-loaded' });

describe('an agent in a service worker', () => {
  it('C299 runs with all code that it came with', async () => {
    expect(await runIn(plain, 'code=eager')).toEqual({ answer: 42 });
  });

  it('C299 says that it can load none, where it did not', async () => {
    expect(await runIn(plain, '')).toEqual(notLoaded);
  });

  it('C299 keeps its runs with the code of the storage that it came with', async () => {
    expect(await runIn(keeping, 'code=eager&kept')).toEqual({ answer: 42, kept: true });
  });

  it('C299 says that it can keep none, where that did not come with it', async () => {
    expect(await runIn(plain, 'code=eager&kept')).toEqual(notLoaded);
  });
});
