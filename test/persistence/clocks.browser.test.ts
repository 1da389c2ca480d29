import { buildResults, createAgent, type RunEvent, type RunOutcome, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationOf } from './samples.js';
import { kinds, type StorageKind } from './storages.js';

const minute = 60_000;
const begun = Date.UTC(2030, 0, 1);

describe.each(kinds)('a clock that is set between the activations of a run, over $name', ({ make }: StorageKind) => {
  /** Lives of a run that asks once and gives a minute for it, each with a clock of its own. */
  function setUp() {
    let now = begun;
    const { storage } = make(() => now);
    const begin = async (at: number, does: 'leaves' | 'answers') => {
      now = at;
      const deadlines: unknown[] = [];
      const events: RunEvent[] = [];
      const pay = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'paid' });
      const agent = createAgent({
        model: scriptedModel([
          (request) => (request.prompt.length > 1 ? 'Done.' : { calls: [{ toolName: 'pay' }] }),
          'Done.',
        ]),
        tools: { pay },
        expiry: { after: minute },
        environment: { now: () => now },
      });
      const run = agent.run('go', {
        runId: 'r1',
        journal: storage.journal('r1', { epoch: await storage.lead('r1') }),
        ask: async ({ requests, expiresAt }) => {
          deadlines.push(expiresAt);
          if (does === 'answers') return buildResults(requests, { approveAll: true });
          queueMicrotask(() => run.suspend?.());
          return await new Promise(() => {});
        },
      });
      for await (const event of run) events.push(event);
      const outcome: RunOutcome<unknown> = await run.outcome;
      const end = events.find((event) => event.type === 'tool-end');
      return { deadlines, outcome: outcome.type, end: end?.type === 'tool-end' ? end.end.status : undefined };
    };
    return { storage, begin };
  }

  it('C185 does not move the deadline, set back or forward', async () => {
    const { begin } = setUp();

    const first = await begin(begun, 'leaves');
    const back = await begin(begun - 100 * minute, 'leaves');
    const forward = await begin(begun + minute / 2, 'answers');

    expect([first, back].map(({ outcome }) => outcome)).toEqual(['suspended', 'suspended']);
    expect([...first.deadlines, ...back.deadlines, ...forward.deadlines]).toEqual(Array(3).fill(begun + minute));
    expect(forward).toMatchObject({ outcome: 'completed', end: 'returned' });
  });

  it('C188 does not depend on the order of persisted steps', async () => {
    let now = begun;
    const { storage, other } = make(() => now);
    for (const key of ['a', 'b', 'c']) {
      await storage.journal('r1').step(key, async () => key);
      now -= 100 * minute;
    }

    expect((await other.journal('r1').steps()).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('C191 deletes nothing of an active run, even if it looks old', async () => {
    let now = begun - 10_000 * minute;
    const { storage, other } = make(() => now);
    await storage.conversations.put(conversationOf('talk', { state: 'waiting', runIds: ['r1'] }));
    await storage.journal('r1').step('a', async () => 'kept', { once: true });
    now = begun + 10_000 * minute;

    const cleaned = await other.clean({ olderThan: now });

    expect(cleaned).toBe(0);
    expect(await other.journal('r1').step('a', async () => 'again', { once: true })).toBe('kept');
  });
});
