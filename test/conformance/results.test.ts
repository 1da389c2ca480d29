import { buildResults, type DeferredCall, type DeferredToolRequests, remaining, toolDenied } from 'countersign/core';
import { describe, expect, it } from 'vitest';

const call = (toolCallId: string): DeferredCall => ({ toolCallId, toolName: 't', input: {}, title: 'T' });
const requests: DeferredToolRequests = {
  approvals: [call('a'), call('b'), call('c')],
  calls: [call('x'), call('y')],
  metadata: { a: { n: 1 }, x: { n: 2 } },
};

describe('buildResults', () => {
  it('C3 approves only approvals, respects explicit denials, skips deferred ids and mutates no argument', () => {
    const init = { approveAll: true, approvals: { a: toolDenied('no') }, defer: ['b'] } as const;
    const before = JSON.stringify([requests, init]);

    const results = buildResults(requests, init);

    expect(results).toEqual({
      approvals: { a: { kind: 'tool-denied', message: 'no' }, c: { kind: 'tool-approved' } },
      calls: {},
      metadata: {},
      defer: ['b'],
    });
    expect(JSON.stringify([requests, init])).toBe(before);
  });

  it('C4 lists all ids that are unknown or of the other kind, sorted, approvals first', () => {
    const approvals = { y: true, ghost: true, a: true };

    expect(() => buildResults(requests, { approvals, calls: { b: 1 } })).toThrow(
      /names 'ghost', 'y', but the approvals of this batch are 'a', 'b', 'c'/,
    );
    expect(() => buildResults(requests, { calls: { b: 1, a: 2, __ghost: 3 } })).toThrow(
      /names '__ghost', 'a', 'b', but the external calls/,
    );
  });
});

describe('remaining', () => {
  it('C5 returns the unresolved calls by kind, with parked calls, or null if there are none', () => {
    const some = buildResults(requests, { approvals: { a: true, b: false }, calls: { x: null }, defer: ['c'] });
    const all = buildResults(requests, { approveAll: true, calls: { x: 1, y: 2 } });

    expect(remaining(requests, some)).toEqual({ approvals: [call('c')], calls: [call('y')], metadata: {} });
    expect(remaining(requests, all)).toBeNull();
  });
});
