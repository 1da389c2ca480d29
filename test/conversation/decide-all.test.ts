import { createAgent, createConversation, tool, toolDenied } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Conversation } from '../../src/conversation/conversation.js';
import { countElements } from '../setup/count-elements.js';

/** A conversation with `count` pending calls of one response. */
async function conversationWithPending(count: number) {
  const clock = createVirtualClock();
  const calls = Array.from({ length: count }, (_, n) => ({ toolName: 'remove', input: { n } }));
  const model = scriptedModel([{ calls }, 'Done.']);
  const done: number[] = [];
  const remove = tool({
    inputSchema: z.object({ n: z.number() }),
    requiresApproval: true,
    execute: ({ n }) => done.push(n),
  });
  const agent = createAgent({ model, tools: { remove }, environment: clock.environment });
  const conversation = createConversation(() => ({ agent }), clock.environment);
  conversation.start('go');
  await clock.runAll();
  const ids = conversation.store.getState().pending.flatMap(({ items }) => items.map(({ call }) => call.toolCallId));
  return { clock, conversation, done, ids };
}

/** Returns the number of state updates and of copied elements during the work. */
async function costOf(conversation: Conversation, work: () => Promise<unknown>) {
  let publishes = 0;
  const unsubscribe = conversation.store.subscribe(() => publishes++);
  const stop = countElements();
  try {
    await work();
  } finally {
    stop();
    unsubscribe();
  }
  return { publishes, copied: stop() };
}

const all = (status: object, count: number): object[] => Array.from({ length: count }, () => status);

describe('decideAll', () => {
  it.each([1, 1000])('publishes once for %i calls, and each is decided', async (count) => {
    const { clock, conversation, done } = await conversationWithPending(count);
    let outcomes: readonly object[] = [];

    const { publishes } = await costOf(conversation, async () => {
      outcomes = await conversation.decideAll(true);
    });
    const after = conversation.store.getState();
    await clock.runAll();

    expect(publishes).toBe(1);
    expect(outcomes).toEqual(all({ status: 'accepted' }, count));
    expect(after).toMatchObject({ pending: [], status: 'running' });
    expect(done).toHaveLength(count);
    expect(
      conversation.store
        .getState()
        .events.slice()
        .filter(({ type }) => type === 'answer'),
    ).toHaveLength(count);
  });

  it('copies calls a fixed number of times, however many there are', async () => {
    const cost = async (count: number): Promise<number> => {
      const { conversation } = await conversationWithPending(count);
      return (await costOf(conversation, () => conversation.decideAll(toolDenied('no')))).copied;
    };

    const few = await cost(100);
    const many = await cost(1000);

    expect(few).toBeGreaterThan(100);
    expect(many).toBeLessThan(few * 11);
  });

  it('answers what is open, and tells who comes second that it was late, in as few publishes', async () => {
    const { clock, conversation, done, ids } = await conversationWithPending(1000);
    let each: readonly object[] = [];
    let second: readonly object[] = [];

    const { publishes } = await costOf(conversation, async () => {
      const first = conversation.decideAll(true);
      second = await conversation.decideAll(false);
      each = await Promise.all(ids.map((id) => conversation.decide(id, false)));
      expect(await first).toEqual(all({ status: 'accepted' }, 1000));
    });
    await clock.runAll();

    expect(second).toEqual([]);
    expect(each).toEqual(all({ status: 'late', reason: 'answered' }, 1000));
    expect(publishes).toBeLessThan(5);
    expect(done).toHaveLength(1000);
  });

  it('decides nothing when the run is stopped in between', async () => {
    const { clock, conversation, done } = await conversationWithPending(1000);
    let outcomes: readonly object[] = [];

    const { publishes } = await costOf(conversation, async () => {
      const deciding = conversation.decideAll(true);
      conversation.stop();
      outcomes = await deciding;
    });
    await clock.runAll();

    expect(outcomes).toEqual(all({ status: 'late', reason: 'cancelled' }, 1000));
    expect(publishes).toBeLessThan(8);
    expect(done).toEqual([]);
    expect(conversation.store.getState().pending).toEqual([]);
  });

  it('is one publish too when each call is decided by itself in one moment', async () => {
    const { clock, conversation, done, ids } = await conversationWithPending(1000);

    const { publishes } = await costOf(conversation, () =>
      Promise.all(ids.map((id, index) => conversation.decide(id, index % 2 === 0))),
    );
    await clock.runAll();

    expect(publishes).toBe(1);
    expect(done).toHaveLength(500);
  });
});
