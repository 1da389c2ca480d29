import { createAgent, digestCall, tool } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextTask } from '../../src/agent/plumbing/next-task.js';

describe('createVirtualClock', () => {
  it('does not wait for itself when it is advanced in each microtask', async () => {
    const clock = createVirtualClock();
    let isThere = false;
    void clock.advance(1).then(() => {
      isThere = true;
    });

    for (let moment = 0; moment < 200; moment++) {
      void clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(isThere).toBe(true);
  });

  it('waits for a run that repeatedly yields to the page, for any time', async () => {
    const clock = createVirtualClock();
    const timedOut: string[] = [];
    const slow = tool({
      inputSchema: z.object({}),
      timeout: 1000,
      execute: async () => {
        for (let breaks = 0; breaks < 50; breaks++) await nextTask();
        return 'in time';
      },
    });
    const model = scriptedModel([{ calls: [{ toolName: 'slow', input: {} }] }, 'Done.'], clock.environment);
    const run = createAgent({ model, tools: { slow }, environment: clock.environment }).run('go');
    void run.outcome.then(({ messages }) => timedOut.push(JSON.stringify(messages)));

    await clock.advance(1000);

    expect(timedOut.join()).toContain('in time');
  });

  it('fires timers by time, then in the order of their creation, each at its own time', async () => {
    const { environment, advance } = createVirtualClock({ now: 0 });
    const fired: string[] = [];
    for (const [name, ms] of [
      ['c', 20],
      ['a', 10],
      ['b', 10],
      ['d', 30],
    ] as const)
      environment.setTimeout(() => fired.push(`${name} ${environment.now()}`), ms);

    await advance(25);

    expect(fired).toEqual(['a 10', 'b 10', 'c 20']);
    expect(environment.now()).toBe(25);
  });

  it('runs all work between two timers', async () => {
    const { environment, runAll } = createVirtualClock();
    const seen: string[] = [];
    environment.setTimeout(() => void Promise.resolve().then(() => seen.push('after the first')), 1);
    environment.setTimeout(() => seen.push('second'), 1);

    await runAll();

    expect(seen).toEqual(['after the first', 'second']);
  });

  it('waits for digests, which another thread computes', async () => {
    const clock = createVirtualClock();
    const order: string[] = [];
    clock.environment.setTimeout(() => order.push('timer'), 1);
    // Long enough to take more than a few tasks.
    void digestCall({ toolName: 'write', input: 'x'.repeat(20_000_000) }).then(() => order.push('digest'));

    await clock.advance(1);

    expect(order).toEqual(['digest', 'timer']);
  });

  it('does not fire a cancelled timer', async () => {
    const clock = createVirtualClock();
    const cancel = clock.environment.setTimeout(() => expect.unreachable(), 1);

    cancel();

    expect(clock.timers).toBe(0);
    expect(await clock.runNext()).toBe(false);
  });

  it('reports a timer that sets itself again without end', async () => {
    const { environment, runAll } = createVirtualClock();
    const again = (): void => void environment.setTimeout(again, 1);
    again();

    await expect(runAll()).rejects.toThrow(/each timer sets another one/);
  }, 60_000);

  it('runs a timeout of a minute without waiting, and leaves no timer behind', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const hang = tool({ inputSchema: z.object({}), timeout: 60_000, execute: () => new Promise<string>(() => {}) });
    const model = scriptedModel([{ calls: [{ toolName: 'hang' }] }, 'Given up.'], environment);
    const run = createAgent({ model, tools: { hang }, environment }).run('go');

    await clock.advance(60_000);

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Given up.', runId: 'id-1' });
    expect(clock.timers).toBe(0);
  });
});
