import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Response } from 'playwright';
import { approve, collectErrors, expect, press } from '../support.js';
import { interruptExtension } from './extension.js';

/** Checks of what an example shows besides a chat. */
const looks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'css-modules': async (page) => {
    await expect(page.getByRole('group', { name: 'Delete the note old' })).toHaveCSS('padding-top', '24px');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCSS('border-top-left-radius', '999px');
  },
  extension: interruptExtension,
  next: async (page) => {
    // A request without the key is rejected, so the model's responses prove that the route has added it.
    const bare = await page.request.post(new URL('/scripted/chat/completions', page.url()).href, {
      data: { messages: [] },
    });
    expect(bare.status()).toBe(401);
  },
};

/** The examples with a client tool, which asks the user for the note before the agent deletes it. */
const choosing: ReadonlySet<string> = new Set([
  'astro',
  'extension',
  'react-router',
  'svelte',
  'tanstack-start',
  'vue',
]);

/** The examples with their own cards. Their buttons are disabled at first. */
const ownCards: ReadonlySet<string> = new Set(['svelte', 'vue']);

/** The examples whose first markup has the chat and the notes. */
const rendered: ReadonlySet<string> = new Set(['astro', 'next', 'react-router', 'tanstack-start']);

/**
 * Secrets that no page may receive: the file of the route that contains each, and the folder of all files for
 * pages.
 */
const secrets: Readonly<Record<string, { readonly secret: string; readonly route: string; readonly chunks: string }>> =
  { next: { secret: 'key-of-the-example', route: '/api/llm/chat/completions', chunks: '.next/static' } };

/** Sends a message that makes the built-in model request approval, answers, and waits for the final text. */
export async function talk(page: Page, url: string, name: string): Promise<void> {
  const errors = collectErrors(page);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  if (rendered.has(name)) {
    const served = await (await page.request.get(url)).text();
    expect(served).toContain('milk');
    expect(served).toContain('data-cs="composer-input"');
  }
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Delete what is old');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  if (choosing.has(name)) await page.getByRole('button', { name: 'old', exact: true }).click();
  await page.getByRole('group', { name: 'Delete the note old' }).waitFor();
  await looks[name]?.(page);
  const card = page.getByRole('group', { name: 'Delete the note old' });
  if (ownCards.has(name)) await card.getByRole('button', { name: 'Approve' }).click();
  else if (name === 'vite') await approveEdited(card);
  else await approve(card);
  await expect(page.getByRole('log').getByText('That is done.')).toBeVisible();
  expect(errors).toEqual([]);
  const { secret, route } = secrets[name] ?? {};
  if (secret !== undefined) {
    const paths = responses.map((response) => new URL(response.url()).pathname);
    const texts = await Promise.all(responses.map(textOf));
    expect(paths.filter((path) => path === route)).toHaveLength(2);
    expect(texts.some((text) => text.includes('That is done.'))).toBe(true);
    expect(texts.some((text) => text.includes('deleteNote'))).toBe(true);
    expect(paths.filter((_, index) => texts[index]?.includes(secret))).toEqual([]);
  }
  await page.close();
}

/** Approves another note than the model has named. */
async function approveEdited(card: Locator): Promise<void> {
  const button = card.page().locator('[data-action=approve-edited]');
  await press(card, 'Edit');
  await card.getByRole('textbox', { name: 'name' }).fill('milk');
  // The title follows the edit, so the card has another name now. The next lines are those of docs/guides/testing.md.
  await button.scrollIntoViewIfNeeded();
  await expect(button).toHaveAttribute('data-arming', 'armed');
  await button.click();
}

/** Returns the headers and the body. */
async function textOf(response: Response): Promise<string> {
  const headers = JSON.stringify(await response.allHeaders());
  // A redirect, or a response that the page has discarded, has no body.
  const body = await response.text().catch(() => '');
  return `${headers}\n${body}`;
}

/** Returns the files of a built example that pages can load and that contain a secret. */
export async function leaksIn(example: string, name: string): Promise<readonly string[]> {
  const { secret, chunks } = secrets[name] ?? {};
  if (secret === undefined || chunks === undefined) return [];
  const entries = await readdir(join(example, chunks), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, index) => texts[index]?.includes(secret));
}
