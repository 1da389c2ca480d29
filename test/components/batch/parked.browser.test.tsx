import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { showChat } from '../chat/support.js';

wearStyles();

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });
const removals = (...paths: string[]) => ({ calls: paths.map((path) => ({ toolName: 'remove', input: { path } })) });
const card = (path: string): Promise<HTMLElement> => screen.findByRole('group', { name: `Remove ${path}` });

async function press(within_: HTMLElement, name: RegExp): Promise<void> {
  await userEvent.click(await within(within_).findByRole('button', { name }));
}

describe('what was left open for later', () => {
  it('stands as a bar, opens again as the same cards, and goes on in the same conversation', async () => {
    const { removed, model, run } = showChat({ turns: [removals('a.txt', 'b.txt'), 'Both are gone.'] });
    await userEvent.type(field(), 'Remove both{Enter}');
    await press(await card('a.txt'), /^Later/);
    await press(await card('b.txt'), /^Later/);

    const bar = await screen.findByRole('region', { name: '2 actions left open' });
    expect(bar).toHaveTextContent('Remove a.txt');
    expect(bar).toHaveTextContent('Remove b.txt');
    const { conversationId } = run().outcome ?? {};
    await press(bar, /^Answer$/);
    expect(screen.queryByRole('region', { name: '2 actions left open' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: '2 actions need your approval' })).toHaveFocus());
    await press(await card('a.txt'), /^Approve/);
    await press(await card('b.txt'), /^Approve/);
    await within(screen.getByRole('log')).findByText('Both are gone.');

    expect(removed).toEqual(['a.txt', 'b.txt']);
    expect(model.requests).toHaveLength(2);
    expect(run().outcome).toMatchObject({ type: 'completed', conversationId });
    expect(document.querySelectorAll('[data-cs="call"][data-phase="returned"]')).toHaveLength(2);
  });

  it('keeps what was begun at a card', async () => {
    showChat({ turns: [removals('a.txt'), 'Kept.'] });
    await userEvent.type(field(), 'Remove it{Enter}');
    await press(await card('a.txt'), /^Deny…/);
    await userEvent.type(screen.getByRole('textbox', { name: /Why not/ }), 'It is ours');
    await press(await card('a.txt'), /^Back/);
    await press(await card('a.txt'), /^Later/);

    await press(await screen.findByRole('region', { name: '1 action left open' }), /^Answer$/);

    expect(await screen.findByRole('textbox', { name: /Why not/ })).toHaveValue('It is ours');
  });

  it('says once what a message would end, then sends it, and leaves records', async () => {
    const { removed, model, run } = showChat({ turns: [removals('a.txt', 'b.txt'), 'It is noon.'] });
    await userEvent.type(field(), 'Remove both{Enter}');
    await press(await card('a.txt'), /^Later/);
    await press(await card('b.txt'), /^Later/);
    await screen.findByRole('region', { name: '2 actions left open' });

    await userEvent.type(field(), 'What is the time?{Enter}');
    expect(model.requests).toHaveLength(1);
    expect(field()).toHaveValue('What is the time?');
    expect(field()).toHaveAccessibleDescription(/^2 actions are left open. Send again to end them/);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/^2 actions are left open/),
    );
    expect(screen.getByRole('button', { name: 'Send and discard them' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await within(screen.getByRole('log')).findByText('It is noon.');

    expect(removed).toEqual([]);
    expect(screen.queryByRole('region', { name: /left open/ })).toBeNull();
    expect(document.querySelectorAll('[data-cs="call"][data-phase="denied"]')).toHaveLength(2);
    expect(run().status).toBe('idle');
    await userEvent.type(field(), 'Thanks');
    expect(screen.getByRole('button', { name: 'Send' })).toBeVisible();
  });

  it.each([
    ['a double click', () => userEvent.dblClick(screen.getByRole('button', { name: 'Send' }))],
    ['a key that is held down', () => userEvent.type(field(), '{Enter>5/}')],
  ])('is not ended by %s', async (_, hurry) => {
    const { model } = showChat({ turns: [removals('a.txt')] });
    await userEvent.type(field(), 'Remove it{Enter}');
    await press(await card('a.txt'), /^Later/);
    await screen.findByRole('region', { name: '1 action left open' });
    await userEvent.type(field(), 'And now?');

    await hurry();

    expect(screen.getByRole('button', { name: 'Send and discard them' })).toBeVisible();
    expect(model.requests).toHaveLength(1);
  });

  it('is given up by two presses, of which the first goes to what is harmless', async () => {
    const { removed, run } = showChat({ turns: [removals('a.txt'), 'Then not.'] });
    await userEvent.type(field(), 'Remove it{Enter}');
    await press(await card('a.txt'), /^Later/);
    const bar = await screen.findByRole('region', { name: '1 action left open' });

    await userEvent.dblClick(within(bar).getByRole('button', { name: /^Discard…/ }));
    expect(within(bar).getByRole('button', { name: 'Keep open' })).toHaveFocus();
    expect(bar).toHaveTextContent('the agent reads that you left it open');
    await userEvent.keyboard('{Enter}');
    expect(within(bar).getByRole('button', { name: 'Answer' })).toHaveFocus();
    await press(bar, /^Discard…/);
    await press(bar, /^Discard this action/);

    await within(screen.getByRole('log')).findByText('Then not.');
    expect(removed).toEqual([]);
    expect(run().outcome?.type).toBe('completed');
  });

  it('shows no bar where nothing can resume', async () => {
    const { run } = showChat({ turns: [removals('a.txt')], options: { deferredToolHandler: null } });

    await userEvent.type(field(), 'Remove it{Enter}');
    await waitFor(() => expect(run().status).toBe('deferred'));

    expect(screen.queryByRole('region', { name: /left open/ })).toBeNull();
  });

  it('holds a message that was queued before, and sends it on two presses', async () => {
    const { model } = showChat({ turns: [removals('a.txt'), 'It is noon.'] });
    await userEvent.type(field(), 'Remove it{Enter}');
    const its = await card('a.txt');
    await userEvent.type(field(), 'What is the time?{Enter}');
    await press(its, /^Later/);

    await screen.findByText('“What is the time?” waits for the actions that are left open.');
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
    expect(model.requests).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }));

    await within(screen.getByRole('log')).findByText('It is noon.');
  });
});
