import { createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

// A conversation, so that the store runs here too: in a worker there are no frames.
const done: string[] = [];
const agent = createAgent({
  model: scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a.txt' } }] }, 'Removed.']),
  tools: {
    remove: tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      execute: ({ path }) => {
        done.push(path);
        return 'ok';
      },
    }),
  },
});
const conversation = createConversation(() => ({ agent }));
conversation.store.subscribe(({ pending, outcome }) => {
  if (pending[0]?.items[0]?.state.status === 'open') void conversation.decide('call-1', true);
  if (outcome === null) return;
  const output = outcome.type === 'completed' ? outcome.output : undefined;
  postMessage({ scope: globalThis.constructor.name, outcome: { type: outcome.type, output }, done });
});
conversation.start('go');
