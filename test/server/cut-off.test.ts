import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { answerPart, chatWith, chunksOf, createGate, remove, typesOf } from './chat-server.js';

it('C221 while a tool runs beside a pending call: the interrupted call needs no answer, and the approval counts', async () => {
  const held = createGate();
  const ran: string[] = [];
  const agent = createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'slow', toolCallId: 's', input: {} }, remove('a')] }, 'Done.']),
    tools: {
      slow: tool({
        description: 'Slow',
        inputSchema: z.object({}),
        execute: async () => {
          ran.push('slow');
          held.begin();
          await held.passed;
        },
      }),
      delete_file: tool({
        description: 'Delete',
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        execute: ({ path }) => ran.push(path),
      }),
    },
  });
  const dying = chatWith({ agent });
  const lost = dying.say('go').then(chunksOf);
  await held.begun;
  const next = chatWith({ agent, store: { ...dying.store } });

  const asked = await chunksOf(await next.say('go'));
  held.open();
  await lost;
  const heard = await chunksOf(await next.answer([answerPart(asked, 'a')]));

  // The AI SDK's chat sends no answers while a call of the step appears to run.
  expect(asked).toContainEqual(expect.objectContaining({ type: 'tool-output-error', toolCallId: 's' }));
  expect(ran).toEqual(['slow', 'a.txt']);
  expect(typesOf(heard).at(-1)).toBe('finish');
});
