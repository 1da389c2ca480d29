import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import type { Expired } from './hidden-tab/page.js';
import { Tabs } from './hidden-tab/tabs.js';

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

it('C91 a batch expires in a tab that nobody looks at, whose timers are throttled, and the run goes on', async () => {
  const tab = await tabs.open();
  await tab.evaluate(script);
  const before = await tab.evaluate('document.visibilityState');
  const hidden = tab.evaluate(
    "new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(document.visibilityState)))",
  );
  await tabs.open();

  const expired = (await hidden) === 'hidden' ? ((await tab.evaluate('expireAfter(300)')) as Expired) : undefined;

  expect(before).toBe('visible');
  expect(expired).toEqual({
    visibility: ['hidden', 'hidden'],
    output: 'Nobody was there.',
    end: 'expired',
    late: { status: 'late', by: 'expired' },
    executed: 0,
  });
});
