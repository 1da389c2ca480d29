import { createAgent, createConversation, tool } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benchBroker } from '../approval/broker/broker-support.js';

/** Returns the call of a tool as its card shows it, for any result of its `describe`. */
async function cardOf(describeIt: unknown) {
  const clock = createVirtualClock();
  const { environment } = clock;
  const plain = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'Gone.' });
  const tools = { delete_file: { ...plain, describe: describeIt as () => { title: string } } };
  const model = scriptedModel([{ calls: [{ toolName: 'delete_file', input: {} }] }, 'Done.'], environment);
  const agent = createAgent({ model, tools, environment });
  const conversation = createConversation(() => ({ agent }), environment);
  conversation.start('go');
  await clock.settle();
  const { status, pending } = conversation.store.getState();
  const [item] = pending.flatMap(({ items }) => items);
  await conversation.decide(item?.call.toolCallId ?? '', true);
  await clock.settle();
  return { status, call: item?.call, outcome: conversation.store.getState().outcome };
}

const facts = ['one'];

describe('a tool whose describe returns', () => {
  it.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['no title', () => ({})],
    ['a number', () => ({ title: 5 })],
    ['an element', () => ({ title: { type: 'b', props: {} } })],
    ['blanks', () => ({ title: ' \n' })],
    ['a text alone', () => 'Delete it'],
    ['a promise', async () => ({ title: 'Delete it' })],
    ['a promise that is never kept', async () => Promise.reject(new Error('offline'))],
    [
      'what throws when it is read',
      () => ({
        get title() {
          throw new Error('mine');
        },
      }),
    ],
  ])('C135 %s is shown by its name, and can be answered', async (_, describeIt) => {
    const { status, call, outcome } = await cardOf(describeIt);

    expect(status).toBe('waiting');
    expect(call?.title).toBe('Delete file');
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C135 values of a wrong type is shown without them, and an unknown risk as the highest', async () => {
    const { call } = await cardOf(() => ({ title: 'Delete', summary: 1, facts: ['a', 2, null], risk: 'critical' }));

    expect(call).toMatchObject({ title: 'Delete', risk: 'destructive', facts: ['a'] });
    expect(call).not.toHaveProperty('summary');
  });

  it('C135 its own facts does not freeze them', async () => {
    const { call } = await cardOf(() => ({ title: 'Delete', facts }));

    expect(call?.facts).toEqual(['one']);
    expect(Object.isFrozen(facts)).toBe(false);
  });
});

it('C135 a request without a title from the app’s own agent is shown with the name of its tool', async () => {
  const { broker, ask, clock } = benchBroker();
  const call = { toolCallId: 'a', toolName: 'delete_file', title: undefined as unknown as string, input: {} };

  ask('one', { requests: { approvals: [call], calls: [], metadata: {} } });
  await clock.settle();

  expect(broker.pending[0]?.items[0]?.call.title).toBe('Delete file');
});
