// Floor: generateText, execute, no UI
import { generateText, isStepCount, tool } from 'ai';
import { z } from 'zod';
import { toolModel } from '../../lib/mock-model.js';

const add = tool({
  description: 'add',
  inputSchema: z.object({ i: z.number() }),
  execute: async ({ i }) => ({ ok: true, i }),
});

export default function Case({ bench }) {
  bench.useStart(async () => {
    const model = toolModel({ steps: bench.steps, onStep: bench.step });
    await generateText({ model, prompt: 'go', stopWhen: isStepCount(1000), tools: { add } });
    bench.end();
  });
  return null;
}
