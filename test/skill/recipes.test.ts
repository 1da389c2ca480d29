// @vitest-environment jsdom
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { disarmApprovals } from 'countersign/testing';
import { type ComponentType, createElement, StrictMode } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeBlocksOf } from '../../.docs/code-blocks.js';

// The recipes of SKILL.md as a coding agent pastes them: each block is loaded from a file of its own, and used.

// The URL of jsdom is unknown to Node, so this file cannot use the folder that the other tests share.
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/countersign-skill');
const blocks = codeBlocksOf(await readFile(join(root, 'SKILL.md'), 'utf8'));

await mkdir(folder, { recursive: true });
await Promise.all(blocks.map(({ kind, code }, index) => writeFile(join(folder, `recipe-${index + 1}.${kind}`), code)));
// Recipe 9 is a file with tests, which this file registers as its own.
await import(join(folder, 'recipe-9.ts'));

beforeEach(() => disarmApprovals());
afterEach(cleanup);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Renders a recipe in StrictMode, as the templates of Vite do, and sends a message. */
async function useRecipe(number: number): Promise<void> {
  const { default: App }: { default: ComponentType } = await import(join(folder, `recipe-${number}.tsx`));
  render(createElement(StrictMode, null, createElement(App)));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Go{Enter}');
}

const press = async (name: RegExp | string): Promise<void> =>
  await userEvent.click(await screen.findByRole('button', { name }));
const reads = (text: string): Promise<HTMLElement> => within(screen.getByRole('log')).findByText(text);

describe('a recipe of the skill', { timeout: 60_000 }, () => {
  it('1: runs a tool and shows the answer', async () => {
    await useRecipe(1);

    expect(await reads('Buy two liters of milk.')).toBeInstanceOf(HTMLElement);
  });

  it('2: waits for the approval of the call that its title describes', async () => {
    await useRecipe(2);
    const card = await screen.findByRole('group', { name: 'Pay 250 € to Ada' });
    await userEvent.click(within(card).getByRole('button', { name: /^Approve/ }));

    expect(await reads('The invoice is paid.')).toBeInstanceOf(HTMLElement);
  });

  it('3: allows one call, asks about one and denies one', async () => {
    await useRecipe(3);
    const card = await screen.findByRole('group', { name: /\/site\/b\.md/ });
    expect(card.textContent).toContain('Customers read the site.');
    expect(screen.getAllByRole('button', { name: /^Approve/ })).toHaveLength(1);
    await userEvent.click(within(card).getByRole('button', { name: /^Approve/ }));

    expect(await reads('Two files are written.')).toBeInstanceOf(HTMLElement);
  });

  it('4: gets the result from its component', async () => {
    await useRecipe(4);
    await press('M');

    expect(await reads('Your size is noted.')).toBeInstanceOf(HTMLElement);
  });

  it('5: shows its own card', async () => {
    await useRecipe(5);
    await press(/^Send$/);

    expect(await reads('It is sent.')).toBeInstanceOf(HTMLElement);
  });

  it('6: answers, and stores the conversation or keeps it in memory', async () => {
    await useRecipe(6);

    expect(await reads('I have read 1 messages.')).toBeInstanceOf(HTMLElement);
  });
});
