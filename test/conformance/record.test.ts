import { buildResults, type JSONValue, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digestCall } from '../../src/approval/grants/digest.js';
import { decisionRecord, toJsonLines } from '../../src/approval/record/decision-record.js';
import { redact } from '../../src/approval/redaction/redact.js';
import { agentWith, converse, until } from './support.js';

function loginAgent() {
  const ran: unknown[] = [];
  const login = tool({
    inputSchema: z.object({ user: z.string(), password: z.string(), notes: z.string(), hosts: z.array(z.string()) }),
    requiresApproval: true,
    describe: ({ user, password }) => ({ title: `Log ${user} in with ${password}` }),
    execute: (input) => {
      ran.push(input);
      return 'in';
    },
  });
  const input = {
    user: 'ann',
    password: 'hunter2',
    notes: 'n'.repeat(3000),
    hosts: Array.from({ length: 60 }, (_, index) => `h${index}`),
  };
  const calls = ['ann', 'bob', 'eve'].map((user) => ({ toolName: 'login', input: { ...input, user } }));
  return { ran, input, ...agentWith({ login }, [{ calls }, 'ok']) };
}

describe('redaction', () => {
  it('C90 hides secrets, long texts and long lists in what is shown, and executes the full input (≠ keyed by what is shown)', async () => {
    const { agent, input, ran } = loginAgent();
    let shown: JSONValue = null;

    await agent.run('go', {
      deferredToolHandler: (requests) => {
        shown = requests.approvals[0]?.input ?? null;
        return buildResults(requests, { approvals: { 'call-1': true, 'call-2': false, 'call-3': false } });
      },
    }).outcome;

    const { value, redactions } = redact(shown);
    expect(value).toMatchObject({ user: 'ann', password: '[redacted]' });
    expect(redactions.map(({ path, reason, hidden, unit }) => [path, reason, hidden, unit])).toEqual([
      [['password'], 'key', 7, 'characters'],
      [['notes'], 'long-text', expect.any(Number), 'characters'],
      [['hosts'], 'long-list', 10, 'items'],
    ]);
    expect(shown).toEqual(input);
    expect(ran).toEqual([input]);
  });

  it.each([
    'api_key',
    'ApiKey',
    'token',
    'SECRET',
    'userPassword',
    'Authorization',
    'Set-Cookie',
    'session_id',
    'bearer',
    'private_key',
    'PrivateKey',
  ])('C90 hides values under %s', (key) => {
    expect(redact({ deep: [{ [key]: 'hunter2' }] }).value).toEqual({ deep: [{ [key]: '[redacted]' }] });
  });

  it('C90 lets a tool hide more', () => {
    expect(redact({ card: '4111', name: 'a' }, { refine: () => [['card']] }).value).toEqual({
      card: '[redacted]',
      name: 'a',
    });
  });
});

describe('the decision record', () => {
  it('C94 lists who decided what and when, with the shown input, edits, reason and end; as JSONL without a secret (≠ no export)', async () => {
    const { agent, input, ran } = loginAgent();
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);
    const edited = { ...input, user: 'bob', password: 'correct horse' };

    await conversation.decide('call-1', true);
    await conversation.decide('call-2', { kind: 'tool-approved', overrideArgs: edited, note: 'Not hunter2.' });
    await conversation.decide('call-1', false);
    await conversation.decide('call-3', { kind: 'tool-denied', message: 'hunter2 is no password' });
    const { events } = await until(conversation, ({ status }) => status === 'idle');
    const record = await decisionRecord(events);

    expect(ran).toHaveLength(2);
    expect(record).toMatchObject([
      {
        toolCallId: 'call-1',
        title: 'Log ann in with [redacted]',
        digest: await digestCall({ toolName: 'login', input: { ...input, user: 'ann' } }),
        decision: { verdict: 'approved', by: { type: 'person' } },
        outcome: { status: 'returned' },
        late: [{ reason: 'answered' }],
      },
      {
        toolCallId: 'call-2',
        decision: { verdict: 'approved', by: { type: 'person' } },
        note: 'Not [redacted].',
        edit: { changed: [['password']], digest: await digestCall({ toolName: 'login', input: edited }) },
        outcome: { status: 'returned' },
      },
      {
        toolCallId: 'call-3',
        decision: { verdict: 'denied', by: { type: 'person' } },
        message: '[redacted] is no password',
        outcome: { status: 'denied' },
      },
    ]);
    const lines = toJsonLines(record).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(record);
    expect(lines.join()).not.toMatch(/hunter2|correct horse/);
  });

  it('C94 names a handler that decided, and one that overruled a person', async () => {
    const { agent } = loginAgent();
    const conversation = converse(agent, {
      deferredToolHandler: async (requests, { ask }) => {
        await ask(requests);
        return buildResults(requests, { approvals: { 'call-1': true, 'call-2': false, 'call-3': false } });
      },
    });
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);
    for (const id of ['call-1', 'call-2', 'call-3']) await conversation.decide(id, true);
    const { events } = await until(conversation, ({ status }) => status === 'idle');

    const record = await decisionRecord(events);

    expect(
      record.map(({ decision, overruled }) => [
        decision?.verdict,
        decision?.by.type,
        overruled.map(({ by }) => by.type),
      ]),
    ).toEqual([
      ['approved', 'person', []],
      ['denied', 'handler', ['person']],
      ['denied', 'handler', ['person']],
    ]);
  });
});
