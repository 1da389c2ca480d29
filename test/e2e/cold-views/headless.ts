import { buildResults, createAgent, createConversation, tool } from 'countersign';
import { z } from 'zod';
import { scriptedModel } from '../../../src/testing/scripted-model.js';

// A page that shows what runs ask in views of its own.

const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a' } }] }, 'Done.']);
const remove = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true, execute: () => 'removed' });
const agent = createAgent({ model, tools: { remove } });
const conversation = createConversation(() => ({
  agent,
  deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
}));
conversation.store.subscribe(({ outcome }) => {
  if (outcome !== null) document.body.append(outcome.type);
});
conversation.start('Remove a');
