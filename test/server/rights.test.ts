import { conversationKey } from 'countersign/server';
import { createVirtualClock } from 'countersign/testing';
import { expect, it } from 'vitest';
import { chatWith, chunksIn, createGate, filesAgent, list, remove, typesOf } from './chat-server.js';

it('C313 a response of a chat ends with an error when access is revoked, and the run continues', async () => {
  const held = createGate();
  const { agent, ran } = filesAgent([{ calls: [list] }, { calls: [remove('a')] }, 'Done.'], held);
  const clock = createVirtualClock();
  let answer: string | false = 'ada';
  const chat = chatWith({
    agent,
    clock: clock.environment,
    keepAlive: 3_600_000,
    accessCheckInterval: 5000,
    authorize: () => answer,
  });
  const first = await (await chat.say('go')).text();
  const part = /"approvalId":"([^"]+)"/.exec(first)?.[1];
  const approval = { id: part, approved: true };
  const yes = {
    type: 'tool-delete_file',
    toolCallId: 'a',
    state: 'approval-responded',
    input: { path: 'a.txt' },
    approval,
  };
  const response = await chat.answer([yes]);
  const again = await chat.stream();
  await held.begun;
  const texts = [response.text(), again.text()];

  await clock.advance(5000);
  answer = 'eve';
  await clock.advance(5000);
  const told = await Promise.all(texts);

  for (const text of told) expect(typesOf(chunksIn(text)).at(-1)).toBe('error');
  for (const text of told) expect(text).not.toContain('is gone');
  answer = 'ada';
  held.open();
  await expect
    .poll(() => chat.store.conversations.get(conversationKey('ada', 'chat1')))
    .toMatchObject({ state: 'idle' });
  expect(ran).toEqual(['a.txt']);
});
