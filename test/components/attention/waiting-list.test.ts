import { describe, expect, it } from 'vitest';
import { createWaitingList, type DecisionSource } from '../../../src/components/attention/decision-source.js';

/** A conversation with one pending batch, whose events have the given types and times. */
function conversationWith(batchId: string, events: readonly (readonly [type: string, at: number])[]): DecisionSource {
  const call = { toolCallId: batchId, toolName: 'write', input: {} };
  const item = { id: batchId, batchId, kind: 'approval', call, state: { status: 'waiting' } };
  const state = {
    pending: [{ batchId, items: [item] }],
    events: events.map(([type, at]) => ({ type, at, batchId })),
    parked: null,
  };
  return { store: { getState: () => state, subscribe: () => () => {} } } as never; // the members that the list reads
}

describe('the waiting list', () => {
  it('C459 lists the oldest request first, also when one of its calls was answered or extended later', () => {
    const older = conversationWith('older', [
      ['deferred-request', 1],
      ['answer', 30],
      ['deadline', 40],
    ]);
    const newer = conversationWith('newer', [['deferred-request', 20]]);

    const list = createWaitingList([newer, older]).read();

    expect(list.map(({ batch }) => batch.batchId)).toEqual(['older', 'newer']);
  });
});
