import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ApprovalQueue, EventFeed, Feed, type Replay, Thread } from '../../../src/components/index.js';
import { noUsage } from '../../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';

loadKitStyles();

afterEach(cleanup);

function listOf(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({
    v: 1,
    seq,
    at: 1_700_000_000_000 + seq * 100,
    runId: 'r',
    agentPath: ['lead'],
    ...body,
  }));
}

const call = { toolCallId: 'a', toolName: 'write_file', title: 'Clear .env', input: { path: '.env' } };
const recorded = listOf(
  { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Clear it' }] },
  { type: 'step-start', step: 1 },
  { type: 'tool-call', toolCallId: 'a', toolName: 'write_file', input: call.input },
  { type: 'deferred-request', batchId: 'b', round: 1, requests: { approvals: [call], calls: [], metadata: {} } },
  { type: 'approval-requested', batchId: 'b', call },
  {
    type: 'answer',
    batchId: 'b',
    toolCallId: 'a',
    answer: { kind: 'tool-denied', message: 'no' },
    by: { type: 'person' },
  },
  { type: 'deferred-response', batchId: 'b', results: null },
  { type: 'tool-end', toolCallId: 'a', toolName: 'write_file', end: { status: 'denied', message: 'no' } },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Kept.' },
  { type: 'text-end', id: 't' },
  { type: 'run-end', outcome: 'completed', usage: noUsage },
);

const slider = (): HTMLInputElement => screen.getByRole('slider', { name: 'Position in the recording' });

describe('Feed.Replay', () => {
  it('shows the feed at the end, and steps through it with keys', async () => {
    render(<Feed.Replay events={recorded} />);
    expect(screen.getByRole('row', { name: /agent finished/ })).toBeVisible();
    expect(slider()).toHaveAttribute('aria-valuetext', expect.stringContaining('Event 12 of 12'));

    await userEvent.click(screen.getByRole('button', { name: 'One event back' }));
    expect(screen.queryByRole('row', { name: /agent finished/ })).toBeNull();

    act(() => slider().focus());
    fireEvent.change(slider(), { target: { value: '0' } });
    expect(screen.getByText('Nothing has happened yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'One event on' }));
    expect(screen.getByRole('row', { name: /agent started/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'To the end' }));
    expect(screen.getByRole('row', { name: /agent finished/ })).toBeVisible();
  });

  it('shows thread, queue and feed as they were, and takes no answer', async () => {
    let replay: Replay | undefined;
    render(
      <Feed.Replay events={recorded} position={5}>
        {(given) => {
          replay = given;
          return (
            <>
              <Thread run={given.run} />
              <EventFeed run={given.run} />
            </>
          );
        }}
      </Feed.Replay>,
    );
    expect(screen.getByText('Clear it')).toBeVisible();
    expect(screen.getByRole('group', { name: /Clear \.env/ })).toBeVisible();
    expect(replay?.run.status).toBe('waiting');

    await expect(replay?.run.decide('a', true)).rejects.toThrow('This is a recording');
    act(() => replay?.seek(replay.length + 5));

    expect(screen.queryByRole('group', { name: /Clear \.env/ })).toBeNull();
    expect(screen.getAllByText('Kept.').length).toBeGreaterThan(1);
    expect(replay?.position).toBe(12);
  });

  it('says on a card that it takes no answer', async () => {
    render(
      <Feed.Replay events={recorded} position={5}>
        {({ run }) => <ApprovalQueue run={run} />}
      </Feed.Replay>,
    );

    await userEvent.click(screen.getByRole('button', { name: /^Deny/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /Why not/ }), 'I need it{Enter}');

    expect(await screen.findByText(/was not accepted: .*This is a recording/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Why not/ })).toHaveValue('I need it');
  });
});
