import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { type BuiltServer, serveBuild } from './serve-build.js';
import { startBrowser } from './support.js';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  server = await serveBuild(join(root, 'test/e2e/service-worker/worker.ts'), '<!doctype html><title>Page</title>');
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

/** What a run comes to in the worker: its output, or the code of its error. */
async function runIn(worker: string): Promise<unknown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const ended = await page.evaluate(async (script) => {
    await navigator.serviceWorker.register(script, { type: 'module' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      active?.postMessage(null, [port2]);
    });
  }, worker);
  await context.close();
  return ended;
}

describe('an agent in a service worker', () => {
  it('C299 runs with all code that it came with', async () => {
    expect(await runIn('/entry.js?code=eager')).toEqual({ answer: 42 });
  });

  it('C299 says that it can load none, where it did not', async () => {
    expect(await runIn('/entry.js')).toBe('part-not-loaded');
  });
});
