import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../setup/source-files.js';
import type { LeakPage } from './leaks/page.js';
import { bundle, startBrowser } from './support.js';

declare const leakPage: LeakPage;

let script: string;
let browser: Browser;

beforeAll(async () => {
  script = await bundle(join(root, 'test/e2e/leaks/page.tsx'));
  browser = await startBrowser();
});

afterAll(() => browser.close());

/** The objects that are alive after a garbage collection. */
interface Alive {
  readonly listeners: number;
  readonly nodes: number;
  /** Plain objects, of which a conversation consists. */
  readonly objects: number;
  readonly signals: number;
  readonly waiting: number;
}

async function countAlive(page: Page, cdp: CDPSession): Promise<Alive> {
  await page.waitForFunction(() => leakPage.waiting() === 0);
  // Finalizers of one round free objects that the next round collects.
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((item) => item.name === name)?.value ?? Number.NaN;
  const instances = async (prototype: string): Promise<number> => {
    const { result } = await cdp.send('Runtime.evaluate', { expression: prototype });
    const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
    const { result: length } = await cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
    });
    await cdp.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
    return Number(length.value);
  };
  return {
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    objects: await instances('leakPage.plain'),
    signals: await instances('leakPage.signal'),
    waiting: await page.evaluate(() => leakPage.waiting()),
  };
}

describe('1,000 runs in a row', () => {
  it.each(['mountedRuns', 'stoppedRuns', 'bareRuns'] as const)(
    'leave no listener, timer or store behind: %s',
    async (kind) => {
      const page = await browser.newPage();
      await page.addScriptTag({ content: script });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable');
      const playRuns = (count: number): Promise<void> =>
        page.evaluate(([name, n]) => leakPage[name](n), [kind, count] as const);
      await playRuns(10);
      const before = await countAlive(page, cdp);

      await playRuns(1000);

      expect(before.objects).toBeGreaterThan(0);
      expect(before.listeners).toBeGreaterThan(0);
      // A leak adds at least one object for each of a thousand runs permanently, and a conversation has a hundred
      // objects. The rest belongs to the last runs: React retains a tree or two, and the engine retains compiled
      // code.
      await vi.waitFor(
        async () => {
          const after = await countAlive(page, cdp);
          expect(after.waiting).toBe(0);
          expect(after.listeners - before.listeners).toBeLessThan(100);
          expect(after.nodes - before.nodes).toBeLessThan(100);
          expect(after.objects - before.objects).toBeLessThan(500);
          expect(after.signals - before.signals).toBeLessThan(100);
        },
        { timeout: 20_000, interval: 100 },
      );
      await page.close();
    },
    120_000,
  );
});
