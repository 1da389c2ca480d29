import type { Browser, Page } from 'playwright';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ServedScript, serveBuilt } from './serve-built.js';
import { collectErrors, expect, startBrowser } from './support.js';

let browser: Browser;
let server: ServedScript;

/**
 * What would bring the checks with the page: a run is told to have them, each test is given them, and the export of events comes with its own.
 * Without all three, no view has them at first.
 */
const warm: readonly (readonly [code: RegExp, instead: string])[] = [
  [/textViews\.state = 'present';/, ''],
  [/textChecksPart\.give\(.*\);/, ''],
  [/import \{ allTextChecks \} from '\.\.\/approval.*;/, 'const allTextChecks = {};'],
];

function cold(): Plugin {
  const left = new Set(warm);
  return {
    name: 'cold',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const one of warm) {
        const [known, instead] = one;
        if (!known.test(changed) || !/load-eagerly|checked|run-event-lines/.test(id)) continue;
        left.delete(one);
        changed = changed.replace(known, instead);
      }
      return changed === code ? null : { code: changed, map: null };
    },
    buildEnd() {
      if (left.size > 0)
        throw new Error(
          `Nothing in the sources is ${[...left].map(([known]) => known).join(' or ')}: this page is not cold.`,
        );
    },
  };
}

beforeAll(async () => {
  server = await serveBuilt('test/e2e/cold-views/page.tsx', 'views', {
    html: '<!doctype html><title>Views</title><link rel="stylesheet" href="/views.css"><script type="module" src="/views.js"></script>',
    config: {
      plugins: [cold()],
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', development: false } },
    },
  });
  browser = await startBrowser();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
});

const checks = '**/all-text-checks*.js';

/** Texts of models and tools in the views: a path that deceives, a secret, titles. */
const foreign = /etc\/p|hunter2|old\.md|A plan/;

const waiting = (page: Page) => page.locator('[data-cs="later"], [data-cs="unchecked"]');

describe('views that are shown before texts can be looked through', () => {
  it('C301 show none of the texts until then, and all with their marks from then on', async () => {
    const page = await browser.newPage();
    const errors = collectErrors(page);
    let arrive = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(checks, async (route) => {
      await there;
      await route.continue();
    });

    await page.goto(server.url);
    await expect(page.locator('section')).not.toHaveCount(0);
    await expect(page.locator('[data-view="ApprovalCard, open"] [data-cs="later"]')).toHaveText('Loading…');
    expect(await waiting(page).count()).toBeGreaterThan(15);
    expect(await page.locator('main').innerText()).not.toMatch(foreign);
    expect(await page.locator('[data-action="approve"]').count()).toBe(0);

    arrive();
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.locator('.broken')).toHaveCount(0);
    const text = await page.locator('main').innerText();
    expect(text).toContain('old.md');
    expect(text).not.toContain('hunter2');
    await expect(page.locator('[data-view="DeceptiveText, found"] [data-marked]')).toHaveCount(1);
    await expect(page.locator('[data-view="ApprovalCard, open"] [data-action="approve"]')).toHaveCount(1);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('C301 say that it could not be loaded, and try again at a press', async () => {
    const page = await browser.newPage();
    await page.route(checks, (route) => route.abort());
    await page.goto(server.url);
    const card = page.locator('[data-view="ApprovalCard, open"]');

    await expect(card.getByRole('alert')).toContainText('could not be loaded');
    expect(await page.locator('main').innerText()).not.toMatch(foreign);
    await page.unroute(checks);
    await card.getByRole('button', { name: 'Try again' }).click();

    await expect(card.locator('[data-action="approve"]')).toHaveCount(1);
    await page.close();
  });
});

describe('a page that shows what runs ask in views of its own', () => {
  it('C301 loads no checks that it has no use for', async () => {
    const own = await serveBuilt('test/e2e/cold-views/headless.ts', 'page', {
      html: '<!doctype html><title>Own</title><body><script type="module" src="/page.js"></script>',
    });
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    await page.goto(own.url);
    await expect(page.locator('body')).toContainText('completed');
    expect(asked.filter((url) => url.includes('run-agent'))).toHaveLength(1);
    expect(asked.filter((url) => url.includes('text-checks'))).toEqual([]);
    await page.close();
    await own.close();
  });
});
