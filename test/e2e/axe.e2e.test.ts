import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journeys } from './axe-states.js';
import { Demo, startBrowser } from './support.js';

let browser: Browser;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['best-practice', 'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const isAll = process.env.COUNTERSIGN_ALL === '1';
const looked = isAll ? journeys : journeys.filter(({ states }) => states.some(({ always }) => always === true));
const checked = { states: 0, rules: new Set<string>() };

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  // biome-ignore lint/suspicious/noConsole: how much was looked at belongs to the result
  console.info(
    `axe: ${checked.states} of ${journeys.flatMap(({ states }) => states).length} states of the demo, ${checked.rules.size} rules with something to check`,
  );
});

/** What axe finds in the whole page, a line each. */
async function violations(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(async (wanted) => {
    // What is fading in has the colour that it ends with.
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') }; // put there by the test
    const { violations, passes }: AxeResults = await axe.run(document, {
      runOnly: wanted,
      resultTypes: ['violations'],
    });
    return {
      rules: [...violations, ...passes].map(({ id }) => id),
      told: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}\n  ${failureSummary ?? ''}`),
      ),
    };
  }, tags);
  for (const rule of found.rules) checked.rules.add(rule);
  checked.states++;
  return found.told;
}

describe('the demo', () => {
  it.each(looked)('C179 has no axe violations in $name', async ({ options, states }) => {
    const demo = await Demo.open(browser, { ...options, reducedMotion: 'reduce' });
    const found: Record<string, readonly string[]> = {};
    try {
      await demo.page.evaluate(axe);
      const last = isAll ? states.length - 1 : states.findLastIndex(({ always }) => always === true);
      for (const { name, reach, always } of states.slice(0, last + 1)) {
        await reach(demo);
        if (!isAll && always !== true) continue;
        const told = await violations(demo.page);
        if (told.length > 0) found[name] = told;
      }
    } finally {
      await demo.close();
    }

    expect(found).toEqual({});
  });
});
