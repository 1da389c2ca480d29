import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RunEvent } from 'countersign';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { RunStatus, StringsProvider } from '../../../src/components/index.js';
import type { ConversationState } from '../../../src/conversation/state/conversation-state.js';
import { UserError } from '../../../src/protocol/base/errors.js';
import { noUsage } from '../../../src/protocol/outcome.js';
import { type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

const frame = { v: 1, runId: 'r', agentPath: ['Workspace'] } as const;
const begin: RunEvent = { ...frame, seq: 0, at: 10_000, type: 'run-start', conversationId: 'c', prompt: [] };
const end: RunEvent = { ...frame, seq: 1, at: 14_000, type: 'run-end', outcome: 'completed', usage: noUsage };
const retry: RunEvent = {
  ...frame,
  seq: 1,
  at: 12_000,
  type: 'model-retry',
  attempt: 1,
  delay: 5_000,
  error: { code: 'api', name: 'APICallError', message: 'Overloaded' },
};

const twelve = (): number => 12_000;
const twenty = (): number => 20_000;

function show(state: Partial<ConversationState>, props: Partial<ComponentProps<typeof RunStatus>> = {}): FakeRun {
  const run = fakeRun(state);
  render(
    <StringsProvider locale="en-GB">
      <RunStatus run={run} now={twelve} {...props} />
    </StringsProvider>,
  );
  return run;
}

const status = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[data-cs="run-status"]');
  if (element === null) throw new Error('There is no run status.');
  return element;
};
const words = (): string | null | undefined => status().querySelector('[data-cs="run-state"]')?.textContent;

describe('RunStatus', () => {
  it('says nothing before the first run', () => {
    show({});

    expect(status().textContent).toBe('');
    expect(status()).toHaveAttribute('data-status', 'idle');
  });

  it('C448 says that a conversation is open in another tab, and takes the lead when asked', async () => {
    const run = show({ place: 'elsewhere', status: 'waiting' });

    expect(words()).toBe('Open in another tab');
    await userEvent.click(screen.getByRole('button', { name: 'Use it here' }));

    expect(run.takeLead).toHaveBeenCalledOnce();
  });

  it('offers to use a conversation here only where another tab has it', () => {
    show({ place: 'opening', status: 'waiting' });

    expect(words()).toBe('Opening…');
    expect(screen.queryByRole('button', { name: 'Use it here' })).toBeNull();
  });

  it('says for how long it has been running, in how many steps and tokens', () => {
    const usage = { requests: 2, toolCalls: 0, inputTokens: 1200, outputTokens: 34 };

    show({ status: 'running', events: [begin], usage });

    expect(words()).toBe('Working');
    expect(screen.getByText('2 secs')).toBeVisible();
    expect(screen.getByText('2 steps')).toBeVisible();
    expect(screen.getByText('1,200 → 34 tokens')).toBeVisible();
  });

  it('says how long the run took when it is over', () => {
    show({ events: [begin, end] }, { now: twenty });

    expect(screen.getByText('4 secs')).toBeVisible();
  });

  it('says when the model is asked again, to everyone', () => {
    show({ status: 'running', events: [begin, retry] });

    expect(words()).toBe('The model did not answer. Retrying in 5 secs.');
    expect(screen.getByRole('status')).toHaveTextContent('The model did not answer. Retrying in 5 secs.');
    expect(status()).toHaveAttribute('data-retry', 'waiting');
  });

  it.each([
    [429, 'The model is busy (429). Retrying in 5 secs.'],
    [503, 'The model could not answer (503). Retrying in 5 secs.'],
  ])('says why it is asked again: %s', (code, said) => {
    show({ status: 'running', events: [begin, { ...retry, status: code }] });

    expect(words()).toBe(said);
  });

  it('is working again when that time is over', () => {
    show({ status: 'running', events: [begin, retry] }, { now: twenty });

    expect(words()).toBe('Working');
    expect(status()).not.toHaveAttribute('data-retry');
  });

  it('says what failed, once, to everyone', () => {
    show({ status: 'failed', error: new UserError('no-key', 'The key is wrong.') });

    expect(words()).toBe('Failed');
    expect(screen.getByRole('alert')).toHaveTextContent('The key is wrong.');
  });

  it('stops the run where the app wants a button for that', async () => {
    const run = show({ status: 'waiting' }, { stop: 'button' });

    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));

    expect(run.stop).toHaveBeenCalledOnce();
  });

  it('is what the app renders in its place', () => {
    show(
      { status: 'running' },
      { className: ({ status: state }) => `mine-${state}`, render: (attributes) => <header {...attributes} /> },
    );

    expect(status().localName).toBe('header');
    expect(status()).toHaveClass('mine-running');
  });
});
