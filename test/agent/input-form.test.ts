import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { InputForm } from '../../src/approval/broker/pending.js';
import { createConversation } from '../../src/conversation/create-conversation.js';
import { createAgent, tool } from '../../src/core.js';
import { scriptedModel } from '../../src/testing/index.js';

const inputSchema = z.object({ path: z.string(), size: z.number().min(1) });

/** Returns the form of a pending call. */
async function waitingForm(schema: typeof inputSchema): Promise<InputForm> {
  const save = tool({ inputSchema: schema, requiresApproval: true, execute: () => 'saved' });
  const model = scriptedModel([{ calls: [{ toolName: 'save', input: { path: 'a', size: 1 } }] }]);
  const conversation = createConversation(() => ({ agent: createAgent({ model, tools: { save } }) }));
  return await new Promise((found) => {
    conversation.store.subscribe(({ pending }) => {
      const form = conversation.formOf(pending[0]?.items[0]?.id ?? '');
      if (form !== undefined) found(form);
    });
    conversation.start('go');
  });
}

describe('An approval that waits', () => {
  it('gives the JSON Schema of its input', async () => {
    const form = await waitingForm(inputSchema);

    expect(await form.schema()).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string' }, size: { type: 'number', minimum: 1 } },
    });
  });

  it('says by its schema what is wrong with an edit, before anything is answered', async () => {
    const form = await waitingForm(inputSchema);

    expect(await form.check({ path: 'a', size: 2 })).toEqual([]);
    expect(await form.check({ path: 'a', size: 0 })).toMatchObject([{ path: ['size'] }]);
  });
});
