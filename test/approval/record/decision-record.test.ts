import { afterEach, describe, expect, it, vi } from 'vitest';
import { decisionRecord, toJsonLines } from '../../../src/approval/record/decision-record.js';
import type { DecidedBy } from '../../../src/protocol/decided-by.js';
import type { DeferredCall } from '../../../src/protocol/deferred.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

const ann: DecidedBy = { type: 'person', name: 'Ann' };
const rule: DecidedBy = { type: 'rule', policy: 'house', rule: 'no keys' };
const call: DeferredCall = {
  toolCallId: 'c1',
  toolName: 'login',
  title: 'Log in with hunter2',
  input: { user: 'ann', password: 'hunter2' },
};
const yes = { kind: 'tool-approved' } as const;
const no = { kind: 'tool-denied', message: 'hunter2 is too weak' } as const;
const end = { type: 'tool-end', toolCallId: 'c1', toolName: 'login' } as const;
const start = { type: 'tool-start', toolCallId: 'c1', toolName: 'login', title: 'Log in', edited: false } as const;
const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'login', input: call.input } as const;
const asked = { type: 'approval-requested', batchId: 'b1', call } as const;
const answer = (value: typeof yes | typeof no | 'defer', by: DecidedBy = ann) =>
  ({ type: 'answer', batchId: 'b1', toolCallId: 'c1', answer: value, by }) as const;
const response = (value: typeof yes | typeof no | 'defer') => {
  const rest = value === 'defer' ? { approvals: {}, defer: ['c1'] } : { approvals: { c1: value }, defer: [] };
  return { type: 'deferred-response', batchId: 'b1', results: { calls: {}, metadata: {}, ...rest } } as const;
};

/** Returns a run’s events, at the times 100, 101, … */
function log(bodies: readonly RunEventBody[], runId = 'r1'): readonly RunEvent[] {
  return bodies.map((body, seq) => ({ v: 1, seq, at: 100 + seq, runId, agentPath: ['agent'], ...body }));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an entry', () => {
  it('contains who decided what and when, and how the call ended', async () => {
    const events = log([
      called,
      asked,
      answer(no),
      response(no),
      { ...end, end: { status: 'denied', message: no.message } },
    ]);

    expect(await decisionRecord(events)).toEqual([
      {
        v: 1,
        kind: 'approval',
        runId: 'r1',
        agentPath: ['agent'],
        toolName: 'login',
        toolCallId: 'c1',
        batchId: 'b1',
        title: 'Log in with [redacted]',
        input: { user: 'ann', password: '[redacted]' },
        redactions: [{ path: ['password'], reason: 'key', hidden: 7, unit: 'characters' }],
        digest: expect.stringMatching(/^sha-256:[0-9a-f]{64}$/),
        askedAt: 101,
        decision: { verdict: 'denied', by: ann, at: 102 },
        message: '[redacted] is too weak',
        overruled: [],
        outcome: { status: 'denied', at: 104, message: '[redacted] is too weak' },
        late: [],
      },
    ]);
  });

  it('exists while the call is undecided, and keeps its position', async () => {
    const events = log([asked, { ...asked, call: { ...call, toolCallId: 'c2' } }, answer(yes), response('defer')]);

    const records = await Promise.all(events.map((_, index) => decisionRecord(events.slice(0, index + 1))));

    expect(
      records.map((entries) => entries.map(({ toolCallId, decision }) => [toolCallId, decision?.verdict])),
    ).toEqual([
      [['c1', undefined]],
      [
        ['c1', undefined],
        ['c2', undefined],
      ],
      [
        ['c1', 'approved'],
        ['c2', undefined],
      ],
      [
        ['c1', 'parked'],
        ['c2', 'parked'],
      ],
    ]);
  });

  it('is frozen, and so is the list', async () => {
    const record = await decisionRecord(log([asked, answer(yes)]));

    expect([record, record[0], record[0]?.decision, record[0]?.input].every(Object.isFrozen)).toBe(true);
  });

  it('attributes an answer without an author, or one that only the response contains, to the handler', async () => {
    const { by: _, ...anonymous } = answer(yes);

    const old = await decisionRecord(log([asked, anonymous as RunEventBody]));
    const silent = await decisionRecord(log([asked, response(yes)]));

    expect([old[0]?.decision?.by, silent[0]?.decision]).toEqual([
      { type: 'handler' },
      { verdict: 'approved', by: { type: 'handler' }, at: 101 },
    ]);
  });

  it('shows that a handler changed a person’s answer', async () => {
    const [entry] = await decisionRecord(log([asked, answer(no), response(yes)]));

    expect(entry).toMatchObject({
      decision: { verdict: 'approved', by: { type: 'handler' }, at: 102 },
      overruled: [{ verdict: 'denied', by: ann, at: 101 }],
    });
    expect(entry).not.toHaveProperty('message');
  });

  it('is undecided when nobody answered, and parked when an answer was discarded', async () => {
    const none = { type: 'deferred-response', batchId: 'b1', results: null } as const;

    const [open] = await decisionRecord(log([asked, none]));
    const [thrown] = await decisionRecord(log([asked, answer(yes), none]));

    expect(open).not.toHaveProperty('decision');
    expect([thrown?.decision?.verdict, thrown?.overruled]).toEqual([
      'parked',
      [{ verdict: 'approved', by: ann, at: 101 }],
    ]);
  });

  it('contains a moved deadline, and late answers', async () => {
    const expired: RunEventBody = {
      type: 'answer',
      batchId: 'b1',
      toolCallId: 'c1',
      answer: { kind: 'tool-expired' },
      by: { type: 'expiry' },
    };
    const events = log([
      asked,
      { type: 'extended', batchId: 'b1', toolCallId: 'c1', expiresAt: 900 },
      expired,
      { type: 'late-answer', toolCallId: 'c1', reason: 'expired' },
      { ...end, end: { status: 'expired' } },
    ]);

    expect((await decisionRecord(events))[0]).toMatchObject({
      expiresAt: 900,
      decision: { verdict: 'expired', by: { type: 'expiry' }, at: 102 },
      late: [{ reason: 'expired', at: 103 }],
      outcome: { status: 'expired', at: 104 },
    });
  });

  it('contains who moved a deadline and when, if known', async () => {
    const moved = { type: 'extended', batchId: 'b1', toolCallId: 'c1' } as const;
    const ada = { type: 'person', id: 'ada-1', name: 'Ada' } as const;
    const other = { ...ada, id: 'ada-2' } as const;
    const events = log([
      asked,
      { ...moved, expiresAt: 800 },
      { ...moved, expiresAt: 900, by: ada },
      { ...moved, expiresAt: 950, by: other, movedAt: 50 },
    ]);

    expect((await decisionRecord(events))[0]).toMatchObject({
      expiresAt: 950,
      extensions: [
        { by: ada, at: 102, expiresAt: 900 },
        { by: other, at: 50, expiresAt: 950 },
      ],
    });
  });

  it('contains the deadline', async () => {
    const deadline = { type: 'deadline', batchId: 'b1', expiresAt: { c1: 700, other: 1 } } as const;

    expect((await decisionRecord(log([asked, deadline])))[0]).toMatchObject({ expiresAt: 700 });
  });

  it('is made for each round of a call, with the end of the call', async () => {
    const again = { ...asked, batchId: 'b2' };
    const events = log([
      asked,
      answer(yes),
      again,
      { ...answer(no), batchId: 'b2' },
      { ...end, end: { status: 'denied', message: 'No.' } },
    ]);

    expect(
      (await decisionRecord(events)).map(({ batchId, decision, outcome }) => [
        batchId,
        decision?.verdict,
        outcome?.status,
      ]),
    ).toEqual([
      ['b1', 'approved', 'denied'],
      ['b2', 'denied', 'denied'],
    ]);
  });

  it('is separate from that of another agent’s call with the same id', async () => {
    const [first, second] = log([asked, { ...asked, batchId: 'b2', agentPath: ['agent', 'helper'] }]);
    const ended = log([{ ...end, agentPath: ['agent', 'helper'], end: { status: 'cancelled' } }]);

    const record = await decisionRecord([first, second, ...ended].filter((event) => event !== undefined));

    expect(record.map(({ agentPath, outcome }) => [agentPath, outcome?.status])).toEqual([
      [['agent'], undefined],
      [['agent', 'helper'], 'cancelled'],
    ]);
  });
});

