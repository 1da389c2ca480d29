import { describe, expect, it } from 'vitest';
import { CallLedger, foldCalls } from '../../../src/protocol/ledger/call-ledger.js';
import { toolApproved } from '../../../src/protocol/make-answer.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

const of = (runId: string, ...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, seq) => ({ v: 1, seq, at: seq, runId, agentPath: ['lead'], ...body }));

const called: RunEventBody = { type: 'tool-call', toolCallId: 'a', toolName: 'write', input: { path: 'x' } };
const decided: RunEventBody = {
  type: 'policy-decision',
  toolCallId: 'a',
  toolName: 'write',
  effect: 'ask',
  reason: 'It writes.',
  by: { type: 'rule', policy: 'p' },
  capabilities: ['fs.write:/x'],
};
const call = { toolCallId: 'a', toolName: 'write', title: 'Write x', input: { path: 'x' }, capabilities: ['fs.write'] };
const asked: RunEventBody = { type: 'approval-requested', batchId: 'b', call };
const response = (overrideArgs?: { path: string }): RunEventBody => ({
  type: 'deferred-response',
  batchId: 'b',
  results: {
    approvals: { a: toolApproved(overrideArgs === undefined ? {} : { overrideArgs }) },
    calls: {},
    metadata: {},
    defer: [],
  },
});
const started = (edited: boolean): RunEventBody => ({
  type: 'tool-start',
  toolCallId: 'a',
  toolName: 'write',
  input: {},
  title: 'Write',
  approved: true,
  edited,
  capabilities: ['net'],
});
const ended: RunEventBody = {
  type: 'tool-end',
  toolCallId: 'a',
  toolName: 'write',
  end: { status: 'returned', value: 1 },
};

describe('foldCalls', () => {
  it('returns the decisions, requests, answer and end of a call', () => {
    const [whole, ...others] = foldCalls(of('run-1', called, decided, asked, response(), started(false), ended));

    expect(others).toEqual([]);
    expect(whole).toMatchObject({
      toolCallId: 'a',
      runId: 'run-1',
      agentPath: ['lead'],
      called: { toolName: 'write', input: { path: 'x' } },
      decisions: [{ effect: 'ask' }],
      requests: [{ batchId: 'b' }],
      answer: { kind: 'tool-approved' },
      isEdited: false,
      capabilities: ['fs.write:/x', 'fs.write', 'net'],
      end: { status: 'returned', value: 1 },
    });
  });

  it('reports that a call is unanswered, also when it is asked about again', () => {
    expect(foldCalls(of('run-1', called, asked))[0]?.answer).toBe('none');
    expect(foldCalls(of('run-1', called, asked, response(), asked))[0]?.answer).toBe('none');
  });

  it('excludes the capabilities of an edited call', () => {
    const [edited] = foldCalls(of('run-1', called, asked, response({ path: 'y' }), decided, started(true)));

    expect(edited).toMatchObject({ isEdited: true, capabilities: ['fs.write'] });
  });

  it('separates runs, and marks calls that an earlier run made', () => {
    const calls = foldCalls([...of('run-1', called, asked), ...of('run-2', started(false), ended)]);

    expect(calls.map(({ runId, called: made, end }) => [runId, made !== undefined, end?.status])).toEqual([
      ['run-1', true, undefined],
      ['run-2', false, 'returned'],
    ]);
  });

  it('returns the current state of a call while events arrive', () => {
    const ledger = new CallLedger();
    const [first, second] = of('run-1', called, ended);
    if (first === undefined || second === undefined) throw new Error('There are two events.');

    ledger.applyEvent(first);
    const before = ledger.findCall(first, 'a');
    ledger.applyEvent(second);

    expect(before?.end).toBeUndefined();
    expect(ledger.findCall(first, 'a')?.end?.status).toBe('returned');
  });
});
