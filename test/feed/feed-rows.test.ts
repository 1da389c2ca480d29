import { describe, expect, it } from 'vitest';
import { callTones, defaultCallWords } from '../../src/conversation/call-look.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import type { FeedRow } from '../../src/feed/feed-row.js';
import type { CallEnd, CallStatus } from '../../src/protocol/call-end.js';
import type { DeferredToolResults } from '../../src/protocol/deferred.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from './feed-rows.js';

const words = {
  feed: defaultStrings.feed,
  calls: defaultStrings.card,
  format: feedFormat('en'),
};

/** Events ten milliseconds apart. */
function events(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({ v: 1, seq, at: seq * 10, runId: 'run-1', agentPath: ['workspace'], ...body }));
}

const rows = (...bodies: RunEventBody[]): readonly FeedRow[] => feedRows(events(...bodies), words);
const rowTexts = (all: readonly FeedRow[]): string[] =>
  all.map(({ kind, words: line, detail = '', notes = [] }) =>
    [kind, line, ...(detail === '' ? [] : [`(${detail})`]), ...notes.map((note) => `[${note}]`)].join(' '),
  );

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

    expect(rowTexts(growing)).toEqual(['live text (I wrote it.)']);
    expect(rowTexts(done)).toEqual(['note text (I wrote it.)']);
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

    expect(rowTexts(all)).toEqual(['ok Clear .env: done (50 %)']);
    expect(all[0]?.duration).toBe(20);
    expect(all[0]?.events).toHaveLength(8);
  });

  it('a call that is written into a line that says so', () => {
    const all = rows(
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'write_file' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: '{"pa' },
    );

    expect(rowTexts(all)).toEqual(['live Write file: being written (4 characters)']);
  });
});

