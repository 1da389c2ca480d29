import { createAgent, createConversation, tool, toolApproved } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { until } from '../../conformance/persistence-support.js';

it('C463 a client tool whose result was persisted does not run again while its batch is open', async () => {
  const storage = memoryStorage();
  let executed = 0;
  const model = scriptedModel([
    {
      calls: [
        { toolName: 'pageTitle', toolCallId: 't', input: {} },
        { toolName: 'write', toolCallId: 'w', input: {} },
      ],
    },
    'Done.',
  ]);
  const open = () => {
    const agent = createAgent({
      model,
      tools: {
        pageTitle: tool({ description: 'Title', inputSchema: z.object({}) }),
        write: tool({ description: 'Write', inputSchema: z.object({}), requiresApproval: true, execute: () => 'ok' }),
      },
    });
    const clientTools = {
      pageTitle: {
        execute: () => {
          executed += 1;
          return 'Notes';
        },
      },
    };
    const conversation = createConversation(() => ({ agent, storage, runKey: 'talk', clientTools }));
    onTestFinished(() => conversation.dispose());
    return conversation;
  };
  const first = open();
  await until(first, ({ place }) => place === 'here');
  first.start('Go');
  const isAnswered = ({ pending }: ReturnType<typeof first.store.getState>): boolean =>
    pending[0]?.items.find(({ call }) => call.toolCallId === 't')?.state.status === 'decided';
  const before = await until(first, isAnswered);
  first.dispose();

  const second = open();
  const after = await until(second, isAnswered);

  expect(executed).toBe(1);
  const stateOf = ({ pending }: typeof before) => pending[0]?.items.find(({ call }) => call.toolCallId === 't')?.state;
  expect(stateOf(after)).toEqual(stateOf(before));
  await second.decide('w', toolApproved());
  await until(second, ({ outcome }) => outcome !== null);
  expect(executed).toBe(1);
});
