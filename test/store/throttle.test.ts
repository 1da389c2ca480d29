import type { RunEvent } from 'countersign/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventApplier, pacedFrames } from '../../src/store/event-applier.js';

// Where there are no frames, each lasts 16 ms.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function applier(throttle: () => number | undefined) {
  const applied: (readonly [at: number, events: number])[] = [];
  const start = performance.now();
  const { add, flush } = createEventApplier((events) => {
    applied.push([performance.now() - start, events.length]);
  }, pacedFrames(throttle));
  return { applied, flush, add: () => add({} as RunEvent) }; // what they are does not matter here
}

describe('what a page shows while a model writes', () => {
  it('C300 is shown with each frame, unless the app says otherwise', async () => {
    const { applied, add } = applier(() => undefined);

    for (let piece = 0; piece < 8; piece++) {
      add();
      await vi.advanceTimersByTimeAsync(8);
    }

    expect(applied).toEqual([
      [16, 2],
      [32, 2],
      [48, 2],
      [64, 2],
    ]);
  });

  it('C300 stays for as long as the app says, all that has come by then together', async () => {
    const { applied, add } = applier(() => 50);

    for (let piece = 0; piece < 20; piece++) {
      add();
      await vi.advanceTimersByTimeAsync(8);
    }
    await vi.advanceTimersByTimeAsync(200);

    const times = applied.map(([at]) => at);
    expect(times[0]).toBe(16);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(50);
    expect(applied.reduce((sum, [, events]) => sum + events, 0)).toBe(20);
    expect(applied.length).toBeLessThan(6);
  });

  it('C300 is not held back after a rest', async () => {
    const { applied, add } = applier(() => 50);
    add();
    await vi.advanceTimersByTimeAsync(500);

    add();
    await vi.advanceTimersByTimeAsync(16);

    expect(applied).toEqual([
      [16, 1],
      [516, 1],
    ]);
  });

  it('C300 is shown at once where something must not wait, and once', async () => {
    const { applied, add, flush } = applier(() => 50);
    add();
    await vi.advanceTimersByTimeAsync(16);
    add();
    await vi.advanceTimersByTimeAsync(20);

    flush();
    await vi.advanceTimersByTimeAsync(200);

    expect(applied).toEqual([
      [16, 1],
      [36, 1],
    ]);
  });
});
