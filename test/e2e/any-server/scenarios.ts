import type { Locator, Page } from 'playwright';
import type { ExecutedTool } from '../../remote/backends.js';
import { approve, expect } from '../support.js';
import type { PageSettings } from './agent-at.js';

/** The page, and the log of its agent's tools. */
export interface Talk {
  readonly page: Page;
  readonly ran: () => Promise<readonly ExecutedTool[]>;
  /** The server's abilities. */
  readonly can: Abilities;
}

/** The differences between servers, documented in `docs/guides/server-behavior.md`. */
export interface Abilities {
  readonly edits: 'taken' | 'refused';
  /** `told`: its model reads the reason of a denial. */
  readonly reasons: 'told' | 'lost';
  /** `any`: one request can contain an approval and a denial. */
  readonly batches: 'any' | 'one-by-one';
  /** The result for a pending call when the user sends another message. */
  readonly leftOpen: 'closed' | 'asked-again';
  /** The result for an approval whose response broke off. `keeps-asking`: the server never received it. */
  readonly afterCut: 'asks-people' | 'replays' | 'keeps-asking';
}

/** A user flow with its expected result. */
export interface Scenario {
  readonly name: string;
  readonly settings?: Partial<PageSettings>;
  /** An ability that not every server has. */
  readonly needs?: string;
  readonly play: (talk: Talk) => Promise<void>;
}

async function sendMessage(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('group', { name: title }).first();

async function expectText(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole('log').getByText(words).last()).toBeVisible();
}

async function deny(card: Locator, reason: string): Promise<void> {
  await card.getByRole('button', { name: 'Deny…' }).click();
  await card.getByRole('textbox').fill(reason);
  await card.getByRole('textbox').press('Enter');
}

const names = async ({ ran }: Talk): Promise<readonly string[]> => (await ran()).map(({ tool }) => tool).sort();

