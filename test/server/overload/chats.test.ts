import { closeChats, memoryRunStore } from 'countersign/server';
import { expect, it } from 'vitest';
import { answerPart, chatWith, chunksOf, createGate, filesAgent, refusalOf, remove } from '../chat-server.js';

it('C532 a chat server refuses requests above the limit with 503 and Retry-After', async () => {
  const held = createGate();
  const chat = chatWith({
    agent: filesAgent(['Hello.', 'Again.']).agent,
    maxRequests: 1,
    authorize: async () => {
      await held.passed;
      return true;
    },
  });
  const first = chat.say('go');

  const refused = await chat.say('go', 'u2', 'chat2');
  held.open();

  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refusalOf(refused)).toEqual([503, 'server-busy']);
  expect((await first).status).toBe(200);
  expect((await chat.say('go', 'u2', 'chat2')).status).toBe(200);
});

it('C532 a chat server responds with 503 and Retry-After while the store is unavailable', async () => {
  const lost = new Error('connect ECONNREFUSED 10.0.0.7:5432');
  const { agent } = filesAgent([]);
  const chat = chatWith({ agent });
  const list = async (): Promise<never> => {
    throw lost;
  };
  Object.assign(chat.store, { list, isUnavailable: (error: unknown) => error === lost });

  const refused = await chat.say('go');

  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refusalOf(refused)).toEqual([503, 'server-unavailable']);
});

it('C532 closed chats refuse new messages, and complete the responses that are running', async () => {
  const held = createGate();
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'It is gone.'], held);
  const chat = chatWith({ agent, store: memoryRunStore() });
  const asked = await chunksOf(await chat.say('Delete it'));
  const response = await chat.answer([answerPart(asked, 'a')]);
  await held.begun;
  let isClosed = false;

  const closed = closeChats(chat.store).then(() => {
    isClosed = true;
  });
  const refused = await chat.say('More', 'u2', 'chat2');
  expect(isClosed).toBe(false);
  held.open();
  await closed;

  expect(await refusalOf(refused)).toEqual([503, 'server-closing']);
  expect(await chunksOf(response)).toContainEqual(expect.objectContaining({ delta: 'It is gone.' }));
  expect(ran).toEqual(['a.txt']);
});
