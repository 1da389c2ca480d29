import { describe, expect, it } from 'vitest';
import { gatherDeltas } from '../../../src/agent/plumbing/delta-batcher.js';

type RecordedEvent = Parameters<Parameters<typeof gatherDeltas>[0]>[0];

/** Returns a batcher with a manual clock. */
function gather() {
  const timers = new Map<() => void, number>();
  const recorded: RecordedEvent[] = [];
  let time = 0;
  const { emit, flush, close } = gatherDeltas((event) => recorded.push(event), {
    now: () => time,
    setTimeout: (callback, ms) => {
      timers.set(callback, time + ms);
      return () => timers.delete(callback);
    },
  });
  const pass = (ms: number): void => {
    time += ms;
    for (const [callback, at] of [...timers]) {
      if (at > time) continue;
      timers.delete(callback);
      callback();
    }
  };
  const emitText = (delta: string, id = 't'): void => emit({ type: 'text-delta', id, delta });
  const texts = (): readonly string[] => recorded.map((event) => ('delta' in event ? event.delta : event.type));
  return { emit, flush, close, say: emitText, pass, texts, timers };
}

const end: RecordedEvent = { type: 'text-end', id: 't' };

describe('deltas', () => {
  it('go out at once after a pause, and as one event when they come within a frame', () => {
    const { say, pass, texts } = gather();

    say('a');
    say('b');
    say('c');
    expect(texts()).toEqual(['a']);
    pass(16);
    expect(texts()).toEqual(['a', 'bc']);
    pass(100);
    say('d');

    expect(texts()).toEqual(['a', 'bc', 'd']);
  });

  it('go out before whatever else happens, and with those of their own text only', () => {
    const { emit, say, texts } = gather();

    say('a');
    say('b');
    say('x', 'u');
    say('y', 'u');
    emit(end);

    expect(texts()).toEqual(['a', 'b', 'xy', 'text-end']);
  });

  it('go out after a frame also where no timer comes: a burst of microtasks starves timers', () => {
    const { say, texts, timers, pass } = gather();
    say('a');
    say('b');
    timers.clear();

    pass(16);
    say('c');

    expect(texts()).toEqual(['a', 'bc']);
  });

  it('go out when nothing more is to come', () => {
    const { say, flush, texts } = gather();
    say('a');
    say('b');

    flush();

    expect(texts()).toEqual(['a', 'b']);
  });

  it('go out after a frame also while a run within the run ends', () => {
    const { emit, say, pass, texts } = gather();
    say('a');
    say('b');
    emit({
      type: 'run-end',
      outcome: 'aborted',
      usage: { requests: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 },
    });
    say('c');

    pass(16);

    expect(texts()).toEqual(['a', 'b', 'run-end', 'c']);
  });

  it('are dropped, and leave no timer behind, once nobody listens', () => {
    const { emit, say, close, pass, texts, timers } = gather();
    say('a');
    say('b');

    close();
    say('c');
    emit(end);
    pass(16);

    expect(texts()).toEqual(['a']);
    expect(timers.size).toBe(0);
  });
});
