import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { compile } from 'tailwindcss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { splitStyles } from '../../scripts/split-styles.mjs';
import { root } from '../setup/source-files.js';
import { differingPixels } from './other-styles/differing-pixels.js';
import { bundle, startBrowser } from './support.js';

// The kit next to other style sheets: the same page with each, compared by screenshots.

const src = (path: string): string => join(root, 'src', path);

/** A common CSS reset, which is not in a layer. */
const reset = `
*, *::before, *::after { margin: 0; padding: 0; box-sizing: border-box; }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit; }
ol, ul { list-style: none; }
a { color: inherit; text-decoration: none; }
button, input, select, textarea { border: 0; border-radius: 0; background: none; color: inherit; font: inherit; }
img, svg, video { display: block; max-width: 100%; vertical-align: middle; }
fieldset { border: 0; }
code, kbd, pre { font-family: monospace; font-size: 1em; }
`;

/** The surrounding page. It is the same for every style, so that the content can be compared. */
const page = `
body { margin: 0; }
#theirs, #ours, #own { position: absolute; left: 0; width: 900px; }
#ours, #own, #theirs { height: 900px; overflow: hidden; }
#ours { top: 1000px; }
#own { top: 2000px; }
`;

let folder: string;
let script: string;
let kit: string;
let tailwind: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-styles-'));
  kit = join(folder, 'kit.css');
  await writeFile(kit, await bundle(src('styles/styles.css'), { css: { postcss: { plugins: [splitStyles()] } } }));
  tailwind = await compileTailwind();
  script = await bundle(join(root, 'test/e2e/other-styles/page.tsx'));
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles the Tailwind classes that their components use. */
async function compileTailwind(): Promise<string> {
  const read = async (file: string): Promise<{ path: string; base: string; content: string }> => {
    const path = join(root, 'node_modules/tailwindcss', file);
    return { path, base: join(path, '..'), content: await readFile(path, 'utf8') };
  };
  const { build: buildFor } = await compile("@import 'tailwindcss' source(none);", {
    loadStylesheet: async (id) => await read(id === 'tailwindcss' ? 'index.css' : id),
  });
  const names = (await readFile(join(root, 'test/e2e/other-styles/theirs.tsx'), 'utf8')).match(/[^\s"'`{}]+/g) ?? [];
  return buildFor([...names]);
}

/** The style sheets by name, in the order in which an app imports them. */
const sheets = {
  none: () => [],
  kit: () => [`@import '${kit}';`],
  'reset, kit': () => [`@import '${kit}';`, reset].reverse(),
  'kit, reset': () => [`@import '${kit}';`, reset],
  tailwind: () => [tailwind],
  'tailwind, kit': () => [tailwind, `@import '${kit}';`],
  'kit, tailwind': () => [`@import '${kit}';`, tailwind],
  'layers said first': () => ['@layer theme, base, countersign, components, utilities;', tailwind, `@import '${kit}';`],
} as const satisfies Record<string, () => readonly string[]>;

type Sheets = keyof typeof sheets;

/** The built CSS of a sheet, cached. */
const built = once(async (text) => {
  const file = join(folder, `${createHash('sha256').update(text).digest('hex')}.css`);
  await writeFile(file, text);
  return await bundle(file);
});

/** Opens the page with these styles, followed by those of the app. */
async function open(name: Sheets, app = ''): Promise<Page> {
  const parts = await Promise.all(sheets[name]().map(built));
  const tab = await browser.newPage({ viewport: { width: 900, height: 900 }, reducedMotion: 'reduce' });
  await tab.clock.setFixedTime(new Date('2026-03-01T12:00:00Z'));
  const styles = [page, ...parts, app].map((text) => `<style>${text}</style>`).join('');
  await tab.setContent(`<!doctype html><html lang="en"><head>${styles}</head><body></body></html>`);
  await tab.addScriptTag({ content: script });
  await tab.getByRole('group', { name: 'Book' }).last().waitFor();
  return tab;
}

/** Starts an edit and a denial, and answers one call. */
async function use(tab: Page): Promise<void> {
  const ours = tab.locator('#ours');
  await ours.getByRole('group', { name: 'Write drafts/a.md' }).getByRole('button', { name: 'Edit' }).click();
  await ours.getByRole('group', { name: 'Delete old.md' }).getByRole('button', { name: /^Deny/ }).click();
  await ours.getByRole('textbox', { name: /Why not/ }).fill('It is needed.');
  await ours.getByRole('group', { name: 'Write drafts/b.md' }).getByRole('button', { name: 'Approve' }).click();
  // Waits for the lazily loaded form, and for the recorded answer.
  await ours.getByRole('group', { name: 'Write drafts/a.md' }).getByRole('textbox', { name: 'path' }).waitFor();
  await ours.locator('[data-cs=card-status]').first().waitFor();
  await ours.locator('[data-cs=feed-line]').filter({ hasText: 'Write drafts/b.md: approved' }).waitFor();
  await tab.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
  await tab.mouse.move(0, 0);
}

/** Caches the result for each name. */
function once<Name extends string, T>(make: (name: Name) => Promise<T>): (name: Name) => Promise<T> {
  const made = new Map<Name, Promise<T>>();
  return (name) => {
    const result = made.get(name) ?? make(name);
    made.set(name, result);
    return result;
  };
}

async function picture(tab: Page, id: 'theirs' | 'ours' | 'own'): Promise<string> {
  const shot = await tab.locator(`#${id}`).screenshot({ animations: 'disabled', caret: 'hide' });
  return shot.toString('base64');
}

async function differencesOf(before: string, after: string): Promise<readonly string[]> {
  const tab = await browser.newPage();
  const pixels = await differingPixels(tab, before, after);
  await tab.close();
  return pixels;
}

/** Screenshots of the kit with these styles, in use and with a theme of the app. */
const kitPictures = once(async (name: Sheets) => {
  const tab = await open(name);
  await use(tab);
  const pictures = { ours: await picture(tab, 'ours'), own: await picture(tab, 'own') };
  await tab.close();
  return pictures;
});

/** A screenshot of the app's own components with these styles. */
const theirPicture = once(async (name: Sheets) => {
  const tab = await open(name);
  const shot = await picture(tab, 'theirs');
  await tab.close();
  return shot;
});

describe('the kit keeps its look', () => {
  it.each(['reset, kit', 'kit, reset', 'tailwind, kit', 'kit, tailwind', 'layers said first'] as const)(
    'with %s',
    async (name) => {
      const plain = await kitPictures('kit');
      const other = await kitPictures(name);

      for (const id of ['ours', 'own'] as const) expect(await differencesOf(plain[id], other[id]), id).toEqual([]);
    },
  );
});

describe('an app keeps its look', () => {
  it.each(['tailwind, kit', 'kit, tailwind', 'layers said first'] as const)('with %s', async (name) => {
    const before = await theirPicture('tailwind');
    const after = await theirPicture(name);

    expect(await differencesOf(before, after)).toEqual([]);
  });
});

describe('a class of the app', () => {
  const sharp =
    '.own-card { padding: 1px; background: rgb(1, 2, 3); } .own-button { padding: 3px; color: rgb(4, 5, 6); border-width: 7px; }';

  it.each(['kit', 'kit, reset', 'kit, tailwind'] as const)('that comes later wins, with %s', async (name) => {
    const tab = await open(name, sharp);
    const styleOf = async (selector: string): Promise<Record<string, string>> =>
      await tab
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { paddingTop, backgroundColor, color, borderTopWidth } = getComputedStyle(element);
          return { paddingTop, backgroundColor, color, borderTopWidth };
        });

    expect(await styleOf('.own-card')).toMatchObject({ paddingTop: '1px', backgroundColor: 'rgb(1, 2, 3)' });
    expect(await styleOf('.own-button')).toMatchObject({
      paddingTop: '3px',
      color: 'rgb(4, 5, 6)',
      borderTopWidth: '7px',
    });
    await tab.close();
  });

  it('of Tailwind wins over a skin where the layers are said first', async () => {
    const tab = await open('layers said first');
    const background = await tab
      .locator('#own .own-card')
      .first()
      .evaluate((card) => {
        card.classList.add('bg-red-600');
        return getComputedStyle(card).backgroundColor;
      });
    const theirs = await tab
      .locator('#theirs .bg-red-600')
      .evaluate((button) => getComputedStyle(button).backgroundColor);

    expect(background).toBe(theirs);
    await tab.close();
  });
});

