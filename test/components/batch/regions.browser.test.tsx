import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { ApprovalQueue } from '../../../src/components/index.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

function showQueues(...queues: readonly (readonly PendingItem[])[]): readonly FakeRun[] {
  const runs = queues.map((items) => fakeRun({ pending: [batch(items)] }));
  // Each has a separate root, as on a page with several roots.
  for (const run of runs) render(<ApprovalQueue run={run} />);
  return runs;
}

const names = (): readonly string[] => {
  const named = screen.getAllByRole('region').map((region) => {
    const parts = (region.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
    return parts.map((part) => part?.ariaLabel ?? part?.textContent).join(' ');
  });
  for (const name of named) screen.getByRole('region', { name });
  return named;
};

describe('The regions of several queues on a page', () => {
  it('are told apart by the first of their calls where they are called the same', () => {
    showQueues([approval('a')], [approval('b')], [approval('c'), approval('d')]);

    expect(names()).toEqual([
      '1 action needs your approval Write a',
      '1 action needs your approval Write b',
      '2 actions need your approval',
    ]);
  });

  it('are numbered where that is the same, too', () => {
    showQueues([approval('a')], [approval('a')]);

    expect(names()).toEqual(['1 action needs your approval Write a', '1 action needs your approval Write a (2)']);
  });

  it('are called by their title alone once the other one is gone', () => {
    const [, second] = showQueues([approval('a')], [approval('b')]);

    act(() => second?.set({ pending: [] }));

    expect(names()).toEqual(['1 action needs your approval']);
  });

  it('say nothing that is hidden in the call', () => {
    showQueues(
      [
        approval('a', {
          title: 'Log in with s3cret',
          input: { password: 's3cret' },
          redactions: { hide: [['password']] },
        }),
      ],
      [approval('b')],
    );

    expect(names()[0]).toMatch(/^1 action needs your approval Log in with/);
    expect(names().join()).not.toContain('s3cret');
  });

  it('differ where actions are left open, too', () => {
    const parkedRun = (id: string): FakeRun => {
      const run = fakeRun({ parked: { approvals: [approval(id).call], calls: [], metadata: {} } });
      render(<ApprovalQueue run={run} />);
      return run;
    };
    parkedRun('a');
    parkedRun('b');

    expect(names()).toEqual(['1 action left open Write a', '1 action left open Write b']);
  });
});
