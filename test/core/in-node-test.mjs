// Run by `node --test` in plain-node.test.ts, with the built package.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAgent, createConversation, tool } from 'countersign/core';
import { createVirtualClock, expectBatch, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

it('answers a batch', async () => {
  const removed = [];
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: `Delete ${path}` }),
    execute: ({ path }) => removed.push(path),
  });
  const clock = createVirtualClock();
  const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a.txt' } }] }, 'Deleted.']);
  const agent = createAgent({ model, tools: { remove }, environment: clock.environment });
  const conversation = createConversation(() => ({ agent }), clock.environment);

  conversation.start('Delete a.txt');
  await clock.settle();
  await expectBatch(conversation).approve('Delete a.txt').settled();
  await clock.runAll();

  assert.deepEqual(removed, ['a.txt']);
  assert.equal(conversation.store.getState().outcome?.type, 'completed');
});
