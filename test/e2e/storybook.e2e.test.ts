import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { referencePages } from '../../.docs/reference/index.js';
import { readPropTables } from '../../.storybook/prop-tables.js';
import { root } from '../setup/source-files.js';
import { type BuiltSite, buildSite } from './built-site.js';
import { expect, startBrowser } from './support.js';

let browser: Browser;
let site: BuiltSite;
let outDir: string;
let address: string;

beforeAll(async () => {
  site = await buildSite(['scripts/storybook.mjs', '--build']);
  ({ outDir, address } = site);
  browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const openOffline = () => site.openOffline(browser);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly type: 'docs' | 'story';
}

/** Returns the entries of the sidebar, in order. */
async function readIndex(): Promise<readonly Entry[]> {
  const { entries } = JSON.parse(await readFile(join(outDir, 'index.json'), 'utf8'));
  return Object.values<Entry>(entries);
}

/** A page of the docs after its stories have rendered. */
interface DocsPage {
  readonly id: string;
  /** The violated rules of axe, including best practices. */
  readonly violations: readonly string[];
  readonly text: string;
  /** The props in its tables, by component. Required props end with `*`. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

async function readDocs(page: Page, id: string): Promise<DocsPage> {
  await page.goto(`${address}iframe.html?viewMode=docs&id=${id}`);
  await page.locator('#storybook-docs h1').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.sbdocs-preview')].every((each) => each.querySelector('.story, iframe') !== null),
  );
  const violations = await violationsOf(page);
  return await page.evaluate(
    ({ pageId, violations }) => {
      const rows = (part: Element): string[] =>
        [...part.querySelectorAll('table tbody tr > td:first-child')].map((cell) => cell.textContent ?? '');
      const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
      return {
        id: pageId,
        violations,
        text: document.body.innerText,
        tables: Object.fromEntries(parts.map((part) => [part.dataset.part, rows(part)])),
      };
    },
    { pageId: id, violations },
  );
}

/**
 * Checks a page with axe. Stories on the page are separate documents of a real app, so landmarks with the same
 * name may occur more than once. Links to sources are 19 px high, so that rule is disabled.
 */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ content: axe.source });
  const { violations } = await page.evaluate(() => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const options = { runOnly: tags, rules: { 'landmark-unique': { enabled: false } } };
    return (globalThis as unknown as { readonly axe: typeof axe }).axe.run(
      { include: [['body']], exclude: [['[data-cs="source"]']] },
      options,
    ); // the added script
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
}

/** Reads all pages of the docs, a few at a time. */
async function readAllDocs(): Promise<{ readonly pages: readonly DocsPage[]; readonly problems: readonly string[] }> {
  const ids = (await readIndex()).filter(({ type }) => type === 'docs').map(({ id }) => id);
  const readers = await Promise.all([1, 2, 3].map(() => openOffline()));
  const pages: DocsPage[] = [];
  await Promise.all(
    readers.map(async ({ page }) => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) pages.push(await readDocs(page, id));
    }),
  );
  return { pages, problems: readers.flatMap(({ problems }) => problems) };
}