describe('a policy', () => {
  const decision = { type: 'policy-decision', toolName: 'login', toolCallId: 'c1', by: rule } as const;

  it.each([
    ['allow', 'approved'],
    ['deny', 'denied'],
    ['block', 'blocked'],
  ] as const)('that says %s has an entry of its own', async (effect, verdict) => {
    const events = log([called, { ...decision, effect, reason: 'uses hunter2', capabilities: ['net.egress:hunter2'] }]);

    expect(await decisionRecord(events)).toMatchObject([
      {
        kind: 'policy',
        toolCallId: 'c1',
        input: { user: 'ann', password: '[redacted]' },
        capabilities: ['net.egress:[redacted]'],
        reason: 'uses [redacted]',
        decision: { verdict, by: rule, at: 101 },
      },
    ]);
  });

  it('that requires approval is part of the entry of the request', async () => {
    const events = log([called, { ...decision, effect: 'ask', reason: 'It writes.' }, asked]);

    expect(await decisionRecord(events)).toMatchObject([
      { kind: 'approval', reason: 'It writes.', askedBy: rule, askedAt: 102 },
    ]);
  });

  it('that hides a tool from the model has one entry, regardless of the number of steps', async () => {
    const { toolCallId: _, ...ofTool } = decision;
    const kept = { ...ofTool, effect: 'block', reason: 'never' } as const;

    const record = await decisionRecord(log([kept, kept, { ...kept, toolName: 'other' }]));

    expect(record.map(({ toolName, toolCallId }) => [toolName, toolCallId])).toEqual([
      ['login', undefined],
      ['other', undefined],
    ]);
  });
});

