// npm run bench:storage: what keeping costs, in a browser whose profile lies on the disk.
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

/** What is called in the page. A new row is a line. */
const rows = [
  { name: 'from a yes to `execute`, kept nowhere', call: 'clickToExecute', options: { count: 100 } },
  {
    name: 'from a yes to `execute`, kept in IndexedDB',
    call: 'clickToExecute',
    options: { count: 100, storage: 'IndexedDB' },
  },
  { name: 'the mark of a step that may run once', call: 'mark', options: { count: 100 } },
  { name: 'a list of 1,000 stored conversations', call: 'listOf', options: { count: 1000 } },
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
// A private window would keep its databases in memory.
const profile = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
const context = await chromium.launchPersistentContext(profile, { executablePath, args: [...browserArgs] });
try {
  const page = await context.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  await page.addScriptTag({ content: script });
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${''.padEnd(width)}     median  nine of ten`);
  for (const { name, call, options } of rows) {
    const times = await page.evaluate(([what, given]) => globalThis[what](given), [call, options]);
    const sorted = times.toSorted((a, b) => a - b);
    const shown = [0.5, 0.9].map((share) => `${sorted[Math.floor((sorted.length - 1) * share)].toFixed(2)} ms`);
    console.log(`${name.padEnd(width)} ${shown[0].padStart(10)} ${shown[1].padStart(12)}`);
  }
} finally {
  await context.close();
  server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
