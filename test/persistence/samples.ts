import type { RunEvent } from 'countersign';
import type { ConversationRecord, EventEntry } from 'countersign/persistence';

/** An event that contains its number. */
export function eventOf(number: number, runId = 'r1'): RunEvent {
  return {
    v: 1,
    seq: number,
    at: number,
    runId,
    agentPath: ['agent'],
    type: 'warning',
    code: 'sample',
    message: `${number}`,
  };
}

/** Entries with the keys `e<from>` to `e<to>`. */
export function entriesOf(from: number, to: number, runId = 'r1'): readonly EventEntry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    key: `e${from + index}`,
    event: eventOf(from + index, runId),
  }));
}

/** The end of a run. */
export function endOf(runId: string): EventEntry {
  const usage = { requests: 1, toolCalls: 0, inputTokens: 1, outputTokens: 1 };
  const event: RunEvent = { ...eventOf(99, runId), type: 'run-end', outcome: 'completed', usage };
  return { key: 'end', event };
}

/** The request for approval in a run. */
export function questionOf(runId: string, batchId: string): EventEntry {
  const requests = { approvals: [], calls: [], metadata: {} };
  return { key: batchId, event: { ...eventOf(1, runId), type: 'deferred-request', batchId, round: 1, requests } };
}

/** A conversation with one message. */
export function conversationOf(id: string, more: Partial<ConversationRecord> = {}): ConversationRecord {
  return {
    id,
    title: `About ${id}`,
    state: 'idle',
    updatedAt: 1,
    runIds: [],
    messages: [{ id: `${id}-m1`, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    ...more,
  };
}
