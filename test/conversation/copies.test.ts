import type { RunEvent } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { type ConversationState, initialState } from '../../src/conversation/state/conversation-state.js';
import type { RunEventBody } from '../../src/protocol/run-event.js';
import { countElements } from '../setup/count-elements.js';

const event = (body: RunEventBody): RunEvent => ({ v: 1, seq: 0, at: 0, runId: 'run', agentPath: ['agent'], ...body });

/** Returns the number of elements copied during the work. */
function countCopies(work: () => void): number {
  const stop = countElements();
  try {
    work();
  } finally {
    stop();
  }
  return stop();
}

const start = event({ type: 'run-start', conversationId: 'c', prompt: [] });

/** Returns the cost of one more frame of text after a run with `frames` frames. */
function costOfAFrame(frames: number): number {
  let state: ConversationState = reduceRunEvents(initialState, [
    start,
    event({ type: 'step-start', step: 1 }),
    event({ type: 'text-start', id: 't' }),
  ]);
  const delta = event({ type: 'text-delta', id: 't', delta: ' word' });
  for (let frame = 0; frame < frames; frame++) state = reduceRunEvents(state, [delta]);
  const cost = countCopies(() => {
    state = reduceRunEvents(state, [delta]);
  });
  expect(state.events.length).toBe(frames + 4);
  expect(state.messages[0]?.parts[1]).toMatchObject({ text: ' word'.repeat(frames + 1) });
  return cost;
}

/** Returns the cost of a response with `calls` calls that arrives within one frame. */
function costOfCalls(calls: number): number {
  const events = [start, event({ type: 'step-start', step: 1 })];
  const ids = Array.from({ length: calls }, (_, index) => `call-${index}`);
  for (const toolCallId of ids) events.push(event({ type: 'tool-call', toolCallId, toolName: 'add', input: {} }));
  for (const toolCallId of ids) {
    const end = { status: 'returned', value: 1 } as const;
    events.push(event({ type: 'tool-end', toolCallId, toolName: 'add', end }));
  }
  let state = initialState;
  const cost = countCopies(() => {
    state = reduceRunEvents(state, events);
  });
  expect(state.messages[0]?.parts.filter((part) => 'state' in part && part.state === 'output-available')).toHaveLength(
    calls,
  );
  return cost;
}

/** Returns the cost of `steps` steps with one call each that arrive within one frame. */
function costOfSteps(steps: number): number {
  const events = [start];
  for (let step = 1; step <= steps; step++) {
    const call = { toolCallId: `call-${step}`, toolName: 'add' };
    const end = { status: 'returned', value: 1 } as const;
    events.push(event({ type: 'step-start', step }));
    events.push(event({ type: 'tool-call', ...call, input: {} }));
    events.push(event({ type: 'tool-end', ...call, end }));
    events.push(event({ type: 'step-end', step, finishReason: 'tool-calls', messages: [] }));
  }
  let state = initialState;
  const cost = countCopies(() => {
    state = reduceRunEvents(state, events);
  });
  expect(state.messages[0]?.parts).toHaveLength(2 * steps);
  return cost;
}

describe('the state', () => {
  it('copies no events: a frame costs the same after 100 frames and after 10,000', () => {
    const early = costOfAFrame(100);
    const late = costOfAFrame(10_000);

    expect(early).toBeGreaterThan(0);
    expect(late).toBe(early);
  });

  it('copies the parts of a message once a frame, however many calls it brings', () => {
    const some = costOfCalls(1000);
    const many = costOfCalls(10_000);

    expect(some).toBeGreaterThan(0);
    expect(many).toBeLessThan(some * 11);
  });

  it('copies the parts of a message once a frame, however many steps it brings', () => {
    const some = costOfSteps(1000);
    const many = costOfSteps(10_000);

    expect(some).toBeGreaterThan(0);
    expect(many).toBeLessThan(some * 11);
  });

  it('lets a list that grew from another leave that one as it was, also where both grow', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((message) => event({ type: 'warning', code: '', message }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are three events.');
    const one = reduceRunEvents(initialState, [a]);

    const left = reduceRunEvents(one, [b]);
    const right = reduceRunEvents(one, [c]);

    expect([...one.events]).toEqual([a]);
    expect([...left.events]).toEqual([a, b]);
    expect([...right.events]).toEqual([a, c]);
    expect([one.events.at(-1), one.events.at(1), left.events.at(-1)]).toEqual([a, undefined, b]);
    expect([left.events.slice(1), left.events.slice(0, -1), left.events.slice(-1)]).toEqual([[b], [a], [b]]);
  });
});
