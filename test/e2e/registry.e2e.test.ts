import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { findRegistryProblem, packPackage } from '../../scripts/examples.mjs';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { createShadcnApp, type ServedRegistry, type ShadcnApp, serveRegistry } from './registry/shadcn-app.js';
import { approve, collectErrors, expect, press, startBrowser } from './support.js';

// The registry as a user of shadcn/ui gets it: added by its CLI to an app that has never seen the package.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const added = ['agent-chat', 'approval-inbox', 'client-tools', 'event-feed'];

let folder: string | undefined;
let missing: string | undefined;
let registry: ServedRegistry | undefined;
let app: ShadcnApp | undefined;
let server: PreviewServer | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
  missing = await findRegistryProblem();
  if (missing !== undefined) {
    process.stdout.write(`  the registry is skipped: ${missing}\n`);
    return;
  }
  await buildWhenStale();
  folder = await mkdtemp(join(tmpdir(), 'countersign-registry-'));
  registry = await serveRegistry(folder, await packPackage(folder));
  app = await createShadcnApp(folder, registry);
  await app.shadcn('registry', 'add', `@countersign=${registry.url}/{name}.json`);
  await app.shadcn('add', '--yes', ...added.map((name) => `@countersign/${name}`));
  await app.npm('run', 'build');
  server = await preview({ configFile: false, root: app.path, logLevel: 'warn', preview: { port: 0 } });
  browser = await startBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await registry?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface OpenOptions {
  readonly path?: string;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

interface OpenPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** Opens the app, or returns `undefined` without a registry of npm. */
async function open({ path = '', width = 1200, theme = 'light' }: OpenOptions = {}): Promise<OpenPage | undefined> {
  const page = await browser?.newPage({ viewport: { width, height: 860 }, reducedMotion: 'reduce' });
  if (page === undefined) return undefined;
  const errors = collectErrors(page);
  await page.goto(`${server?.resolvedUrls?.local[0] ?? ''}${path}`);
  if (theme === 'dark') await page.evaluate(() => document.documentElement.classList.add('dark'));
  return { page, errors };
}

async function send(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
}

const cardOf = (page: Page, name: string) => page.getByRole('group', { name });

describe('the shadcn registry', () => {
  it('C492 is added by the CLI, with the style sheet and the colors, and needs no other registry', async ({ skip }) => {
    if (app === undefined || registry === undefined) return skip(missing);

    const files = await readdir(join(app.path, 'src/components/countersign'));
    const css = await readFile(join(app.path, 'src/index.css'), 'utf8');

    expect(files.sort()).toEqual(
      registry.items
        .filter((name) => name !== 'theme')
        .map((name) => `${name}.tsx`)
        .sort(),
    );
    expect(css).toContain('@import "countersign/styles.css" layer(components);');
    expect(css).toContain('--cs-accent: var(--primary);');
    expect(registry.missing).toEqual([]);
  });

  it('C493 approves with the mouse', async ({ skip }) => {
    const opened = await open();
    if (opened === undefined) return skip(missing);
    const { page, errors } = opened;
    await send(page, 'write');

    await approve(cardOf(page, 'Write notes/milk.md'));

    await expect(page.getByRole('log')).toContainText('"notes/milk.md is now: Buy milk"');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('C493 edits with the mouse, and denies with the keyboard', async ({ skip }) => {
    const opened = await open();
    if (opened === undefined) return skip(missing);
    const { page, errors } = opened;
    await send(page, 'write');
    const card = cardOf(page, 'Write notes/milk.md');
    await press(card, 'Edit');
    await page.getByRole('textbox', { name: 'text' }).fill('Buy oat milk');
    await approve(page.locator('[data-cs=approval-card]'));
    await expect(page.getByRole('log')).toContainText('notes/milk.md is now: Buy oat milk');

    await send(page, 'write');
    await expect(card.locator('[data-action=approve]')).toHaveAttribute('data-arming', 'armed');
    await page.getByRole('textbox', { name: 'Message' }).press('ArrowUp');
    await card.getByRole('button', { name: 'Deny…' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-cs=reason-input]')).toBeFocused();
    await page.keyboard.type('Not today');
    await page.keyboard.press('Control+Enter');

    await expect(page.getByRole('log')).toContainText('Done: [{"type":"execution-denied","reason":"Not today"}]');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('C494 answers client tools and an inbox, and shows the events', async ({ skip }) => {
    const opened = await open();
    if (opened === undefined) return skip(missing);
    const { page, errors } = opened;
    await send(page, 'ask');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('radio', { name: 'Drafts' }).check();
    await page.getByRole('button', { name: 'Choose' }).click();
    await expect(page.getByRole('log').getByText('"chosen":"Drafts"')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Events' })).toContainText('Which folder?');
    expect(errors).toEqual([]);
    await page.close();

    const inbox = await open({ path: '#inbox' });
    if (inbox === undefined) return skip(missing);
    await approve(cardOf(inbox.page, 'Delete old.txt'));
    await expect(inbox.page.locator('[data-cs=approval-card]')).toHaveCount(0);
    expect(inbox.errors).toEqual([]);
    await inbox.page.close();
  });

  it.for([
    { theme: 'light', width: 1200 },
    { theme: 'dark', width: 1200 },
    { theme: 'light', width: 320 },
    { theme: 'dark', width: 320 },
  ] as const)('C495 is accessible and fits into $width px, $theme', async (options, { skip }) => {
    const opened = await open(options);
    if (opened === undefined) return skip(missing);
    const { page } = opened;
    await send(page, 'several');
    await cardOf(page, 'Delete notes/old.md').waitFor();
    await expect(cardOf(page, 'Write notes/a.md').locator('[data-action=approve]')).toHaveAttribute('data-arming', /./);
    await page.evaluate(axe);

    const found = await page.evaluate(async () => {
      const { axe: tool } = window as unknown as { readonly axe: typeof import('axe-core') }; // added by the test
      const { violations } = await tool.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    });

    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  });
});