describe('feedRows tells a batch', () => {
  const request: RunEventBody = {
    type: 'deferred-request',
    batchId: 'b',
    round: 1,
    requests: { approvals: [call], calls: [], metadata: {} },
  };

  it('that waits, hollow, in the lines of its calls', () => {
    const all = rows(called, request, asked);

    expect(rowTexts(all)).toEqual(['wait Clear .env: waits for an answer', 'wait Asked you about 1 action']);
    expect(all[0]?.spent).toBe('wait');
  });

  it('after a tool that ran and then asked', () => {
    const all = rows(called, started, request, asked);

    expect(rowTexts(all)).toEqual(['wait Clear .env: waits for an answer', 'wait Asked you about 1 action']);
  });

  it('that is answered, and how the call went then, in one line', () => {
    const asks = [request, asked];
    const says: RunEventBody[] = [
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-approved', overrideArgs: {} }, by },
      { type: 'deferred-response', batchId: 'b', results: answered },
    ];
    const runs: RunEventBody[] = [
      { ...started, edited: true } as RunEventBody,
      ended({ status: 'returned', value: null }),
    ];

    const waited = rows(...asks, ...says);
    const all = rows(...asks, ...says, ...runs);

    expect(rowTexts(waited)).toEqual([
      'note 1 action answered',
      'ok Write file: approved with edits [was: Clear .env]',
    ]);
    expect(waited[1]).toMatchObject({ by: 'by a person', duration: 10, spent: 'wait' });
    expect(rowTexts(all)).toEqual(['note 1 action answered', 'ok Clear .env: done [approved with edits]']);
    expect(all[1]).toMatchObject({ by: 'by a person', duration: 10, spent: 'work' });
  });

  it('with a denial, once, which does not count as a problem', () => {
    const all = rows(
      asked,
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-denied', message: 'no' }, by },
      ended({ status: 'denied', message: 'no' }),
    );

    expect(rowTexts(all)).toEqual(['no Clear .env: denied: no']);
    expect(all[0]).toMatchObject({ isProblem: false, by: 'by a person' });
  });

  it('that was cancelled while it waited', () => {
    const all = rows(asked, ended({ status: 'cancelled' }));

    expect(rowTexts(all)).toEqual(['note Clear .env: cancelled']);
  });

  it('that nobody took', () => {
    const all = rows(request, { type: 'deferred-response', batchId: 'b', results: null });

    expect(rowTexts(all)).toEqual(['note 1 action left open']);
  });

  it('and an answer that came too late', () => {
    const all = rows(called, { type: 'late-answer', toolCallId: 'a', reason: 'answered' });

    expect(rowTexts(all)[1]).toBe('warn late answer ignored (Write file, answered elsewhere)');
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

    const state = defaultCallWords.states[end.status];
    expect(row?.words).toBe(`Write file: ${state}${'message' in end ? `: ${end.message}` : ''}`);
    expect(row?.kind).toBe(callTones[end.status]);
    expect(row?.isProblem).toBe(['failed', 'retry', 'expired', 'interrupted', 'unknown'].includes(end.status));
  });

  it.each([
    ['completed', 'ok', 'agent finished'],
    ['deferred', 'wait', 'agent paused, actions left open'],
    ['aborted', 'note', 'agent stopped'],
    ['failed', 'no', 'agent failed'],
  ] as const)('%s of a run', (outcome, kind, line) => {
    const all = rows(
      { type: 'run-start', conversationId: 'c', prompt: [] },
      { type: 'run-end', outcome, usage: noUsage },
    );

    expect(rowTexts(all)).toEqual(['note agent started', `${kind} ${line}`]);
  });

  it('of a run, after which nothing continues', () => {
    const all = rows(asked, started, { type: 'run-end', outcome: 'aborted', usage: noUsage, reason: 'stop' });

    expect(rowTexts(all)).toEqual(['note Clear .env: running', 'note agent stopped (stop)']);
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

    expect(rowTexts(all)).toEqual([
      'step Step 1',
      'note asked the model (63 → 21 tokens)',
      'step Step 2',
      'note asked the model (37 → 9 tokens)',
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
    expect(rowTexts(rows({ type: 'warning', code: 'tokens', message: 'Long history' }))).toEqual([
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

const nestedIn = (path: readonly string[], call: string, bodies: readonly RunEventBody[]): RunEventBody[] =>
  bodies.map((body) => ({ ...body, agentPath: path, callPath: [call] }));
const runStart: RunEventBody = { type: 'run-start', conversationId: 'c', prompt: [] };
const outline = (all: readonly FeedRow[]): string[] =>
  all.map(({ depth, words: line }) => `${'. '.repeat(depth)}${line}`);
const parents = (all: readonly FeedRow[]): (string | undefined)[] =>
  all.map(({ parent }) => (parent === undefined ? undefined : all[parent]?.words));

describe('feedRows groups', () => {
  it('steps in their run, and calls in their step, each in one line', () => {
    const all = rows(
      runStart,
      { type: 'step-start', step: 1 },
      called,
      asked,
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-approved' }, by },
      started,
      ended({ status: 'returned', value: null }),
      { type: 'step-end', step: 1, finishReason: 'tool-calls', messages: [] },
      { type: 'step-start', step: 2 },
      { type: 'run-end', outcome: 'completed', usage: noUsage },
    );

    expect(outline(all)).toEqual([
      'agent started',
      '. Step 1',
      '. . asked the model',
      '. . Clear .env: done',
      '. Step 2',
      '. . asked the model',
      '. agent finished',
    ]);
    expect(all.flatMap((row) => (row.isGroup ? [row.words] : []))).toEqual(['agent started', 'Step 1', 'Step 2']);
    expect(all[3]).toMatchObject({ kind: 'ok', duration: 10 });
  });

  it('the run of a sub-agent in the call that it is, also beside another', () => {
    const start = (toolCallId: string, title: string): RunEventBody => ({
      ...started,
      toolCallId,
      toolName: title,
      title,
    });
    const all = rows(
      runStart,
      { type: 'step-start', step: 1 },
      start('1', 'cleaner'),
      start('2', 'writer'),
      ...nestedIn(['workspace', 'cleaner'], '1', [runStart, { type: 'step-start', step: 1 }]),
      ...nestedIn(['workspace', 'writer'], '2', [runStart]),
      ...nestedIn(['workspace', 'cleaner'], '1', [{ type: 'text-start', id: 't' }]),
    );

    expect(parents(all).slice(3)).toEqual([
      'Step 1',
      'Step 1',
      'cleaner: running',
      'agent started',
      'Step 1',
      'writer: running',
      'Step 1',
    ]);
    expect(all.at(-1)?.agent).toBe('cleaner');
  });

  it('what came before any run in nothing', () => {
    expect(parents(rows(called, asked))).toEqual([undefined]);
  });
});

describe('feedRows says who', () => {
  it.each([
    [{ type: 'person' }, 'by a person'],
    [{ type: 'person', name: 'Ana' }, 'by Ana'],
    [{ type: 'page' }, 'by this page'],
    [{ type: 'handler' }, 'by the app'],
    [{ type: 'rule', policy: 'files', rule: 'drafts' }, 'by rule drafts of policy files'],
    [{ type: 'rule', policy: 'files' }, 'by policy files'],
    [{ type: 'grant', grantIds: ['g'] }, 'by a remembered decision'],
    [{ type: 'expiry' }, 'by the clock'],
  ] as const)('answered: %j', (who, told) => {
    const [row] = rows(asked, {
      type: 'answer',
      batchId: 'b',
      toolCallId: 'a',
      answer: { kind: 'tool-approved' },
      by: who,
    });

    expect(row?.by).toBe(told);
  });

  it.each([
    ['allow', 'allowed by policy files: It is a draft.'],
    ['ask', 'asked about by policy files: It is a draft.'],
    ['deny', 'denied by policy files: It is a draft.'],
    ['block', 'blocked by policy files: It is a draft.'],
  ] as const)('decided by a rule, in the line of its call: %s', (effect, said) => {
    const decided = { toolName: 'write_file', toolCallId: 'a', effect, reason: 'It is a draft.' };
    const all = rows(called, { type: 'policy-decision', ...decided, by: { type: 'rule', policy: 'files' } });

    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ notes: [said], topic: 'tools', otherTopics: ['policy'] });
    expect(all[0]?.events).toHaveLength(2);
  });

  it('kept a tool from the model', () => {
    const kept = { toolName: 'delete_file', effect: 'block', reason: 'Never here.' } as const;
    const [row] = rows({ type: 'policy-decision', ...kept, by: { type: 'rule', policy: 'files' } });

    expect(row).toMatchObject({
      kind: 'no',
      topic: 'policy',
      isProblem: false,
      words: 'delete_file is not offered to the model',
    });
  });

  it('has until when to answer', () => {
    const deadline = {
      type: 'deadline',
      batchId: 'b',
      expiresAt: { c: 1_800_000_000_000, a: 1_700_000_000_000 },
    } as const;
    const requests = { approvals: [call], calls: [], metadata: {} };
    const [row] = rows({ type: 'deferred-request', batchId: 'b', round: 1, requests }, deadline);
    const [extended] = rows({ type: 'extended', batchId: 'b', toolCallId: 'a', expiresAt: 1_700_000_000_000 });

    expect(row?.detail).toMatch(/^until \d/);
    expect(row?.detail).toBe(extended?.detail);
    expect(row?.events.length).toBe(2);
  });

  it('has no word on a time that no date reaches', () => {
    const requests = { approvals: [call], calls: [], metadata: {} };
    const asks = { type: 'deferred-request', batchId: 'b', round: 1, requests } as const;
    const [row, , extended] = rows(
      asks,
      { type: 'deadline', batchId: 'b', expiresAt: { a: Number.MAX_SAFE_INTEGER } },
      asked,
      { type: 'extended', batchId: 'b', toolCallId: 'a', expiresAt: Number.MAX_SAFE_INTEGER },
    );

    expect(row?.detail).toBeUndefined();
    expect(extended).toMatchObject({ words: 'more time: Clear .env' });
    expect(extended?.detail).toBeUndefined();
  });

  it('gave more time, and until when', () => {
    const all = rows(asked, { type: 'extended', batchId: 'b', toolCallId: 'a', expiresAt: 1_700_000_000_000 });

    expect(all[1]).toMatchObject({ kind: 'note', topic: 'people', words: 'more time: Clear .env' });
    expect(all[1]?.detail).toMatch(/^until \d/);
  });

  it('says who gave more time, also where several people of one name decided', () => {
    const people = [
      { id: 'ada-1', name: 'Ada' },
      { id: 'ada-2', name: 'Ada' },
    ];
    const moved = { type: 'extended', batchId: 'b', toolCallId: 'a', expiresAt: 1_700_000_000_000 } as const;

    expect(rows(asked, { ...moved, by: { type: 'person', id: 'ada-1' } })[1]?.by).toBe('by ada-1');
    expect(rows(asked, { ...moved, by: { type: 'people', people } })[1]?.by).toBe('by Ada (ada-1), Ada (ada-2)');
  });
});

describe('feedRows shows no secret', () => {
  it('of an input', () => {
    const [row] = rows({ ...called, input: { password: 'hunter2', path: '.env' } } as RunEventBody);

    expect(row?.detail).toBe('{"password":"[redacted]","path":".env"}');
  });

  it('of an input that is still written', () => {
    const [row] = rows(
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'login' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: '{"password":"hun' },
      { type: 'tool-input-delta', toolCallId: 'a', delta: 'ter2"' },
    );

    expect(row?.detail).toBe('21 characters');
  });
});

describe('feedRows adds up', () => {
  it('steps, calls, tokens, retries and problems, a problem once', () => {
    const usage = { ...noUsage, inputTokens: 60, outputTokens: 20 };
    const nested = { ...noUsage, inputTokens: 10, outputTokens: 5 };
    const list = events(
      runStart,
      { type: 'step-start', step: 1 },
      {
        type: 'model-retry',
        attempt: 1,
        delay: 500,
        error: { name: 'Error', code: 'model-call', message: 'overloaded' },
      },
      called,
      asked,
      { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-denied', message: 'no' }, by },
      ended({ status: 'denied', message: 'no' }),
      ...nestedIn(['workspace', 'cleaner'], '1', [{ type: 'usage', usage: nested }]),
      { type: 'usage', usage },
      { type: 'run-end', outcome: 'completed', usage },
    );

    expect(new FeedProjector(words).read(list).totals.sums).toEqual({
      events: 10,
      steps: 1,
      calls: 0,
      inputTokens: 60,
      outputTokens: 20,
      retries: 1,
      problems: 1,
      time: 90,
    });
  });
});
