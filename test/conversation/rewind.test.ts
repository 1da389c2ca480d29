import type { Conversation, ConversationOptions, ConversationState } from 'countersign/core';
import { createConversation, UserError } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import type { ScriptedTurn } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { countRan } from '../../src/conversation/ran-calls.js';
import { converse, scriptedAgent, until } from '../conformance/support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const write = { toolName: 'writeFile', input: { path: 'a', content: 'b' } };

function conversationOf(turns: readonly ScriptedTurn[], options: Partial<ConversationOptions> = {}) {
  const scripted = scriptedAgent(turns);
  return { ...scripted, conversation: converse(scripted.agent, options) };
}

const over = (conversation: Conversation) => until(conversation, (state) => state.outcome !== null);

/** The displayed messages, with their roles. */
const displayedMessages = ({ messages }: Pick<ConversationState, 'messages'>): string[] =>
  messages.map(
    ({ role, parts }) => `${role}: ${parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join()}`,
  );

/** The messages in the last prompt, with their roles. */
const promptMessages = (prompt: readonly { readonly role: string; readonly content: unknown }[]): string[] =>
  prompt.map(({ role, content }) => `${role}: ${JSON.stringify(content)}`);

function problemOf(action: () => void): UserError {
  try {
    action();
  } catch (error) {
    if (UserError.isInstance(error)) return error;
  }
  throw new Error('It was not refused with a UserError.');
}

describe('regenerate()', () => {
  it('has the last answer made anew, from the same history', async () => {
    const { conversation, model } = conversationOf(['One.', 'Two.', 'Two, better.']);
    conversation.start('first');
    await over(conversation);
    conversation.start('second');
    await until(
      conversation,
      (state) => displayedMessages(state).includes('assistant: Two.') && state.outcome !== null,
    );

    conversation.regenerate();
    const state = await until(conversation, ({ outcome, status }) => outcome !== null && status === 'idle');

    expect(displayedMessages(state)).toEqual([
      'user: first',
      'assistant: One.',
      'user: second',
      'assistant: Two, better.',
    ]);
    expect(promptMessages(model.requests[2]?.prompt ?? [])).toEqual(promptMessages(model.requests[1]?.prompt ?? []));
    expect(state.outcome?.messages).toHaveLength(4);
  });

  it('forgets the calls of the answer, but not in the events, and says how many ran', async () => {
    const { conversation, done, model } = conversationOf([{ calls: [write] }, 'Read.', 'Not read.']);
    conversation.start('first');
    const before = await over(conversation);
    const ran = countRan(before);

    conversation.regenerate();
    const state = await until(conversation, ({ outcome, status }) => outcome !== null && status === 'idle');

    expect(ran).toBe(1);
    expect(countRan(state)).toBe(0);
    expect(done).toHaveLength(1);
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).not.toContain('tool-call');
    expect([...state.events].some((event) => event.type === 'tool-end')).toBe(true);
  });

  it('goes on after a run that failed', async () => {
    const { conversation } = conversationOf([{ fails: 'No such model', status: 404 }, 'Here I am.']);
    conversation.start('first');
    await over(conversation);

    conversation.regenerate();
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(displayedMessages(state)).toEqual(['user: first', 'assistant: Here I am.']);
    expect(state.error).toBeNull();
  });

  it('puts the last answer back where none came, also for the next page, and takes it back again', async () => {
    const scripted = scriptedAgent(['One.', { fails: 'No such model', status: 404 }, 'One, better.']);
    const storage = memoryStorage();
    const conversation = createConversation(() => ({ agent: scripted.agent, storage, runKey: 'chat' }));
    conversation.start('first');
    await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    const { messages } = conversation.store.getState();

    conversation.regenerate();
    const failed = await until(conversation, ({ outcome }) => outcome?.type === 'failed');
    await expect.poll(async () => (await storage.conversations.get('chat'))?.state).toBe('failed');
    conversation.dispose();
    const next = createConversation(() => ({ agent: scripted.agent, storage, runKey: 'chat' }));
    const restored = await until(next, ({ place }) => place === 'here');
    next.regenerate();
    const state = await until(next, ({ outcome }) => outcome?.type === 'completed');

    expect(failed.messages).toEqual(messages);
    expect(failed.error?.message).toContain('No such model');
    expect(displayedMessages(restored)).toEqual(['user: first', 'assistant: One.']);
    expect(displayedMessages(state)).toEqual(['user: first', 'assistant: One, better.']);
    expect(promptMessages(scripted.model.requests[2]?.prompt ?? [])).toEqual(
      promptMessages(scripted.model.requests[0]?.prompt ?? []),
    );
  });

  it('puts nothing back over what came', async () => {
    const { conversation, done } = conversationOf([
      'One.',
      { calls: [write] },
      { fails: 'No such model', status: 404 },
    ]);
    conversation.start('first');
    await over(conversation);

    conversation.regenerate();
    const failed = await until(conversation, ({ outcome }) => outcome?.type === 'failed');

    expect(done).toHaveLength(1);
    expect(JSON.stringify(failed.messages)).not.toContain('One.');
    expect(countRan(failed)).toBe(1);
  });

  it('is refused while a run waits for people, until it is stopped', async () => {
    const { conversation } = conversationOf([{ calls: [remove] }, 'Else.']);
    conversation.start('first');
    await until(conversation, (state) => state.pending.length > 0);

    const refused = problemOf(() => conversation.regenerate());
    conversation.stop();
    await over(conversation);
    conversation.regenerate();
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(refused.code).toBe('still-running');
    expect(refused.message).toMatch(/waits for people.*stop\(\)/);
    expect(displayedMessages(state)).toEqual(['user: first', 'assistant: Else.']);
  });

  it('is refused while calls wait for resume()', async () => {
    const { conversation } = conversationOf([{ calls: [remove] }], { deferredToolHandler: null });
    conversation.start('first');
    await over(conversation);

    const refused = problemOf(() => conversation.regenerate());

    expect(refused.code).toBe('still-deferred');
    expect(displayedMessages(conversation.store.getState())[0]).toBe('user: first');
  });

  it('is refused when nothing was said', () => {
    const { conversation } = conversationOf([]);

    expect(problemOf(() => conversation.regenerate()).code).toBe('nothing-said');
  });
});

