import type { RunEvent } from 'countersign/core';
import { callRecord, isToolPart } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';

type Body = RunEvent extends infer EVENT
  ? EVENT extends RunEvent
    ? Omit<EVENT, 'v' | 'seq' | 'at' | 'runId' | 'agentPath'>
    : never
  : never;

function events(runId: string, ...bodies: Body[]): RunEvent[] {
  return bodies.map((body, seq) => ({ v: 1, seq, at: seq, runId, agentPath: ['agent'], ...body }) as RunEvent);
}

const start = (text: string): Body => ({
  type: 'run-start',
  conversationId: 'c',
  prompt: [{ role: 'user', content: text }],
});
const call: Body = { type: 'tool-call', toolCallId: 'a', toolName: 'act', input: {} };

function partsOf(...all: readonly RunEvent[][]) {
  return reduceRunEvents(initialState, all.flat()).messages.map(({ parts }) => parts);
}

describe('reduceRunEvents', () => {
  it('keeps what a failed attempt said apart from the next, and its calls as interrupted', () => {
    const error = { code: 'x', name: 'Error', message: 'broke' };

    const [, answer] = partsOf(
      events(
        'r',
        start('go'),
        { type: 'step-start', step: 1 },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Half a' },
        { type: 'tool-input-start', toolCallId: 'a', toolName: 'act' },
        { type: 'model-retry', attempt: 1, delay: 0, error },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'A whole one.' },
      ),
    );

    expect(answer).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Half a', state: 'done' },
      { type: 'tool-act', toolMetadata: { countersign: { phase: 'interrupted' } } },
      { type: 'step-start' },
      { type: 'text', text: 'A whole one.', state: 'streaming' },
    ]);
  });

  it('adds no empty step for a request that failed before it said anything', () => {
    const error = { code: 'x', name: 'Error', message: 'busy' };

    const [, answer] = partsOf(
      events('r', start('go'), { type: 'step-start', step: 1 }, { type: 'model-retry', attempt: 1, delay: 9, error }),
    );

    expect(answer).toEqual([{ type: 'step-start' }]);
  });

  it('closes as interrupted what an earlier run left open, once the model is asked again', () => {
    const first = events('r1', start('go'), { type: 'step-start', step: 1 }, call);
    const second = events('r2', start('never mind'), { type: 'step-start', step: 1 });

    const [, before] = partsOf(first, second.slice(0, 1));
    const [, after] = partsOf(first, second);

    expect(before?.filter(isToolPart).map((part) => callRecord(part).phase)).toEqual(['called']);
    expect(after?.filter(isToolPart).map((part) => callRecord(part).phase)).toEqual(['interrupted']);
  });

  it('shows sources and files', () => {
    const [, answer] = partsOf(
      events(
        'r',
        start('go'),
        { type: 'source', source: { sourceType: 'url', id: 's', url: 'https://example.com', title: 'Example' } },
        { type: 'source', source: { sourceType: 'document', id: 'd', mediaType: 'text/plain', title: 'Doc' } },
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA' },
      ),
    );

    expect(answer).toEqual([
      { type: 'source-url', sourceId: 's', url: 'https://example.com', title: 'Example' },
      { type: 'source-document', sourceId: 'd', mediaType: 'text/plain', title: 'Doc' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA' },
    ]);
  });

  it('keeps the identity of what events do not touch', () => {
    const before = reduceRunEvents(initialState, events('r1', start('go'), { type: 'step-start', step: 1 }));

    const after = reduceRunEvents(before, events('r1', { type: 'usage', usage: before.usage }));

    expect(after.messages).toBe(before.messages);
    expect(after.pending).toBe(before.pending);
  });
});
