import { describe, expect, it } from 'vitest';
import { EventSecrets } from '../../src/feed/event-secrets.js';
import { eventSecretsOf, redactEvents as redactAll } from '../../src/feed/redact-events.js';
import { exportRunEvents, parseRunEvents, RunEventsError } from '../../src/feed/run-event-lines.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';

const token = `sk-${'a1b2'.repeat(6)}`;

function listOf(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({
    v: 1,
    seq,
    at: 1_700_000_000_000 + seq,
    runId: 'r',
    agentPath: ['lead'],
    ...body,
  }));
}

const call = { toolCallId: 'a', toolName: 'login', title: 'Log in', input: { user: 'ana', password: 'hunter2' } };
const inputDelta = (delta: string): RunEventBody => ({ type: 'tool-input-delta', toolCallId: 'a', delta });
const textDelta = (delta: string): RunEventBody => ({ type: 'text-delta', id: 't', delta });
const person = { type: 'person' } as const;

/** One event of each type. */
const every = listOf(
  { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Go' }] },
  { type: 'step-start', step: 1 },
  { type: 'reasoning-start', id: 'q' },
  { type: 'reasoning-delta', id: 'q', delta: 'Hm' },
  { type: 'reasoning-end', id: 'q' },
  { type: 'text-start', id: 't' },
  textDelta('Hello'),
  { type: 'text-end', id: 't' },
  { type: 'source', source: { sourceType: 'url', id: 's', url: 'https://example.com' } },
  { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
  { type: 'reasoning-file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
  { type: 'tool-input-start', toolCallId: 'a', toolName: 'login' },
  inputDelta('{}'),
  { type: 'tool-input-end', toolCallId: 'a' },
  { type: 'tool-call', toolCallId: 'a', toolName: 'login', input: {} },
  { type: 'usage', usage: noUsage },
  { type: 'model-retry', attempt: 1, delay: 10, error: { name: 'Error', code: 'model-call', message: 'overloaded' } },
  {
    type: 'policy-decision',
    toolName: 'login',
    toolCallId: 'a',
    effect: 'ask',
    reason: 'Always',
    by: { type: 'rule', policy: 'p' },
  },
  { type: 'deferred-request', batchId: 'b', round: 1, requests: { approvals: [call], calls: [], metadata: {} } },
  { type: 'approval-requested', batchId: 'b', call },
  { type: 'external-requested', batchId: 'b', call },
  { type: 'deadline', batchId: 'b', expiresAt: { a: 4 } },
  { type: 'extended', batchId: 'b', toolCallId: 'a', expiresAt: 5 },
  { type: 'answer', batchId: 'b', toolCallId: 'a', answer: { kind: 'tool-approved' }, by: person },
  { type: 'late-answer', toolCallId: 'a', reason: 'answered' },
  { type: 'deferred-response', batchId: 'b', results: null },
  { type: 'tool-start', toolCallId: 'a', toolName: 'login', input: {}, title: 'Log in', approved: true, edited: false },
  { type: 'tool-progress', toolCallId: 'a', value: 0.5 },
  { type: 'tool-end', toolCallId: 'a', toolName: 'login', end: { status: 'returned', value: null } },
  { type: 'warning', code: 'w', message: 'Careful' },
  { type: 'step-end', step: 1, finishReason: 'stop', messages: [{ role: 'assistant', content: 'Hello' }] },
  { type: 'run-end', outcome: 'completed', usage: noUsage },
);

const redactEvents = (events: readonly RunEvent[]): readonly RunEvent[] =>
  redactAll(events, eventSecretsOf(events, new EventSecrets()));

describe('exportRunEvents', () => {
  it('writes a line for each event, which parseRunEvents reads again as they were', () => {
    const text = exportRunEvents(every, { content: 'everything' });

    expect(text.split('\n')).toHaveLength(every.length + 1);
    expect(parseRunEvents(text)).toEqual(every);
  });

  it('leaves out secrets unless everything is asked for, and can be read again', () => {
    const events = listOf(
      { type: 'tool-call', toolCallId: 'a', toolName: 'login', input: call.input },
      { type: 'approval-requested', batchId: 'b', call },
      { type: 'usage', usage: { ...noUsage, inputTokens: 12, outputTokens: 7 } },
      { type: 'warning', code: 'w', message: `refused ${token}` },
    );

    const text = exportRunEvents(events);

    expect(text).not.toMatch(/hunter2|sk-a1/);
    expect(text).toContain('ana');
    expect(parseRunEvents(text)[2]).toEqual(events[2]);
    expect(exportRunEvents(events, { content: 'everything' })).toMatch(/hunter2.*sk-a1/s);
  });

  it('leaves out a secret that is spread over deltas', () => {
    const [half, rest] = [token.slice(0, 9), token.slice(9)];
    const events = listOf(
      { type: 'text-start', id: 't' },
      textDelta(`The key is ${half}`),
      inputDelta('{"password":"hun'),
      textDelta(`${rest}.`),
      inputDelta('ter2"}'),
    );

    const redacted = redactEvents(events);

    expect(redacted.flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual([
      'The key is [redacted].',
      '{"password":"[redacted]"}',
      '',
      '',
    ]);
    expect(JSON.stringify(redacted)).not.toContain(rest);
  });

  it('hides an input that breaks off, since nobody can tell what in it is a secret', () => {
    const [event] = redactEvents(listOf(inputDelta('{"password":"hunter2')));

    expect(event).toMatchObject({ delta: '[redacted]' });
  });

  it('keeps texts with one id in two steps apart', () => {
    const start: RunEventBody = { type: 'text-start', id: 't' };

    const redacted = redactEvents(listOf(start, textDelta(token), start, textDelta(`again ${token}`)));

    expect(redacted.flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual([
      '[redacted]',
      'again [redacted]',
    ]);
  });

  it('hides what a tool wants hidden, wherever its input stands', () => {
    const own = { ...call, input: { pin: '1234', note: 'x' }, redactions: { hide: [['pin']] } };
    const events = listOf(
      { type: 'tool-call', toolCallId: 'a', toolName: 'login', input: own.input },
      { type: 'deferred-request', batchId: 'b', round: 1, requests: { approvals: [own], calls: [], metadata: {} } },
      { type: 'approval-requested', batchId: 'b', call: own },
      {
        type: 'answer',
        batchId: 'b',
        toolCallId: 'a',
        answer: { kind: 'tool-approved', overrideArgs: { pin: '1234' } },
        by: person,
      },
      { type: 'warning', code: 'other', message: 'It ran.', ranAs: { toolCallId: 'a', input: { pin: '98765' } } },
    );

    expect(exportRunEvents(events)).not.toMatch(/1234|98765/);
  });

  it('keeps the very events that hold no secret', () => {
    const events = every.filter(({ type }) => !/request/.test(type));

    expect(redactEvents(events).every((event, index) => event === events[index])).toBe(true);
  });
});

describe('parseRunEvents', () => {
  const text = exportRunEvents(every);
  const lines = text.trimEnd().split('\n');
  const lineOf = (broken: string, options = {}): number | undefined => {
    try {
      parseRunEvents(broken, options);
    } catch (error) {
      if (RunEventsError.isInstance(error) && error instanceof RunEventsError) return error.line;
    }
    throw new Error('It was read.');
  };
  const replaced = (index: number, change: object): string =>
    lines.map((line, at) => (at === index ? JSON.stringify({ ...JSON.parse(line), ...change }) : line)).join('\n');

  it('skips empty lines, a mark at the beginning, and takes lines that end in both ways', () => {
    expect(parseRunEvents(`\uFEFF\n${lines.join('\r\n\r\n')}\r\n`)).toHaveLength(every.length);
    expect(parseRunEvents('')).toEqual([]);
  });

  it.each([
    ['no JSON', `${lines[0]}\n{"v":1,`, 2],
    ['no object', `${lines[0]}\n\n[1]`, 3],
    ['another version', replaced(4, { v: 2 }), 5],
    ['a type that is not known', replaced(0, { type: 'toString' }), 1],
    ['a time that is none', replaced(2, { at: 1e300 }), 3],
    ['nobody who did it', replaced(2, { agentPath: [] }), 3],
    ['a member that is missing', replaced(6, { delta: undefined }), 7],
    ['a call that is none', replaced(19, { call: { toolCallId: 'a' } }), 20],
    ['a deadline that is none', replaced(21, { expiresAt: { a: 1e300 } }), 22],
    ['more time until never', replaced(22, { expiresAt: 1e300 }), 23],
    ['an end that is none', replaced(28, { end: { status: 'perhaps' } }), 29],
    ['a line that is missing', lines.toSpliced(3, 1).join('\n'), 4],
    ['a line that stands there twice', [...lines.slice(0, 3), ...lines.slice(2)].join('\n'), 4],
  ])('says in which line there is %s', (_, broken, line) => {
    expect(lineOf(broken)).toBe(line);
  });

  it('says what is wrong, why nothing is there, and what to do', () => {
    expect(() => parseRunEvents(replaced(6, { delta: 1 }))).toThrow(
      'Line 7 cannot be read: as a text-delta, its delta is missing or wrong. Nothing was loaded. Pass what exportRunEvents made',
    );
  });

  it('reads no more than it may', () => {
    expect(lineOf(text, { maxLength: 100 })).toBeUndefined();
    expect(lineOf(text, { maxEvents: 3 })).toBe(4);
  });

  it.each(every.map((event) => [event.type, event] as const))(
    'refuses a %s without what it is about',
    (type, event) => {
      const { v, seq, at, runId, agentPath } = event;

      expect(() => parseRunEvents(JSON.stringify({ v, seq, at, runId, agentPath, type }))).toThrow(RunEventsError);
    },
  );
});