describe('edit()', () => {
  it('sends something else in place of the last message', async () => {
    const { conversation, model } = conversationOf(['One.', 'Two.', 'Three.']);
    conversation.start('first');
    await over(conversation);
    conversation.start('second');
    await until(
      conversation,
      (state) => displayedMessages(state).includes('assistant: Two.') && state.outcome !== null,
    );

    conversation.edit('third');
    const state = await until(conversation, ({ outcome, status }) => outcome !== null && status === 'idle');

    expect(displayedMessages(state)).toEqual(['user: first', 'assistant: One.', 'user: third', 'assistant: Three.']);
    expect(JSON.stringify(model.requests[2]?.prompt)).not.toContain('second');
  });

  it('goes back to an earlier message by its id', async () => {
    const { conversation, model } = conversationOf(['One.', 'Two.', 'Anew.']);
    conversation.start('first');
    const { messages } = await over(conversation);
    conversation.start('second');
    await until(
      conversation,
      (state) => displayedMessages(state).includes('assistant: Two.') && state.outcome !== null,
    );

    conversation.edit('begin', messages[0]?.id);
    const state = await until(conversation, ({ outcome, status }) => outcome !== null && status === 'idle');

    expect(displayedMessages(state)).toEqual(['user: begin', 'assistant: Anew.']);
    expect(model.requests[2]?.prompt.filter(({ role }) => role !== 'system')).toHaveLength(1);
  });

  it('changes nothing when the id is none of the user’s messages', async () => {
    const { conversation } = conversationOf(['One.']);
    conversation.start('first');
    const before = await over(conversation);

    const refused = problemOf(() => conversation.edit('x', before.messages[1]?.id));

    expect(refused.code).toBe('unknown-message');
    expect(conversation.store.getState()).toBe(before);
  });
});

describe('unqueue()', () => {
  it('takes a message back that was not sent yet, once', async () => {
    const { conversation, model } = conversationOf([{ calls: [remove] }, 'Done.', 'B.']);
    conversation.start('first');
    await until(conversation, (state) => state.pending.length > 0);
    conversation.start('a');
    conversation.start('b');

    const [taken, again] = [conversation.unqueue('a'), conversation.unqueue('a')];
    await conversation.decideAll(true);
    const state = await until(
      conversation,
      (now) => displayedMessages(now).includes('assistant: B.') && now.outcome !== null,
    );

    expect([taken, again]).toEqual([true, false]);
    expect(displayedMessages(state)).toContain('user: b');
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).not.toContain('"text":"a"}');
  });
});
