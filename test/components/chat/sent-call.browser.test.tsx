import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Approval, Thread } from '../../../src/components/index.js';
import {
  type CallRecord,
  callRecord,
  type ToolPart,
  withRecord,
} from '../../../src/conversation/messages/call-record.js';
import { type CallEvent, reduceCall } from '../../../src/conversation/messages/reduce-call.js';
import { fakeRun } from '../support.js';

afterEach(cleanup);

const about = { toolCallId: 'call-1', toolName: 'write_file' } as const;
const envelope = { v: 1, seq: 0, at: 0, runId: 'run', agentPath: ['agent'], ...about } as const;
const sent: CallEvent = { ...envelope, type: 'approval-responded', approved: true };

function after(...events: readonly CallEvent[]): ToolPart {
  const asked: CallRecord = { phase: 'approved' };
  const part = { ...about, type: 'dynamic-tool', input: { path: 'a.txt' }, state: 'input-available' } as const;
  return events.reduce((made, event) => reduceCall({ part: made, record: callRecord(made) }, event), {
    ...part,
    ...withRecord(asked),
  } as ToolPart);
}

function lineOf(part: ToolPart): string {
  render(<Thread run={fakeRun({ messages: [{ id: 'a', role: 'assistant', parts: [part] }] })} />);
  return screen.getByRole('log').textContent ?? '';
}

it('C204 says that an approval was sent, and no more, until its server responds', () => {
  expect(lineOf(after(sent))).toContain('approved, sent to the server that runs it');
  expect(document.querySelector('[data-cs="call"]')).toHaveAttribute('data-phase', 'sent');
});

it('C204 says no more in the record of the call, which shows no progress then', () => {
  render(
    <Approval.Root part={after(sent)}>
      <Approval.Record />
    </Approval.Root>,
  );

  expect(screen.getByText(/^approved, sent to the server that runs it/)).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(document.querySelector('[data-cs="card-record"]')).toHaveAttribute('data-state', 'sent');
});

it('C207 shows the input that its server executes, instead of saying only that the approval was sent', () => {
  const other: CallEvent = {
    ...envelope,
    type: 'warning',
    code: 'remote-other-input',
    message: 'Another input.',
    ranAs: { toolCallId: 'call-1', input: { path: '/' } },
  };

  expect(lineOf(after(sent, other))).toContain('running · the server ran it with another input');
});

it.each<[string, CallEvent, string]>([
  ['progress', { ...envelope, type: 'tool-progress', value: 1 }, 'running'],
  ['a result', { ...envelope, type: 'tool-end', end: { status: 'returned', value: 'ok' } }, 'done'],
  ['nothing, as the run was stopped', { ...envelope, type: 'tool-end', end: { status: 'unknown' } }, 'cut off'],
])('C204 shows the received state: %s', (_, heard, words) => {
  const line = lineOf(after(sent, heard));

  expect(line).toContain(words);
  expect(line).not.toContain('sent to the server');
});
