import {
  type Conversation,
  type ConversationOptions,
  type CountersignError,
  createAgent,
  createConversation,
} from 'countersign/core';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { textOf, until } from './persistence-support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

function page(storage: ConversationOptions['storage'], turns: readonly ScriptedTurn[] = []): Conversation {
  const agent = createAgent({ model: scriptedModel(turns) });
  const conversation = createConversation(() => ({ agent, ...(storage && { storage }), runKey: 'talk' }));
  open.push(conversation.dispose);
  return conversation;
}

/** A storage in which a conversation is kept that no page has open. */
async function withConversation(): Promise<RunStorage> {
  const storage = memoryStorage();
  const first = page(storage, ['Hello.']);
  first.start('Hi');
  await until(first, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');
  first.dispose();
  // It has what was kept last.
  const second = page(storage);
  await until(second, ({ place }) => place === 'here');
  second.dispose();
  return storage;
}

/** Gives what is no list of messages. */
const damaged = (storage: RunStorage): RunStorage => ({
  ...storage,
  load: async () => JSON.parse('[{ "id": "1", "role": "nobody", "parts": [] }]'),
});

const errorOf = async (conversation: Conversation): Promise<CountersignError | null> =>
  (await until(conversation, ({ error }) => error !== null)).error;

const refusal = { code: 'not-kept', cause: { name: 'UserError', code: 'initial-messages' } };

describe('a persisted conversation that is rejected', () => {
  it('C191 stays unchanged after later messages, and another page continues it', async () => {
    const storage = await withConversation();
    const before = await storage.load('talk');
    const refused = page(damaged(storage));

    expect(await errorOf(refused)).toMatchObject(refusal);
    refused.start('Are you there?');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const later = page(storage, ['Here.']);
    await until(later, ({ place }) => place === 'here');

    expect(await storage.load('talk')).toEqual(before);
    later.start('And now?');
    await until(later, (state) => textOf(state) === 'Hi|Hello.|And now?|Here.' && state.status === 'idle');
    expect(refused.store.getState().queued).toEqual(['Are you there?']);
  });

  it('C191 leaves the run that started before the page failed', async () => {
    const storage = memoryStorage();
    const first = page(storage, [() => new Promise(() => {})]);
    first.start('Go');
    await until(first, ({ messages }) => messages.length > 0);
    first.dispose();
    const broken = page(storage, ['Done.']);
    const unsubscribe = broken.store.subscribe(({ place }) => {
      if (place === 'here') throw new Error('the app broke');
    });

    expect(await errorOf(broken)).toMatchObject({ code: 'not-kept', cause: { message: 'the app broke' } });
    unsubscribe();
    const later = page(storage, ['Done.']);

    await until(later, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(textOf(broken.store.getState())).not.toContain('Done.');
  });

  it('C191 reports the rejection in a following page', async () => {
    const storage = await withConversation();
    await until(page(storage), ({ place }) => place === 'here');
    const { channel: _, ...silent } = damaged(storage);
    const second = page(silent);

    expect(await errorOf(second)).toMatchObject(refusal);
  });

  it('C191 reports a storage that fails before it is used', async () => {
    const channel: RunStorage['channel'] = () => {
      throw new TypeError('no channels here');
    };

    const broken: RunStorage = { ...memoryStorage(), channel };

    expect(await errorOf(page(broken))).toMatchObject({
      code: 'not-kept',
      cause: { message: 'no channels here' },
    });
  });
});
