import { createAgent, createConversation } from 'countersign/core';
import {
  type ConversationRepository,
  memoryStorage,
  persistConversation,
  type RunStorage,
} from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { say, textOf, until } from '../../conformance/persistence-support.js';

/** The least that a repository has: no events, no answers of other tabs, no channel. */
function ownedBy(user: string, storage: RunStorage): ConversationRepository {
  return {
    claim: (key, options) => storage.claim(`${user}/${key}`, options),
    load: (key) => storage.load(`${user}/${key}`),
    persist: persistConversation,
  };
}

it('C456 a repository of the app persists conversations with `persistConversation`', async () => {
  const storage = memoryStorage();
  const page = (user: string, turns: Parameters<typeof scriptedModel>[0]) => {
    const own = { storage: ownedBy(user, storage), runKey: 'talk' };
    const conversation = createConversation(() => ({ agent: createAgent({ model: scriptedModel(turns) }), ...own }));
    onTestFinished(() => conversation.dispose());
    return conversation;
  };
  const first = page('ada', ['Hello, Ada.']);
  await say(first, 'Hello');
  first.dispose();

  const again = page('ada', []);
  const other = page('bob', []);
  const { messages } = await until(again, ({ place }) => place === 'here');
  const others = await until(other, ({ place }) => place === 'here');

  expect(textOf({ messages })).toBe('Hello|Hello, Ada.');
  expect(others.messages).toEqual([]);
  expect((await storage.conversations.list()).map(({ id }) => id).sort()).toEqual(['ada/talk', 'bob/talk']);
});

it('C456 a repository that wraps another one is called by the conversation, not the wrapped one', async () => {
  const storage = memoryStorage();
  const load: RunStorage['load'] = () => Promise.reject(new Error('The disk is gone.'));
  const broken: RunStorage = { ...storage, load };
  const agent = createAgent({ model: scriptedModel([]) });
  const conversation = createConversation(() => ({ agent, storage: broken, runKey: 'talk' }));
  onTestFinished(() => conversation.dispose());

  const { error } = await until(conversation, (state) => state.error !== null);

  expect(error).toMatchObject({ code: 'not-kept', cause: { message: 'The disk is gone.' } });
});

it('C199 other pages are notified of the log after its events are stored, even if that takes long', async () => {
  const storage = memoryStorage();
  const order: string[] = [];
  const observed: RunStorage = {
    ...storage,
    claim: async (key, options) => {
      const claim = await storage.claim(key, options);
      const logStored = async (): Promise<void> => {
        order.push('storing');
        await claim.logStored?.();
        await new Promise((resolve) => setTimeout(resolve, 0));
        order.push('stored');
      };
      return { ...claim, logStored };
    },
    channel: (key) => {
      const channel = storage.channel?.(key);
      if (channel === undefined) throw new Error('A memory storage has channels.');
      const send: typeof channel.send = (what) => {
        if (what === 'log') order.push(what);
        channel.send(what);
      };
      return { ...channel, send };
    },
  };
  const agent = createAgent({ model: scriptedModel(['Hello.']) });
  const conversation = createConversation(() => ({ agent, storage: observed, runKey: 'talk' }));
  onTestFinished(() => conversation.dispose());

  await say(conversation, 'Hello');
  await expect.poll(() => order.includes('log'), { timeout: 15_000 }).toBe(true);

  expect(order.slice(0, 3)).toEqual(['storing', 'stored', 'log']);
});
