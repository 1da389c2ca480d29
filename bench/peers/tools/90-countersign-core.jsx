// Countersign: createAgent, execute, no UI
import { createAgent, tool } from 'countersign/core';
import { z } from 'zod';
import { toolModel } from '../../lib/mock-model.js';
export default function Case({ bench }) {
  bench.useStart(async () => {
    const agent = createAgent({
      model: toolModel({ steps: bench.steps, onStep: bench.step }),
      usageLimits: { requests: 1000 },
      tools: {
        add: tool({
          description: 'add',
          inputSchema: z.object({ i: z.number() }),
          execute: async ({ i }) => ({ ok: true, i }),
        }),
      },
    });
    await agent.run('go').outcome;
    bench.end();
  });
  return null;
}
