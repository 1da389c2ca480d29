import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import type { Expired } from './hidden-tab/page.js';
import { type Tab, Tabs } from './hidden-tab/tabs.js';

let script: string;
let tabs: Tabs;

beforeAll(async () => {
  const src = (path: string): string => join(root, 'src', path);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: /^countersign\/core$/, replacement: src('core.ts') },
        { find: /^countersign\/testing$/, replacement: src('testing/index.ts') },
      ],
    },
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, 'test/e2e/hidden-tab/page.ts'),
        output: { format: 'iife', codeSplitting: false },
        onLog: () => {},
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  script = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
  tabs = await Tabs.start(inject('browserLaunch'));
});

afterAll(() => tabs.close());

/** A tab with the agent in it, behind another one. */
async function hiddenTab(): Promise<Tab> {
  const tab = await tabs.open();
  await tab.evaluate(script);
  expect(await tab.evaluate('document.visibilityState')).toBe('visible');
  const hidden = tab.evaluate(
    "new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(document.hidden)))",
  );
  await tabs.open();
  expect(await hidden).toBe(true);
  return tab;
}

const expired: Expired = {
  visibility: ['hidden', 'hidden'],
  output: 'Nobody was there.',
  end: 'expired',
  late: { status: 'late', reason: 'expired' },
  executed: 0,
};

it('C91 a batch expires in a tab that is hidden, whose timers are throttled, and the run continues', async () => {
  const tab = await hiddenTab();
  // Three timers of 10 ms: without throttling they take no longer than that.
  expect(await tab.evaluate('throttling()')).toBeGreaterThan(1000);

  const outcome = await tab.evaluate('expireAfter(300)');

  expect(outcome).toEqual(expired);
});

it('C91 a batch expires as soon as a tab with frozen timers continues', async () => {
  const tab = await hiddenTab();
  const outcome = tab.evaluate('expireAfter(2000)');
  await tab.freeze();
  const front = await tabs.open();
  await front.evaluate('new Promise((resolve) => setTimeout(resolve, 3000))');
  const before = await Promise.race([outcome, front.evaluate("'still frozen'")]);

  await tab.resume();

  expect(before).toBe('still frozen');
  expect(await outcome).toEqual(expired);
});
