import { createAgent, tool, toolApproved } from 'countersign/core';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import * as z from 'zod';

/** Answers a call in a page, which then crashes; returns the keys of the answers that it has logged. */
async function answerIn(page: string, journal: ReturnType<typeof memoryJournal>): Promise<readonly unknown[]> {
  const pay = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'paid' });
  const agent = createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'pay', toolCallId: 'a', input: {} }] }, 'Done.']),
    tools: { pay },
  });
  const run = agent.run('go', {
    runId: 'run',
    journal,
    ask: async (request) => {
      const by = { type: 'person', id: 'ada', page } as const;
      request.report?.({ type: 'answer', toolCallId: 'a', answer: toolApproved(), by });
      return await new Promise<never>(() => {});
    },
  });
  for await (const event of run) {
    if (event.type !== 'answer') continue;
    run.suspend?.();
    return [event.key];
  }
  return [];
}

it('C188 an answer that is repeated in another page has the same key, so the log has it once', async () => {
  const journal = memoryJournal();

  const [first, again] = [await answerIn('one', journal), await answerIn('two', journal)];

  expect(first).toEqual([expect.any(String)]);
  expect(again).toEqual(first);
});
