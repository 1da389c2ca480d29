import { describe, expect, it } from 'vitest';
import { defaultStrings } from '../../src/components/default-strings.js';
import type { FeedRow } from '../../src/components/feed/feed-row.js';
import { feedRows } from '../../src/components/feed/feed-rows.js';
import type { CallEnd, CallStatus } from '../../src/protocol/call-end.js';
import type { DeferredToolResults } from '../../src/protocol/deferred.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';

const words = { feed: defaultStrings.feed, answers: defaultStrings.approval.answers };

/** Events ten milliseconds apart. */
function events(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({ v: 1, seq, at: seq * 10, runId: 'run-1', agentPath: ['workspace'], ...body }));
}

const rows = (...bodies: RunEventBody[]): readonly FeedRow[] => feedRows(events(...bodies), words);
const told = (all: readonly FeedRow[]): string[] =>
  all.map(({ kind, words: line, detail }) => [kind, line, ...(detail === undefined ? [] : [`(${detail})`])].join(' '));

const call = { toolCallId: 'a', toolName: 'write_file', title: 'Clear .env', input: { path: '.env' } };
const called: RunEventBody = { type: 'tool-call', toolCallId: 'a', toolName: 'write_file', input: { path: '.env' } };
const by = { type: 'person' } as const;
const asked: RunEventBody = { type: 'approval-requested', batchId: 'b', call };
const started: RunEventBody = {
  type: 'tool-start',
  toolCallId: 'a',
  toolName: 'write_file',
  title: 'Clear .env',
  input: {},
  approved: false,
  edited: false,
};
const ended = (end: CallEnd): RunEventBody => ({ type: 'tool-end', toolCallId: 'a', toolName: 'write_file', end });

const answered: DeferredToolResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };

describe('feedRows folds', () => {
  it('a text into one growing line', () => {
    const start: RunEventBody = { type: 'text-start', id: '1' };
    const deltas: RunEventBody[] = ['I ', 'wrote\n', 'it.'].map((delta) => ({ type: 'text-delta', id: '1', delta }));

    const growing = rows(start, ...deltas);
    const done = rows(start, ...deltas, { type: 'text-end', id: '1' });

    expect(told(growing)).toEqual(['live text (I wrote it.)']);
    expect(told(done)).toEqual(['note text (I wrote it.)']);
    expect(done[0]?.duration).toBe(40);
    expect(done[0]?.events).toHaveLength(5);
    expect(done[0]?.key).toBe(growing[0]?.key);
  });

  it('a long text into its beginning', () => {
    const [row] = rows({ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'x'.repeat(9000) });

    expect(row?.detail).toHaveLength(160);
  });

  it('texts with one id in two steps into two lines', () => {
    const text: RunEventBody[] = [
      { type: 'text-start', id: '1' },
      { type: 'text-end', id: '1' },
    ];

    const all = rows({ type: 'step-start', step: 1 }, ...text, { type: 'step-start', step: 2 }, ...text);

    expect(all.filter((row) => row.words === 'text')).toHaveLength(2);
  });

  it('a call that runs at once into one line, with the time that it ran', () => {
    const all = rows(
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'write_file' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: '{"path"' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: ':".env"}' },
      { type: 'tool-input-end', toolCallId: 'a' },
      called,
      started,
      { type: 'tool-progress', toolCallId: 'a', value: 0.5 },
      ended({ status: 'returned', value: 'ok' }),
    );

    expect(told(all)).toEqual(['ok write_file (50 %)']);
    expect(all[0]?.duration).toBe(20);
    expect(all[0]?.events).toHaveLength(8);
  });

  it('a call that is written into a line that says so', () => {
    const all = rows(
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'write_file' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: '{"pa' },
    );

    expect(told(all)).toEqual(['live write_file is written ({"pa)']);
  });
});

