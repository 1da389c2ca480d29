import { act, cleanup, render, screen } from '@testing-library/react';
import { Inbox } from 'countersign/components';
import { createAgent } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InboxState, ListedRun, RunInbox } from '../../../src/hooks/use-run-inbox.js';

afterEach(cleanup);

const over: ListedRun = {
  runId: 'r1',
  title: 'Clear .env',
  agent: 'files',
  conversationId: 'c1',
  startedBy: { id: 'eve' },
  startedAt: 1,
  state: { type: 'ended', outcome: 'completed', at: 2 },
};

/** An inbox that polls its server when the test decides. */
function manualInbox(history: RunInbox['history']) {
  let state: InboxState = { status: 'ready', error: null, asked: {}, news: [] };
  const listeners = new Set<() => void>();
  const inbox: RunInbox = {
    id: 'inbox',
    agent: createAgent({ model: scriptedModel(['Nothing waits.']) }),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => {},
    history,
    decided: async () => [],
    record: async () => [],
  };
  const look = (): Promise<void> =>
    act(async () => {
      state = { ...state, asked: {} };
      for (const listener of listeners) listener();
    });
  return { inbox, look };
}

describe('the history of an inbox', () => {
  it('C272 shows a run as completed after its last request was answered, once the server was read', async () => {
    const history = vi.fn(async (): Promise<readonly ListedRun[]> => []);
    const { inbox, look } = manualInbox(history);
    render(
      <Inbox.Root inbox={inbox}>
        <Inbox.History />
      </Inbox.Root>,
    );
    await expect.poll(() => screen.queryByText('Nothing has finished yet.')).not.toBeNull();

    history.mockResolvedValue([over]);
    await look();

    expect(await screen.findByText('Clear .env')).toBeDefined();
  });

  it('hears out a server that takes longer than from one look to the next', async () => {
    let answer = (_: readonly ListedRun[]): void => {};
    const signals: AbortSignal[] = [];
    const history = vi.fn((signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<readonly ListedRun[]>((resolve) => {
        answer = resolve;
      });
    });
    const { inbox, look } = manualInbox(history);
    const { unmount } = render(
      <Inbox.Root inbox={inbox}>
        <Inbox.History />
      </Inbox.Root>,
    );

    await look();
    await look();
    answer([over]);

    expect(await screen.findByText('Clear .env')).toBeDefined();
    expect(history).toHaveBeenCalledOnce();
    await look();
    expect(history).toHaveBeenCalledTimes(2);
    unmount();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });
});
