import { createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { LeftDrafts } from '../../src/conversation/state/drafts.js';
import { call, inputSchema, until } from '../conformance/persistence-support.js';

it('C193 newer drafts take precedence over a restored draft', async () => {
  const tools = { ask: tool({ inputSchema, requiresApproval: true, execute: () => 'done' }) };
  const agent = createAgent({ model: scriptedModel([{ calls: [call('ask', 'a'), call('ask', 'b')] }]), tools });
  const conversation = createConversation(() => ({ agent }));
  conversation.start('Go');
  const { pending } = await until(conversation, (state) => state.pending.length === 1);
  const [a = '', b = ''] = pending.flatMap(({ items }) => items.map(({ id }) => id));
  const draft = (reason: string) => ({ mode: 'deny', reason }) as const;
  const left = new LeftDrafts();
  left.restore({ a: draft('No'), b: draft('Nor') });

  expect(left.update({ pending: [], drafts: { [a]: draft('Not') } }, pending)).toEqual({
    [a]: draft('Not'),
    [b]: draft('Nor'),
  });
  expect(left.left).toEqual({});
  conversation.dispose();
});
