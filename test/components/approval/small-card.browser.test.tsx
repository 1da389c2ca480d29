import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PendingItem, PreviewState } from '../../../src/approval/broker/pending.js';
import { Approval, ApprovalQueue } from '../../../src/components/index.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

wearStyles();

afterEach(async () => {
  cleanup();
  await page.viewport(414, 896);
});

const env = 'API_URL=https://api.example.com\nAPI_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1\nDEBUG=1\n';

function diffOf(before: string, after: string): PreviewState {
  return { status: 'ready', preview: { type: 'diff', before, after, path: '.env' } };
}

const clear: PendingItem = {
  ...approval('a', {
    title: 'Clear .env',
    risk: 'medium',
    reason: 'This file is protected.',
    capabilities: ['fs.write:/.env'],
    input: { path: '.env', content: '' },
  }),
  preview: diffOf(env, ''),
};

/** A queue that is as wide as a thread on a large screen. */
function showQueue(item: PendingItem): FakeRun {
  const run = fakeRun({ pending: [batch([item])] });
  const { container } = render(<ApprovalQueue run={run} />);
  container.style.inlineSize = '848px';
  return run;
}

const card = (name: string): HTMLElement => screen.getByRole('group', { name });
const inputButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Input' });

describe('A small card', () => {
  it('C159 shows each thing once, and is at most 257 px high at 848 px', async () => {
    await page.viewport(1000, 900);
    showQueue(clear);
    await screen.findByText('Emptied, 3 lines removed');

    expect(card('Clear .env').getBoundingClientRect().height).toBeLessThanOrEqual(257);
    expect(within(card('Clear .env')).getAllByText('.env')).toHaveLength(1);
    expect(within(card('Clear .env')).getByText('.env')).toHaveProperty('tagName', 'CODE');
    expect(screen.getByText('changes files')).toBeVisible();
  });

  it('C159 of a write of one line is at most 200 px high', async () => {
    await page.viewport(1000, 900);
    const rest = { title: 'Write 1 line to notes/new.md', input: { path: 'notes/new.md', content: 'Hello' } };
    showQueue({ ...clear, call: { ...clear.call, ...rest }, preview: diffOf('', 'Hello') });
    await screen.findByText('New, 1 line');

    expect(card('Write 1 line to notes/new.md').getBoundingClientRect().height).toBeLessThanOrEqual(200);
  });

  it('C159 unfolds its input on a press, and folds it again', async () => {
    showQueue(clear);
    expect(screen.queryByText('content')).toBeNull();
    expect(inputButton()).toHaveAttribute('aria-expanded', 'false');

    await userEvent.click(inputButton() as HTMLElement);
    expect(screen.getByText('content')).toBeVisible();
    await userEvent.click(inputButton() as HTMLElement);

    expect(screen.queryByText('content')).toBeNull();
  });

  it('C159 shows an input that has more information, and offers no way to fold it', () => {
    showQueue({ ...clear, call: { ...clear.call, input: { path: '.env', content: '', force: true } } });

    expect(screen.getByText('force')).toBeVisible();
    expect(inputButton()).toBeNull();
  });

  it('C159 shows the input while its preview loads, and folds nothing under a press', async () => {
    const loading = { ...clear, preview: { status: 'loading' } } as const;
    const run = showQueue(loading);
    expect(screen.getByText('content')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-arming', 'armed'),
    );
    const { top } = screen.getByRole('button', { name: 'Approve' }).getBoundingClientRect();

    act(() => run.set({ pending: [batch([clear])] }));
    await screen.findByText('Emptied, 3 lines removed');

    expect(screen.getByText('content')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' }).getBoundingClientRect().top).toBe(top);
  });

  it('C159 folds the input of a card only, not of parts in an app', () => {
    const all = batch([clear]);
    render(
      <Approval.Root run={fakeRun({ pending: [all] })} item={clear} batch={all}>
        <Approval.Title />
        <Approval.Input />
      </Approval.Root>,
    );

    expect(screen.getByText('content')).toBeVisible();
  });

  it('C160 shows a preview of three lines completely, with the note below it', async () => {
    const run = showQueue({ ...clear, preview: { status: 'loading' } });
    act(() => run.set({ pending: [batch([clear])] }));
    await screen.findByText('Emptied, 3 lines removed');

    const preview = screen.getByRole('figure');
    expect(preview.scrollHeight).toBe(preview.clientHeight);
    expect(screen.getByRole('button', { name: 'Show the hidden value' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show the whole preview' })).toBeNull();
  });
});
