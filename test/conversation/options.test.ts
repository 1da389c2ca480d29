import { type ConversationOptions, createAgent, createConversation, createGrants, UserError } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

const ended = (conversation: ReturnType<typeof createConversation>, runs: number): Promise<void> =>
  vi.waitFor(() => {
    const { status, messages } = conversation.store.getState();
    expect([status, messages.length]).toEqual(['idle', runs * 2]);
  });

describe('the options of a conversation', () => {
  it('C383 are read once for each run, so an agent may be created among them', async () => {
    const turns = ['One.', 'Two.'];
    const create = vi.fn(() => createAgent({ model: scriptedModel([turns[create.mock.calls.length - 2] ?? 'None.']) }));
    const events: string[] = [];
    const conversation = createConversation(() => ({
      agent: create(),
      throttle: 1,
      sendDelay: 0,
      onEvent: ({ type }) => events.push(type),
    }));
    expect(create).toHaveBeenCalledTimes(1);

    conversation.start('Go');
    await ended(conversation, 1);
    expect(create).toHaveBeenCalledTimes(2);
    conversation.start('Again');
    await ended(conversation, 2);

    expect(create).toHaveBeenCalledTimes(3);
    expect(events.length).toBeGreaterThan(6);
  });

  it('C383 are read again by runClientTools(), which runs functions that came later', () => {
    const read = vi.fn(() => ({ agent: createAgent({ model: scriptedModel([]) }) }));
    const conversation = createConversation(read);

    conversation.runClientTools();

    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('an option that cannot change', () => {
  afterEach(() => vi.restoreAllMocks());

  const first = { storage: memoryStorage(), runKey: 'one', grants: createGrants() };

  it.each([
    ['storage', { ...first, storage: memoryStorage() }],
    ['runKey', { ...first, runKey: 'two' }],
    ['grants', { ...first, grants: createGrants() }],
  ])('C384 is reported once if it changes: %s', async (name, second) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const agent = createAgent({ model: scriptedModel(['One.', 'Two.']) });
    let options: ConversationOptions = { agent, ...first };
    const conversation = createConversation(() => options);
    await vi.waitFor(() => expect(conversation.store.getState().place).toBe('here'));
    options = { agent, ...second };

    conversation.runClientTools();
    conversation.runClientTools();

    expect(report).toHaveBeenCalledOnce();
    const [error] = report.mock.calls[0] ?? [];
    expect(UserError.isInstance(error) && [error.code, error.message]).toEqual([
      'option-changed',
      expect.stringContaining(`'${name}'`),
    ]);
    conversation.dispose();
  });

  it('C384 is not reported if nothing changes', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const agent = createAgent({ model: scriptedModel([]) });
    const conversation = createConversation(() => ({ agent, storage: memoryStorage(), initialMessages: [] }));

    conversation.runClientTools();

    expect(report).not.toHaveBeenCalled();
  });
});

it('may be an object, for options that stay the same', async () => {
  const agent = createAgent({ model: scriptedModel(['Hello.']) });
  const conversation = createConversation({ agent });

  conversation.start('Hi');

  await vi.waitFor(() =>
    expect(conversation.store.getState().outcome).toMatchObject({ type: 'completed', output: 'Hello.' }),
  );
});