/** The uses of this kit, for every location of the agent. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'says a text',
    play: async ({ page }) => {
      await sendMessage(page, 'text');
      await expectText(page, 'Hello from the server.');
    },
  },
  {
    name: 'runs what was approved, once',
    play: async (talk) => {
      await sendMessage(talk.page, 'approve');
      await approve(cardOf(talk.page, 'Delete old.txt'));
      await expectText(talk.page, /^Saw/);
      expect(await names(talk)).toEqual(['delete_file']);
    },
  },
  {
    name: 'runs an edited input, or denies the call with it',
    play: async ({ page, ran, can }) => {
      await sendMessage(page, 'edit');
      const card = cardOf(page, 'Write .env');
      await card.getByRole('button', { name: 'Edit' }).click();
      await card.getByRole('textbox', { name: 'content' }).fill('KEY=2');
      if (can.edits === 'refused') await card.getByRole('button', { name: 'Deny with this proposal' }).click();
      else await approve(card);
      await expectText(page, can.edits === 'refused' ? /KEY=2/ : /^Saw/);
      expect(await ran()).toMatchObject(can.edits === 'refused' ? [] : [{ input: { path: '.env', content: 'KEY=2' } }]);
    },
  },
  {
    name: 'tells the model why something was denied',
    play: async ({ page, ran, can }) => {
      await sendMessage(page, 'approve');
      await deny(cardOf(page, 'Delete old.txt'), 'Keep it, please.');
      await expectText(page, can.reasons === 'told' ? /^Saw[\s\S]*Keep it, please\./ : /^Saw/);
      expect(await ran()).toEqual([]);
    },
  },
  {
    name: 'answers a batch of four, of which two ask',
    needs: 'a server takes several answers at once',
    play: async (talk) => {
      await sendMessage(talk.page, 'mixed');
      await approve(cardOf(talk.page, 'Delete old.txt'));
      await deny(cardOf(talk.page, 'Write .env'), 'Not the secrets.');
      await expectText(talk.page, /^Saw(?=[\s\S]*42)(?=[\s\S]*Not the secrets\.)/);
      expect(await names(talk)).toEqual(['delete_file', 'list_files']);
    },
  },
  {
    name: 'asks in two rounds',
    play: async (talk) => {
      await sendMessage(talk.page, 'rounds');
      await approve(cardOf(talk.page, 'Delete old.txt'));
      await approve(cardOf(talk.page, 'Write .env'));
      await expectText(talk.page, /^Saw/);
      expect(await names(talk)).toEqual(['delete_file', 'update_file']);
    },
  },
  {
    name: 'takes a result of the page',
    play: async ({ page }) => {
      await sendMessage(page, 'external');
      await expectText(page, /^Saw[\s\S]*42/);
    },
  },
  {
    name: 'takes an error of the page',
    settings: { calculator: 'broken' },
    play: async ({ page }) => {
      await sendMessage(page, 'external');
      await expectText(page, /^Saw[\s\S]*The calculator is broken\./);
    },
  },
  {
    name: 'asks what happened to a yes that was cut off, and runs nothing twice',
    settings: { cut: { request: 2, bytes: 20 } },
    play: async (talk) => {
      const { page, can } = talk;
      await sendMessage(page, 'archive');
      await approve(cardOf(page, 'Archive old.txt'));
      // With the agent in the tab, closing the page ends the run.
      if (talk.page.url().includes('tab')) {
        await expect.poll(() => names(talk)).toEqual(['archive']);
        await page.reload();
      }
      if (can.afterCut !== 'replays') {
        await page.getByRole('button', { name: 'It happened' }).click();
        const card = cardOf(page, 'Archive old.txt');
        await card.getByRole('textbox').fill('It is away.');
        await card.getByRole('button', { name: 'It happened' }).click();
      }
      if (can.afterCut !== 'keeps-asking') await expectText(page, /^Saw/);
      else await expect(page.getByRole('button', { name: 'It happened' })).toHaveCount(0);
      expect((await names(talk)).filter((tool) => tool === 'archive').length).toBeLessThanOrEqual(1);
    },
  },
  {
    name: 'has its cards back after a reload, and goes on',
    needs: 'a server takes several answers at once',
    play: async (talk) => {
      await sendMessage(talk.page, 'mixed');
      await approve(cardOf(talk.page, 'Delete old.txt'));
      await expect(cardOf(talk.page, 'Delete old.txt')).toContainText('approved');
      await talk.page.waitForFunction(() => indexedDB.databases().then((all) => all.length > 0));
      await talk.page.reload();
      await approve(cardOf(talk.page, 'Write .env'));
      await expectText(talk.page, /^Saw/);
      expect(await names(talk)).toEqual(['delete_file', 'list_files', 'update_file']);
    },
  },
  {
    name: 'runs nothing of what was left when something else is said',
    play: async ({ page, ran, can }) => {
      await sendMessage(page, 'approve');
      await expect(cardOf(page, 'Delete old.txt').getByRole('button', { name: /^Approve/ })).toBeVisible();
      await page.getByRole('button', { name: 'Stop' }).click();
      // A message to a run that is still stopping would be queued.
      await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
      await sendMessage(page, 'text');
      if (can.leftOpen === 'closed') await expectText(page, 'Hello from the server.');
      else await expect(cardOf(page, 'Delete old.txt').getByRole('button', { name: /^Approve/ })).toBeVisible();
      expect(await ran()).toEqual([]);
    },
  },
  {
    name: 'says what was queued while people were asked',
    play: async (talk) => {
      await sendMessage(talk.page, 'approve');
      await expect(cardOf(talk.page, 'Delete old.txt').getByRole('button', { name: /^Approve/ })).toBeVisible();
      await sendMessage(talk.page, 'text');
      await expect(talk.page.getByText('Hello from the server.')).toHaveCount(0);
      await approve(cardOf(talk.page, 'Delete old.txt'));
      await expectText(talk.page, 'Hello from the server.');
      expect(await names(talk)).toEqual(['delete_file']);
    },
  },
];
