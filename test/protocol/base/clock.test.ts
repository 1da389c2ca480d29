import { createAgent, tool } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { systemClock, withLongTimers } from '../../../src/protocol/base/clock.js';

const longest = 2 ** 31 - 1;

/** Timers as browsers have them: a delay above 32 bits fires at once. */
function platformTimers() {
  const clock = createVirtualClock();
  return {
    clock,
    setTimer: withLongTimers((callback, ms) => clock.environment.setTimeout(callback, ms > longest ? 1 : ms)),
  };
}

describe('a timer', () => {
  it.each([longest, longest + 1, 3 * longest, 10 ** 12])('of %d ms fires when its time has passed', async (ms) => {
    const { clock, setTimer } = platformTimers();
    const callback = vi.fn<() => void>();
    setTimer(callback, ms);

    await clock.advance(ms - 1);
    expect(callback).not.toHaveBeenCalled();
    await clock.advance(1);

    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('of an infinite delay is never set', () => {
    const { clock, setTimer } = platformTimers();

    setTimer(() => {}, Number.POSITIVE_INFINITY);

    expect(clock.timers).toBe(0);
  });

  it('that is long can be cancelled in each of its pieces', async () => {
    const { clock, setTimer } = platformTimers();
    const callback = vi.fn<() => void>();
    const cancel = setTimer(callback, 3 * longest);

    await clock.advance(longest + 1);
    cancel();
    await clock.advance(3 * longest);

    expect(callback).not.toHaveBeenCalled();
    expect(clock.timers).toBe(0);
  });
});

/** Lets the platform fire what it fires at once. */
const moment = (): Promise<void> =>
  new Promise((resolve) => {
    systemClock.setTimeout(resolve, 20);
  });

describe('C340', () => {
  it.each([
    ['its own timeout', 2 ** 31, undefined],
    ['the timeout of the agent', undefined, 2 ** 40],
    ['an infinite timeout', Number.POSITIVE_INFINITY, undefined],
  ])('C340 a tool runs to its end under %s of more than 24 days', async (_, timeout, toolTimeout) => {
    const slow = tool({
      inputSchema: z.object({}),
      ...(timeout === undefined ? {} : { timeout }),
      execute: async () => {
        await moment();
        return 'done';
      },
    });
    const model = scriptedModel([{ calls: [{ toolName: 'slow', input: {} }] }, 'Done.']);
    const agent = createAgent({ model, tools: { slow }, ...(toolTimeout === undefined ? {} : { toolTimeout }) });

    await agent.run('go').outcome;

    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('"value":"done"');
  });

  it('C340 the timers of an app get delays within their limit', async () => {
    const delays: number[] = [];
    const environment = {
      setTimeout: (_: () => void, ms: number) => {
        delays.push(ms);
        return () => {};
      },
    };
    const quick = tool({ inputSchema: z.object({}), timeout: 2 ** 40, execute: () => 'done' });
    const model = scriptedModel([{ calls: [{ toolName: 'quick', input: {} }] }, 'Done.']);

    await createAgent({ model, tools: { quick }, environment }).run('go').outcome;

    expect(delays).toContain(longest);
    expect(Math.max(...delays)).toBe(longest);
  });
});