describe('an edit', () => {
  const edited = { ...yes, overrideArgs: { user: 'bob', password: 'hunter3', extra: [1] }, note: 'not hunter3' };

  it('contains the changed paths and its own digest, without secrets', async () => {
    const [entry] = await decisionRecord(log([asked, answer(edited)]));

    expect(entry).toMatchObject({
      note: 'not [redacted]',
      edit: {
        input: { user: 'bob', password: '[redacted]', extra: [1] },
        changed: [['user'], ['password'], ['extra']],
        digest: expect.stringMatching(/^sha-256:/),
      },
    });
    expect(entry?.edit?.digest).not.toBe(entry?.digest);
  });

  it('inside a hidden value contains only the path of the hidden value', async () => {
    const before = { ...call, input: { cookies: { sid9: 'a', sid8: 'b' } } };
    const after = { ...yes, overrideArgs: { cookies: { sid9: 'c', sid7: 'd' } } };

    const record = await decisionRecord(log([{ ...asked, call: before }, answer(after)]));

    expect(record[0]?.edit?.changed).toEqual([['cookies']]);
    expect(JSON.stringify(record)).not.toMatch(/sid\d/);
  });
});

describe('a run that resumes from a history', () => {
  const resumed = { ...start, input: call.input, approved: true } as const;

  it('adds the answer when it is used, with the request of the previous run', async () => {
    const first = log([called, asked, response('defer')]);
    const second = log(
      [
        { ...resumed, edited: true, input: { user: 'bob', password: 'x' } },
        { ...end, end: { status: 'returned', value: 1 } },
      ],
      'r2',
    );

    const record = await decisionRecord([...first, ...second]);

    expect(
      record.map(({ runId, askedAt, decision, outcome }) => [runId, askedAt, decision?.verdict, outcome?.status]),
    ).toEqual([
      ['r1', 101, 'parked', undefined],
      ['r2', 101, 'approved', 'returned'],
    ]);
    expect(record[1]).toMatchObject({ title: 'Log in with [redacted]', edit: { changed: [['user'], ['password']] } });
    expect(record[1]?.digest).toBe(record[0]?.digest);
  });

  it.each([
    [{ status: 'denied', message: 'No.' }, 'approval', 'denied'],
    [{ status: 'returned', value: 1 }, 'external', 'returned'],
    [{ status: 'expired' }, 'approval', 'expired'],
  ] as const)('tells of %j, also without the run before', async (status, kind, verdict) => {
    expect(await decisionRecord(log([{ ...end, end: status }]))).toMatchObject([
      { kind, decision: { verdict, by: { type: 'handler' } }, outcome: { status: verdict } },
    ]);
  });

  it('is not assumed for calls that ran without approval, at the provider, or were cancelled', async () => {
    const events = log([
      called,
      { ...resumed, approved: false },
      { ...end, end: { status: 'returned', value: 1 } },
      { ...end, toolCallId: 'c2', providerExecuted: true, end: { status: 'returned', value: 1 } },
      { ...end, toolCallId: 'c3', end: { status: 'interrupted' } },
    ]);

    expect(await decisionRecord(events)).toEqual([]);
  });
});

describe('the hidden values', () => {
  it('depend on the tool and the app', async () => {
    const own = { ...call, input: { user: 'ann', card: '4111', pin: '0000', token: '#fff' }, title: 'Pay with 4111' };
    const events = log([{ ...asked, call: { ...own, redactions: { hide: [['card']], show: [['token']] } } }]);

    const record = await decisionRecord(events, {
      redact: ({ toolName }) => (toolName === 'login' ? { keys: ['pin'], refine: () => [['user']] } : {}),
    });

    expect(record[0]?.input).toEqual({ user: '[redacted]', card: '[redacted]', pin: '[redacted]', token: '#fff' });
    expect(record[0]?.title).toBe('Pay with [redacted]');
  });

  it('include everything when the app’s function throws', async () => {
    const record = await decisionRecord(log([{ ...asked, call: { ...call, redactions: {} } }]), {
      redact: {
        refine: () => {
          throw new Error('boom');
        },
      },
    });

    expect(record[0]?.input).toEqual({ user: '[redacted]', password: '[redacted]' });
  });
});

describe('the digest', () => {
  it('is that of the shown call, if the call has one', async () => {
    const [entry] = await decisionRecord(log([{ ...asked, call: { ...call, digest: 'sha-256:shown' } }]));

    expect(entry?.digest).toBe('sha-256:shown');
  });

  it('is omitted when the page has no crypto.subtle', async () => {
    vi.stubGlobal('crypto', {});

    const [entry] = await decisionRecord(log([asked]));

    expect(entry).toMatchObject({ toolName: 'login' });
    expect(entry).not.toHaveProperty('digest');
  });
});

describe('toJsonLines', () => {
  it('writes one entry per line, with any content', async () => {
    const hostile = {
      ...call,
      title: 'a\u2028b\u2029c\u0085d\n\r\ud800',
      input: JSON.parse('{ "__proto__": "\u2028" }'),
    };
    const record = await decisionRecord(log([asked, { ...asked, call: { ...hostile, toolCallId: 'c2' } }]));

    const lines = toJsonLines(record);

    expect(lines.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(3);
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(record);
    expect(toJsonLines([])).toBe('');
  });
});