describe('light and dark', () => {
  const ink = async (tab: Page): Promise<string> =>
    await tab
      .locator('#ours [data-cs=card-title]')
      .first()
      .evaluate((title) => {
        const canvas = document.createElement('canvas').getContext('2d');
        if (canvas === null) throw new Error('A page without a canvas.');
        canvas.fillStyle = getComputedStyle(title).color;
        canvas.fillRect(0, 0, 1, 1);
        return (canvas.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128 ? 'light ink' : 'dark ink';
      });

  it.each([
    ['a page that is light alone', '', 'dark ink'],
    ['a page that follows the system', ':root { color-scheme: light dark; }', 'light ink'],
    ['a page that is dark alone', ':root { color-scheme: dark; }', 'light ink'],
  ])('are those of %s, while the system is dark', async (_, style, expected) => {
    const tab = await open('kit', style);
    await tab.emulateMedia({ colorScheme: 'dark' });

    expect(await ink(tab)).toBe(expected);
    await tab.close();
  });

  it.each([
    ['data-theme', 'dark', 'light ink'],
    ['class', 'dark', 'light ink'],
    ['data-theme', 'light', 'dark ink'],
  ])('are said by %s=%s around, too, in a production build', async (attribute, value, expected) => {
    const tab = await open('kit', ':root { color-scheme: light dark; }');
    await tab.emulateMedia({ colorScheme: expected === 'dark ink' ? 'dark' : 'light' });
    await tab
      .locator('#ours')
      .evaluate((section, [name = '', to = '']) => section.setAttribute(name, to), [attribute, value]);

    expect(await ink(tab)).toBe(expected);
    await tab.close();
  });
});
