import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createGrants } from 'countersign';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { showChat } from '../chat/support.js';

loadKitStyles();

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });
const removals = (...paths: string[]) => ({ calls: paths.map((path) => ({ toolName: 'remove', input: { path } })) });
const card = (path: string): Promise<HTMLElement> => screen.findByRole('group', { name: `Remove ${path}` });

async function press(around: HTMLElement, name: RegExp): Promise<void> {
  await userEvent.click(await within(around).findByRole('button', { name }));
}

describe('an answer that is not sent', () => {
  it('can be changed until the last call of its batch is answered', async () => {
    const { removed, run } = showChat({ turns: [removals('a.txt', 'b.txt'), 'Only one is gone.'] });
    await userEvent.type(field(), 'Remove both{Enter}');
    await press(await card('a.txt'), /^Approve/);
    await waitFor(async () => expect(await card('a.txt')).toHaveAttribute('data-state', 'approved'));

    await press(await card('a.txt'), /^Change/);
    await waitFor(async () => expect(await card('a.txt')).toHaveAttribute('data-open', ''));
    expect(within(await card('a.txt')).getByRole('heading')).toHaveFocus();
    await press(await card('a.txt'), /^Deny…/);
    await press(await card('a.txt'), /^Deny$/);
    await press(await card('b.txt'), /^Approve/);
    await within(screen.getByRole('log')).findByText('Only one is gone.');

    expect(removed).toEqual(['b.txt']);
    expect([...run().events].filter(({ type }) => type === 'answer-retracted')).toHaveLength(1);
    expect(document.querySelectorAll('[data-cs="call"][data-phase="denied"]')).toHaveLength(1);
  });

  it('can be changed while the batch waits out its delay, which is said once, and then starts anew', async () => {
    const { removed, run } = showChat({ turns: [removals('a.txt'), 'Kept.'], options: { sendDelay: 60_000 } });
    await userEvent.type(field(), 'Remove it{Enter}');
    (await card('a.txt')).querySelector<HTMLElement>('[data-cs="card-title"]')?.focus();
    await userEvent.keyboard('a');

    const now = await screen.findByRole('button', { name: /^Send now/ });
    await waitFor(() => expect(now).toHaveFocus());
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringMatching(/^Sending in/),
      ),
    );
    expect(run().pending).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(screen.queryByRole('button', { name: /^Send now/ })).toBeNull();
    await press(await card('a.txt'), /^Deny…/);
    await press(await card('a.txt'), /^Deny$/);
    await userEvent.click(await screen.findByRole('button', { name: /^Send now/ }));

    await within(screen.getByRole('log')).findByText('Kept.');
    expect(removed).toEqual([]);
  });

  it('C498 has one Undo for all answers, by button and key, that opens them again', async () => {
    const { removed, run } = showChat({
      turns: [removals('a.txt', 'b.txt'), 'Kept.'],
      options: { sendDelay: 60_000 },
    });
    await userEvent.type(field(), 'Remove both{Enter}');
    await press(await card('a.txt'), /^Approve/);
    await press(await card('b.txt'), /^Approve/);
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    expect(within(await card('a.txt')).getByRole('button', { name: /^Change/ })).toBeVisible();

    undo.focus();
    await userEvent.keyboard('z');

    await waitFor(() => expect(document.querySelectorAll('[data-card][data-open]')).toHaveLength(2));
    expect(within(await card('a.txt')).getByRole('heading')).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(run().pending[0]?.sendsAt).toBeUndefined();
    expect(removed).toEqual([]);
  });

  it('goes out by itself when the delay is over', async () => {
    const { removed } = showChat({ turns: [removals('a.txt'), 'Gone.'], options: { sendDelay: 50 } });
    await userEvent.type(field(), 'Remove it{Enter}');

    await press(await card('a.txt'), /^Approve/);

    await within(screen.getByRole('log')).findByText('Gone.');
    expect(removed).toEqual(['a.txt']);
  });

  it('takes its grant along, and opens again what that had answered', async () => {
    const grants = createGrants();
    const { removed, run } = showChat({
      turns: [removals('a.txt', 'b.txt', 'c.txt'), 'Done.'],
      options: { grants, sendDelay: 60_000 },
    });
    await userEvent.type(field(), 'Remove them{Enter}');
    await card('c.txt');
    await run().decide('call-1', true, { remember: { scope: 'tool', for: 'session' } });
    await waitFor(() =>
      expect(run().pending[0]?.items.map(({ state }) => state.status)).toEqual(['decided', 'decided', 'decided']),
    );
    expect(within(await card('b.txt')).queryByRole('button', { name: /^Change/ })).toBeNull();

    await press(await card('a.txt'), /^Change/);

    await waitFor(() => expect(document.querySelectorAll('[data-card][data-open]')).toHaveLength(3));
    expect(grants.list()).toEqual([]);
    expect(removed).toEqual([]);
  });

  it('brings an edit back to be edited further', async () => {
    const { run } = showChat({ turns: [removals('a.txt', 'b.txt')] });
    await userEvent.type(field(), 'Remove both{Enter}');
    await press(await card('a.txt'), /^Edit/);
    const path = await within(await card('a.txt')).findByRole('textbox', { name: /path/i });
    await userEvent.clear(path);
    await userEvent.type(path, 'z.txt');
    await press(await card('z.txt'), /^Approve with edits/);
    await waitFor(() => expect(run().pending[0]?.items[0]?.state.status).toBe('decided'));

    await press(await card('z.txt'), /^Change/);

    expect(await within(await card('z.txt')).findByRole('textbox', { name: /path/i })).toHaveValue('z.txt');
  });
});