describe('the static Storybook', () => {
  it('has each story and page that the docs site shows', async () => {
    const shown = referencePages(root.replace(/\/$/, ''), '/').flatMap(({ text }) =>
      [...text.matchAll(/(?:\?id=|path=\/docs\/)([a-z0-9-]+)/g)].map(([, id]) => id),
    );
    const ids = (await readIndex()).map(({ id }) => id);

    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  });

  it('plays a story from a subpath, without a network', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}?path=/story/approval-approvalqueue--three-calls`);
    const story = page.frameLocator('#storybook-preview-iframe');

    await expect(story.getByRole('heading', { name: '3 actions need your approval' })).toBeVisible();
    await expect(story.getByText('1 of 3 decided')).toBeVisible();
    expect(problems).toEqual([]);
  });

  it.each([
    'approval-approvalqueue--with-expiry',
    'approval-batch--countdown',
    'approval-batch--countdown-soon',
    'previews-previewview--right-to-left',
  ])('plays %s as well when it is opened alone, where nothing was loaded before', async (id) => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}iframe.html?id=${id}&viewMode=story`);
    await page.waitForFunction(() => {
      const { storyRenders = [] } = Reflect.get(globalThis, '__STORYBOOK_PREVIEW__') ?? {};
      return storyRenders.some(({ phase }: { readonly phase: string }) => /^(?:finished|errored)$/.test(phase));
    });

    expect(problems).toEqual([]);
  });

  it('plays a live story in time that passes by itself', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}iframe.html?id=chat-agentchat--whole-run&viewMode=story`);

    // The script alone takes several seconds, and typing takes more.
    const lastWords = page.getByRole('log').getByText(/The archive stays until you are back\.$/);
    await expect(lastWords).toBeVisible({ timeout: 45_000 });
    expect(problems).toEqual([]);
  });

  it('shows a page, and the props of a component in the words of its source', async () => {
    const { page, problems } = await openOffline();

    await page.goto(`${address}?path=/docs/guides-getting-started--docs`);
    const docs = page.frameLocator('#storybook-preview-iframe');
    await expect(docs.getByRole('heading', { name: 'Getting started' })).toBeVisible();
    await expect(docs.getByText('useAgentRun').first()).toBeVisible();
    await page.goto(`${address}?path=/docs/approval-approvalqueue--docs`);

    await expect(docs.getByText('The conversation whose calls are shown.').first()).toBeVisible();
    expect(problems).toEqual([]);
  });

  it('begins with an overview, then with approvals and the guides', async () => {
    const titles = [...new Set((await readIndex()).map(({ title }) => title.split('/')[0]))];

    expect(titles.slice(0, 3)).toEqual(['Which component do I need?', 'Approval', 'Guides']);
  });

  // Slow: a part of `npm run test:all`.
  it.each(process.env.COUNTERSIGN_ALL === '1' ? ['all pages'] : [])(
    'on %s has every component and part in a table with its props, and shows no tag and no error on any page',
    async () => {
      const components = readPropTables(root.replace(/\/$/, ''));
      const { pages, problems } = await readAllDocs();

      expect(problems).toEqual([]);
      expect(pages.filter(({ violations }) => violations.length > 0)).toEqual([]);
      expect(
        pages.filter(({ text }) => /(?:^|\s)@(?:example|param|throws)\b|\{@link/.test(text)).map(({ id }) => id),
      ).toEqual([]);
      const shown = new Map(pages.flatMap(({ tables }) => Object.entries(tables)));
      const expected = components.map(({ name, props }) => [
        name,
        Object.entries(props).map(([prop, { required }]) => (required ? `${prop}*` : prop)),
      ]);
      expect(Object.fromEntries(expected.map(([name]) => [name, shown.get(String(name))]))).toEqual(
        Object.fromEntries(expected),
      );
    },
    900_000,
  );

  it.each([
    ['fold:never', 0],
    ['fold:long', 5],
  ])('applies the control %s to the story', async (args, folded) => {
    const { page } = await openOffline();

    await page.goto(`${address}iframe.html?id=approval-approvalqueue--six-calls&viewMode=story&args=${args}`);

    await expect(page.locator('[data-cs="batch-item"]')).toHaveCount(6);
    await expect(page.locator('[data-card][data-folded]')).toHaveCount(folded);
  });

  it('shows each guide live, beside the code of it', async () => {
    const { page, problems } = await openOffline();
    const guides = ['the-handler', 'policies-and-grants', 'client-tools', 'your-own-card', 'theming', 'security'];

    for (const guide of guides) {
      await readDocs(page, `guides-${guide}--docs`);
      const canvas = page.locator('.sbdocs-preview').first();
      await expect(canvas.locator('[data-cs]').first()).toBeVisible();
      await expect(canvas).toContainText(/import [\s\S]* from 'countersign'[\s\S]*export function \w+\(\)/);
    }

    expect(problems).toEqual([]);
  });
});
