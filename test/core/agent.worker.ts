import { createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

// A conversation also checks that the store runs in a worker, where there are no animation frames.
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
  if (pending[0]?.items[0]?.state.status === 'waiting') void conversation.decide('call-1', true);
  if (outcome === null) return;
  const output = outcome.type === 'completed' ? outcome.output : undefined;
  const report = { scope: globalThis.constructor.name, outcome: { type: outcome.type, output }, done };
  void park().then((parked) => postMessage({ ...report, parked }));
});
conversation.start('go');

/** Uses code that is loaded on demand, which must also work in a worker. */
async function park(): Promise<string> {
  const model = scriptedModel([{ calls: [{ toolName: 'ask', input: {} }] }]);
  const tools = { ask: tool({ inputSchema: z.object({}) }) };
  const { outcome } = createAgent({ model, tools }).run('go', { deferredToolHandler: null });
  return (await outcome).type;
}
