import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent as hand, page } from 'vitest/browser';
import { ApprovalQueue, ArmingProvider } from '../../../src/components/index.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, fakeRun } from '../support.js';
import { armingClock, pauseToRead } from './support.js';

loadKitStyles();

afterEach(cleanup);

const WithClock = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <ArmingProvider clock={armingClock.environment}>{children}</ArmingProvider>
);

const ids = ['a', 'b', 'c'] as const;
const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');

describe('A preview that loads', () => {
  it('C155 does not move “approve all”, and the press after it counts', async () => {
    await page.viewport(800, 1500);
    const shown = (ready: number) =>
      batch(
        ids.map((id, index) => ({
          ...approval(id),
          preview:
            index < ready
              ? ({ status: 'ready', preview: { type: 'text', text: lines } } as const)
              : ({ status: 'loading' } as const),
        })),
      );
    const run = fakeRun({ pending: [shown(0)] });
    render(<ApprovalQueue run={run} />, { wrapper: WithClock });
    const all = screen.getByRole('button', { name: 'Approve all' });
    await pauseToRead();
    const before = all.getBoundingClientRect().top;

    for (const ready of [1, 2, 3]) {
      act(() => run.set({ pending: [shown(ready)] }));
      await screen.findAllByText(/line 0/);
      expect(all.getBoundingClientRect().top).toBe(before);
    }
    await hand.click(all);

    expect(run.decide).toHaveBeenCalledTimes(3);
    await page.viewport(414, 896);
  });

  it('C155 is shown completely on a press', async () => {
    const item = { ...approval('a'), preview: { status: 'loading' } as const };
    const run = fakeRun({ pending: [batch([item])] });
    render(<ApprovalQueue run={run} />, { wrapper: WithClock });
    await pauseToRead();
    act(() =>
      run.set({
        pending: [batch([{ ...item, preview: { status: 'ready', preview: { type: 'text', text: lines } } }])],
      }),
    );
    const preview = screen.getByRole('figure');
    expect(preview.scrollHeight).toBeGreaterThan(preview.clientHeight);

    await hand.click(screen.getByRole('button', { name: 'Show the whole preview' }));

    expect(preview.scrollHeight).toBe(preview.clientHeight);
    expect(preview).toHaveFocus();
  });
});
