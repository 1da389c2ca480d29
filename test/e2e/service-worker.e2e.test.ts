import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedScript, serveBuilt } from './serve-built.js';
import { startBrowser } from './support.js';

let browser: Browser;
let worker: ServedScript;

beforeAll(async () => {
  worker = await serveBuilt('test/e2e/service-worker/worker.ts', 'worker');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await worker.close();
});

/** Runs the agent in a service worker and returns its output or its error. */
async function runInWorker(options: string): Promise<unknown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(worker.url);
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

describe('an agent in a service worker', () => {
  it('C299 runs, though import() is refused there', async () => {
    expect(await runInWorker('')).toEqual({ answer: 42 });
  });

  it('C299 persists its runs', async () => {
    expect(await runInWorker('kept')).toEqual({ answer: 42, kept: true });
  });
});
