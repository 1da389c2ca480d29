import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import { ConversationList } from 'countersign/components';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wearStyles } from '../../setup/wear-styles.js';
import { approval, batch, fakeRun } from '../support.js';

wearStyles();

afterEach(cleanup);

const said = (text: string): readonly UIMessage[] => [{ id: 'u', role: 'user', parts: [{ type: 'text', text }] }];
const line = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

describe('a list of conversations', () => {
  it('C172 shows each name, status and number of pending calls, and opens the pressed one', async () => {
    const first = fakeRun({ status: 'running', messages: said('Tidy up\nthe workspace') });
    const second = fakeRun({ status: 'waiting', pending: [batch([approval('a'), approval('b')])] });
    const onSelect = vi.fn();
    render(
      <ConversationList
        conversations={[
          { id: '1', run: first },
          { id: '2', run: second, title: 'Review' },
          { id: '3', run: fakeRun() },
        ]}
        selected="1"
        onSelect={onSelect}
      />,
    );
    expect(line(/^Tidy up the workspace Working$/).getAttribute('aria-current')).toBe('true');
    expect(line(/^New conversation$/).getAttribute('aria-current')).toBeNull();

    await userEvent.click(line(/^Review 2 waiting$/));
    act(() => second.set({ status: 'idle', pending: [] }));

    expect(onSelect).toHaveBeenCalledWith('2');
    expect(line(/^Review$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'New chat' })).toBeNull();
  });

  it('C172 counts the broker’s pending calls of no conversation once', () => {
    const shared = batch([approval('a')]);
    const other = { ...batch([approval('x'), approval('y')]), batchId: 'other' };
    const broker = { pending: [shared, other], subscribe: () => () => {} };
    const run = fakeRun({ status: 'waiting', pending: [shared] });

    render(<ConversationList conversations={[{ id: '1', run, title: 'One' }]} onSelect={vi.fn()} broker={broker} />);

    const list = within(screen.getByRole('navigation', { name: 'Conversations' }));
    expect(list.getByRole('button', { name: 'One 1 waiting' })).toBeDefined();
    expect(list.getByText(/^Elsewhere/).textContent).toBe('Elsewhere 2 waiting');
  });

  it('keeps a long title within its line', () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([approval('a')])] });
    render(
      <div style={{ inlineSize: 280 }}>
        <ConversationList conversations={[{ id: '1', run, title: 'A long title '.repeat(9) }]} onSelect={vi.fn()} />
      </div>,
    );

    expect(line(/^A long title/).getBoundingClientRect().width).toBeLessThanOrEqual(280);
  });

  it('begins another', async () => {
    const onStart = vi.fn();
    render(<ConversationList conversations={[]} onSelect={vi.fn()} onStart={onStart} />);

    await userEvent.click(screen.getByRole('button', { name: 'New chat' }));

    expect(onStart).toHaveBeenCalledOnce();
  });
});
