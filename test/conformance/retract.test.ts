import {
  ApprovalRequired,
  createBroker,
  createGrants,
  decisionRecord,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, ofType, scriptedAgent, until } from './support.js';

const remove = (path: string) => ({ toolName: 'deleteFile', input: { path } });
const states = (items: readonly { readonly state: { readonly status: string } }[] = []) =>
  items.map(({ state }) => state.status);

/** Timers that go off when a test says so. */
function handTimers() {
  const waiting = new Set<() => void>();
  const setTimeout = (callback: () => void): (() => void) => {
    waiting.add(callback);
    return () => void waiting.delete(callback);
  };
  const goOff = (): void => {
    for (const callback of [...waiting]) callback();
  };
  return { waiting, goOff, clock: { setTimeout } };
}

/** A conversation whose model proposes to delete these. */
async function asked(
  paths: readonly string[],
  options: Parameters<typeof converse>[1] = {},
  scripted = scriptedAgent([{ calls: paths.map(remove) }, 'done']),
) {
  const conversation = converse(scripted.agent, options);
  conversation.start('go');
  await until(conversation, ({ pending }) => pending.length > 0);
  const batch = () => conversation.store.getState().pending[0];
  const id = (index: number): string => batch()?.items[index]?.id ?? '';
  return { ...scripted, conversation, batch, id };
}

describe('an answer whose batch was not returned yet', () => {
  it('C144 is retracted by its author, and all answers are applied together after the last one', async () => {
    const { conversation, batch, id, done } = await asked(['a', 'b']);
    await conversation.decide('call-1', true);

    expect(conversation.retract(id(0))).toBe(true);
    await until(conversation, ({ pending }) => states(pending[0]?.items)[0] === 'waiting');
    expect(conversation.retract(id(0))).toBe(false);
    await conversation.decide('call-1', toolDenied('no'));
    const sent = id(0);
    await conversation.decide('call-2', true);
    await until(conversation, ({ status }) => status === 'idle');

    expect(done).toEqual(['delete b approved']);
    expect(batch()).toBeUndefined();
    expect(conversation.retract(sent)).toBe(false);
    expect(() => conversation.retract('nobody')).toThrow(expect.objectContaining({ code: 'unknown-call' }));
    const [first] = await decisionRecord(conversation.store.getState().events);
    expect(first).toMatchObject({ decision: { verdict: 'denied' }, overruled: [{ verdict: 'approved' }] });
  });

  it('C145 is returned after the delay, which restarts with the last answer', async () => {
    const { waiting, goOff, clock } = handTimers();
    const broker = createBroker(clock);
    const { conversation, id, done } = await asked(['a'], { broker, sendDelay: 5_000 });
    await conversation.decide('call-1', toolApproved());
    await until(conversation, ({ pending }) => pending[0]?.sendsAt !== undefined);
    expect([done, waiting.size]).toEqual([[], 1]);

    conversation.retract(id(0));
    await until(conversation, ({ pending }) => pending[0]?.sendsAt === undefined);
    expect(waiting.size).toBe(0);
    await conversation.decide('call-1', true);
    goOff();
    await until(conversation, ({ status }) => status === 'idle');

    expect(done).toEqual(['delete a approved']);
  });

  it('C145 is returned at once on request, and without a delay if no person has answered', async () => {
    const grants = createGrants();
    const first = await asked(['a'], { grants, sendDelay: 600_000 });
    await first.conversation.decide('call-1', true, { remember: { scope: 'tool', for: 'session' } });
    const { batchId = '' } = first.batch() ?? {};

    expect(first.conversation.sendNow(batchId)).toBe(true);
    await until(first.conversation, ({ status }) => status === 'idle');
    expect(first.conversation.sendNow(batchId)).toBe(false);
    expect(first.done).toEqual(['delete a approved']);
  });

  it('C145 is discarded when its run is stopped', async () => {
    const { waiting, clock } = handTimers();
    const broker = createBroker(clock);
    const { conversation, done } = await asked(['a'], { broker, sendDelay: 5_000 });
    await conversation.decide('call-1', true);

    conversation.stop();
    await until(conversation, ({ outcome }) => outcome?.type === 'aborted');

    expect([done, waiting.size]).toEqual([[], 0]);
  });

  it('C146 C88 revokes its grant when it is retracted, and calls that the grant answered wait again, in every batch of the broker', async () => {
    const grants = createGrants();
    const broker = createBroker({ grants });
    const scripted = scriptedAgent([{ calls: [remove('a'), remove('b')] }, { calls: [remove('c'), remove('d')] }]);
    const one = await asked([], { broker, sendDelay: 5_000 }, scripted);
    const two = await asked([], { broker, sendDelay: 5_000 }, scripted);
    await two.conversation.decide('call-3', toolDenied());
    await one.conversation.decide('call-1', true, { remember: { scope: 'tool', for: 'session' } });
    await until(two.conversation, ({ pending }) => pending[0]?.sendsAt !== undefined);

    one.conversation.retract(one.id(0));
    await until(one.conversation, ({ pending }) => states(pending[0]?.items).every((state) => state === 'waiting'));
    await until(two.conversation, ({ pending }) => pending[0]?.sendsAt === undefined);

    expect(grants.list()).toEqual([]);
    expect(states(two.batch()?.items)).toEqual(['decided', 'waiting']);
    await until(one.conversation, ({ events }) => ofType(events, 'answer-retracted').length === 2);
    for (const { conversation } of [one, two]) conversation.stop();
  });

  it('C146 keeps a grant of an answer that stays, after an earlier one was retracted', async () => {
    const grants = createGrants();
    const { conversation, id } = await asked(['a', 'b'], { grants });
    const remember = { scope: 'input', for: 'session' } as const;
    await conversation.decide('call-1', true, { remember });
    conversation.retract(id(0));
    expect(grants.list()).toEqual([]);
    await conversation.decide('call-1', true, { remember });
    await conversation.decide('call-2', 'defer');
    await until(conversation, ({ status }) => status === 'deferred');

    expect(grants.list()).toHaveLength(1);
  });

  it('C146 keeps a grant that existed before the retracted answer', async () => {
    const grants = createGrants();
    const deferred = new Set<string>();
    const act = tool({
      inputSchema: z.object({}),
      requiresApproval: true,
      execute: (_, { toolCallId }) => {
        if (deferred.has(toolCallId)) return 'done';
        deferred.add(toolCallId);
        throw new ApprovalRequired();
      },
    });
    const { agent } = agentWith({ act }, [{ calls: [{ toolName: 'act' }, { toolName: 'act' }] }, 'done']);
    const conversation = converse(agent, { grants });
    const remember = { scope: 'tool', for: 'session' } as const;
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);
    await conversation.decide('call-1', true, { remember });
    // Grants that are known when a second round begins do not answer it.
    const { pending } = await until(conversation, (state) => state.pending[0]?.round === 2);
    const before = grants.list();

    await conversation.decide('call-1', true, { remember });
    conversation.retract(pending[0]?.items[0]?.id ?? '');
    await until(conversation, ({ events }) => ofType(events, 'answer-retracted').length === 1);

    expect(before).toHaveLength(1);
    expect(grants.list()).toEqual(before);
    conversation.stop();
  });
});
