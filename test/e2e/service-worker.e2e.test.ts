import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { alias } from '../../scripts/entries.mjs';
import { root } from '../setup/source-files.js';
import { startBrowser } from './support.js';

let browser: Browser;
let server: Server;
let url: string;

/** The worker in files, as an app's bundler makes them. */
async function workerFiles(): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      lib: { entry: join(root, 'test/e2e/service-worker/worker.ts'), formats: ['es'], fileName: 'worker' },
      target: 'esnext',
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const chunks = outputs.filter((output): output is Rollup.OutputChunk => output.type === 'chunk');
  return new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
}

beforeAll(async () => {
  const files = await workerFiles();
  server = createServer(({ url: asked = '/' }, response) => {
    const script = files.get(new URL(asked, 'http://localhost').pathname);
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? '<!doctype html><title>Page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on a port
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
});

/** What a run comes to in the worker: its output, or the code of its error. */
async function runIn(worker: string): Promise<unknown> {
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
  }, worker);
  await context.close();
  return ended;
}

describe('an agent in a service worker', () => {
  it('C299 runs with all code that it came with', async () => {
    expect(await runIn('/worker.js?code=eager')).toEqual({ answer: 42 });
  });

  it('C299 says that it can load none, where it did not', async () => {
    expect(await runIn('/worker.js')).toBe('part-not-loaded');
  });
});