describe('feedRows tells a batch', () => {
  const request: RunEventBody = {
    type: 'deferred-request',
    batchId: 'b',
    round: 1,
    requests: { approvals: [call], calls: [], metadata: {} },
  };

  it('that waits, hollow', () => {
    const all = rows(called, request, asked);

    expect(told(all)).toEqual([
      'note write_file called ({"path":".env"})',
      'wait batch of 1 handed over',
      'wait write_file waits (Clear .env)',
    ]);
  });

  it('after a tool that ran and then asked', () => {
    const all = rows(called, started, request, asked);

    expect(told(all)).toEqual([
      'note write_file asks first (Clear .env)',
      'wait batch of 1 handed over',
      'wait write_file waits (Clear .env)',
    ]);
  });

  it('that is answered, in place, and the run of the call below', () => {
    const all = rows(
      request,
      asked,
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-approved', overrideArgs: {} }, by },
      { type: 'deferred-response', batchId: 'b', results: answered },
      started,
      ended({ status: 'returned', value: null }),
    );

    expect(told(all)).toEqual([
      'note batch of 1 answered',
      'ok write_file approved with edits (Clear .env)',
      'ok write_file (Clear .env)',
    ]);
    expect(all.map((row) => row.duration)).toEqual([30, 10, 10]);
  });

  it('with a denial, once', () => {
    const all = rows(
      asked,
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-denied', message: 'no' }, by },
      ended({ status: 'denied', message: 'no' }),
    );

    expect(told(all)).toEqual(['no write_file denied: no (Clear .env)']);
  });

  it('that was cancelled while it waited', () => {
    const all = rows(asked, ended({ status: 'cancelled' }));

    expect(told(all)).toEqual(['note write_file cancelled (Clear .env)']);
  });

  it('that nobody took', () => {
    const all = rows(request, { type: 'deferred-response', batchId: 'b', results: null });

    expect(told(all)).toEqual(['note batch of 1 left open']);
  });

  it('and an answer that came too late, square', () => {
    const all = rows(called, { type: 'late-answer', toolCallId: 'a', by: 'answered' });

    expect(told(all)[1]).toBe('no late answer ignored (write_file, answered elsewhere)');
  });
});

describe('feedRows tells an end', () => {
  const ends: Readonly<Record<CallStatus, CallEnd>> = {
    returned: { status: 'returned', value: 1 },
    failed: { status: 'failed', message: 'disk full' },
    retry: { status: 'retry', message: 'again' },
    denied: { status: 'denied', message: 'no' },
    blocked: { status: 'blocked', message: 'rule' },
    expired: { status: 'expired' },
    cancelled: { status: 'cancelled' },
    skipped: { status: 'skipped' },
    interrupted: { status: 'interrupted' },
    unknown: { status: 'unknown' },
  };

  it.each(Object.values(ends))('$status of a call that nobody was asked about', (end) => {
    const [row] = rows(ended(end));

    expect(row?.words).toBe(end.status === 'returned' ? 'write_file' : `write_file ${end.status}`);
    expect(row?.detail).toBe('message' in end ? end.message : undefined);
  });

  it.each([
    ['completed', 'ok', 'run completed'],
    ['deferred', 'wait', 'run ends open'],
    ['aborted', 'note', 'run stopped'],
    ['failed', 'no', 'run failed'],
  ] as const)('%s of a run', (outcome, kind, line) => {
    const all = rows(
      { type: 'run-start', conversationId: 'c', prompt: [] },
      { type: 'run-end', outcome, usage: noUsage },
    );

    expect(told(all)).toEqual(['note run begins', `${kind} ${line}`]);
  });

  it('of a run, after which nothing goes on', () => {
    const all = rows(asked, started, { type: 'run-end', outcome: 'aborted', usage: noUsage, reason: 'stop' });

    expect(told(all)).toEqual([
      'note write_file waits (Clear .env)',
      'note write_file runs (Clear .env)',
      'note run stopped (stop)',
    ]);
  });
});

describe('feedRows tells', () => {
  it('steps and their model calls, with the tokens of each', () => {
    const usage = (inputTokens: number, outputTokens: number): RunEventBody => ({
      type: 'usage',
      usage: { ...noUsage, inputTokens, outputTokens },
    });
    const all = rows(
      { type: 'step-start', step: 1 },
      usage(63, 21),
      { type: 'step-end', step: 1, finishReason: 'tool-calls', messages: [] },
      { type: 'step-start', step: 2 },
      usage(100, 30),
    );

    expect(told(all)).toEqual([
      'step Step 1',
      'note model call (63 → 21 tokens)',
      'step Step 2',
      'note model call (37 → 9 tokens)',
    ]);
    expect(all.map((row) => row.duration)).toEqual([20, 10, undefined, 10]);
  });

  it('who it is about when an agent called another', () => {
    const [event] = events({ type: 'step-start', step: 1 });
    const nested = event === undefined ? [] : [{ ...event, agentPath: ['workspace', 'cleaner'] }];

    const [row] = feedRows(nested, words);

    expect(row?.agent).toBe('cleaner');
  });

  it('warnings', () => {
    expect(told(rows({ type: 'warning', code: 'tokens', message: 'Long history' }))).toEqual([
      'warn Long history (tokens)',
    ]);
  });

  it('every line under a key of its own, also for runs that repeat ids', () => {
    const again = events(called).map((event) => ({ ...event, runId: 'run-2' }));

    const all = feedRows([...events(called, called), ...again], words);

    expect(new Set(all.map((row) => row.key)).size).toBe(all.length);
    expect(all).toHaveLength(2);
  });
});
