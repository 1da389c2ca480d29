// npm run bench:storage: measures persistence in a browser whose profile is on the disk.
// Times are those of this machine in this hour: compare rows of one run only.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build } from 'vite';
import { browserArgs, ensureBrowser } from '../scripts/browser.mjs';
import { alias } from '../scripts/entries.mjs';

const input = fileURLToPath(new URL('lib/storage-page.js', import.meta.url));

/** The functions that are called in the page, one row each. */
const rows = [
  { name: 'from a yes to `execute`, kept nowhere', call: 'clickToExecute', options: { count: 100 } },
  {
    name: 'from a yes to `execute`, kept in IndexedDB',
    call: 'clickToExecute',
    options: { count: 100, storage: 'IndexedDB' },
  },
  { name: 'the mark of a step that may run once', call: 'mark', options: { count: 100 } },
  { name: 'a list of 1,000 stored conversations', call: 'listOf', options: { count: 1000 } },
  { name: 'opening a conversation with 20 events', call: 'openWith', options: { events: 0 } },
  { name: 'the same with 20,000 events', call: 'openWith', options: { events: 20_000 } },
  { name: 'the heap after 500 turns, kept nowhere', call: 'heapAfter', options: { turns: 500 }, unit: 'MB' },
  {
    name: 'the same kept in IndexedDB, 1,000 events held',
    call: 'heapAfter',
    options: { turns: 500, storage: 'IndexedDB' },
    unit: 'MB',
  },
  { name: 'a step of a run, without a journal', call: 'step', options: { count: 200 } },
  { name: 'a step of a run, with memoryJournal()', call: 'step', options: { count: 200, journal: 'memory' } },
];

async function bundlePage() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias },
    build: {
      write: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false }, onLog: () => {} },
    },
  });
  return output.map((chunk) => chunk.code ?? '').join('');
}

const { path: executablePath } = await ensureBrowser();
const script = await bundlePage();
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Storage</title>');
}).listen(0, 'localhost');
await once(server, 'listening');
// A private window would have its databases in memory.
const profile = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
const context = await chromium.launchPersistentContext(profile, { executablePath, args: [...browserArgs] });
/** Measures a row in a new page, so that garbage of other rows does not count. */
async function measure({ call, options }) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  // The main-thread time of the page, in milliseconds.
  await page.exposeFunction('busy', async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  });
  // The used memory, in MB.
  await page.exposeFunction('heap', async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await devTools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  });
  await page.goto(`http://localhost:${server.address().port}/`);
  await page.addScriptTag({ content: script });
  const times = await page.evaluate(([what, given]) => globalThis[what](given), [call, options]);
  await page.close();
  return times.toSorted((a, b) => a - b);
}

try {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${''.padEnd(width)}     median  nine of ten`);
  for (const row of rows) {
    const { name, unit = 'ms' } = row;
    const sorted = await measure(row);
    const shown = [0.5, 0.9].map((share) => `${sorted[Math.floor((sorted.length - 1) * share)].toFixed(2)} ${unit}`);
    console.log(`${name.padEnd(width)} ${shown[0].padStart(10)} ${shown[1].padStart(12)}`);
  }
} finally {
  await context.close();
  server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
