import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import {
  agentTool,
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  ModelError,
  tool,
} from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A provider that refuses what holds a text, and names its place. Empty: it takes everything. */
function pickyModel(turns: readonly ScriptedTurn[]) {
  const scripted = scriptedModel(turns);
  const requests: LanguageModelV4CallOptions[] = [];
  const model = {
    ...{ specificationVersion: 'v4', provider: 'picky', modelId: 'picky', supportedUrls: {} },
    refuses: '',
    requests,
    doGenerate: scripted.doGenerate.bind(scripted),
    doStream: async (options: LanguageModelV4CallOptions) => {
      requests.push(options);
      const { refuses } = model;
      const hits = (value: unknown): boolean => refuses !== '' && JSON.stringify(value).includes(refuses);
      const place = options.prompt.findIndex(({ content }) => hits(content));
      const named = (options.tools ?? []).find(({ name }) => name === refuses);
      if (place < 0 && named === undefined) return await scripted.doStream(options);
      const { content } = options.prompt[place] ?? { content: '' };
      const part = typeof content === 'string' ? 0 : content.findIndex(hits);
      throw Object.assign(
        new Error(named ? `Invalid schema for function '${refuses}'` : `messages[${place}].content[${part}]`),
        {
          ...{ name: 'AI_APICallError', statusCode: 400, isRetryable: false },
          requestBodyValues: { messages: options.prompt },
        },
      );
    },
  } satisfies LanguageModelV4 & { refuses: string; requests: LanguageModelV4CallOptions[] };
  return model;
}

async function until(
  { store }: Pick<Conversation, 'store'>,
  isSo: (state: ConversationState) => boolean,
): Promise<ConversationState> {
  if (isSo(store.getState())) return store.getState();
  return await new Promise((resolve) => {
    const unsubscribe = store.subscribe((state) => {
      if (!isSo(state)) return;
      unsubscribe();
      resolve(state);
    });
  });
}

function setUp(turns: readonly ScriptedTurn[], more: Partial<ConversationOptions> = {}) {
  const model = pickyModel(turns);
  const done: string[] = [];
  const inputSchema = z.object({ path: z.string() });
  const read = tool({ inputSchema, execute: ({ path }) => `${done.push(path)}: the text of ${path}` });
  const agent = createAgent({ model, tools: { read, other: read } });
  const page = (options: Partial<ConversationOptions> = {}): Conversation =>
    createConversation(() => ({ agent, ...more, ...options }));
  const say = async (conversation: Conversation, text: string): Promise<ConversationState> => {
    const before = conversation.store.getState().outcome;
    conversation.start(text);
    return await until(conversation, ({ outcome }) => outcome !== null && outcome !== before);
  };
  return { model, done, page, say };
}

function shown({ messages }: ConversationState): readonly string[] {
  return messages.map(({ role, parts }) => {
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return `${role}: ${texts.join(' ')}`;
  });
}

const refusedIn = ({ error }: ConversationState): unknown => (ModelError.isInstance(error) ? error.refused : undefined);

describe('C393 content that a provider refused', () => {
  it('C393 is removed as the newest message, and the conversation continues with the next', async () => {
    const { model, page, say } = setUp(['Hello.', 'Fine.']);
    const conversation = page();
    await say(conversation, 'Hi');
    model.refuses = 'BAD';
    const failed = await say(conversation, 'A BAD message');
    expect(refusedIn(failed)).toMatchObject({ basis: 'named', type: 'message', role: 'user', quote: 'A BAD message' });

    conversation.removeRefused();

    const state = conversation.store.getState();
    expect(state).toMatchObject({ status: 'idle', error: null });
    expect(shown(state)).toEqual(['user: Hi', 'assistant: Hello.']);
    expect(shown(await say(conversation, 'And now?'))).toEqual([
      ...['user: Hi', 'assistant: Hello.', 'user: And now?', 'assistant: Fine.'],
    ]);
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).not.toContain('BAD');
  });

  it('C393 is removed if an answer follows: a note keeps its place, and the last message is answered at once', async () => {
    const { model, page, say } = setUp(['Seen.', 'Second.', 'Third.']);
    const conversation = page();
    await say(conversation, 'A BAD message');
    model.refuses = 'BAD';
    await say(conversation, 'Next');

    conversation.removeRefused();

    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    expect(shown(state)[0]).toBe('assistant: Seen.');
    expect(shown(state).at(-1)).toBe('assistant: Second.');
    expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    // What was said after it can still be edited.
    conversation.edit('Other', state.messages.find(({ role }) => role === 'user')?.id);
    expect(shown(await until(conversation, ({ outcome }) => outcome !== null))).toEqual([
      'assistant: Seen.',
      'user: Other',
      'assistant: Third.',
    ]);
  });

  it('C393 is replaced as a result: the call keeps one, runs once, and the answer continues', async () => {
    const { model, done, page, say } = setUp([{ calls: [{ toolName: 'read', input: { path: 'BAD' } }] }, 'Done.']);
    const conversation = page();
    model.refuses = 'the text of BAD';
    const failed = await say(conversation, 'Read it');
    expect(refusedIn(failed)).toMatchObject({ basis: 'named', type: 'result', toolName: 'read' });

    conversation.removeRefused();

    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    expect(done).toEqual(['BAD']);
    expect(JSON.stringify(state.messages)).not.toContain('the text of BAD');
    expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('C393 is replaced as an answer: a note names its calls', async () => {
    const answer = { text: 'BAD thought', calls: [{ toolName: 'read', input: { path: 'a' } }] };
    const { model, done, page, say } = setUp([answer, 'Read.', 'Again.']);
    const conversation = page();
    await say(conversation, 'Read it');
    model.refuses = 'BAD';
    expect(refusedIn(await say(conversation, 'Next'))).toMatchObject({ type: 'message', role: 'assistant' });

    conversation.removeRefused();

    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    const sent = JSON.stringify(model.requests.at(-1)?.prompt);
    expect(sent).not.toContain('BAD');
    expect(sent).toContain('It had called these tools, and the calls have ended: read.');
    expect(JSON.stringify(state.messages)).not.toContain('BAD');
    expect(done).toEqual(['a']);
  });

  it('C393 is a tool that is not offered any more', async () => {
    const { model, page, say } = setUp(['Hello.', 'Again.']);
    const conversation = page();
    model.refuses = 'other';
    expect(refusedIn(await say(conversation, 'Hi'))).toEqual({ basis: 'named', type: 'tool', toolName: 'other' });

    conversation.removeRefused();

    await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    await say(conversation, 'More');
    expect(model.requests.at(-1)?.tools?.map(({ name }) => name)).toEqual(['read']);
  });

  it.each(['BAD message', 'the text of BAD', 'other'])(
    'C393 can be removed after a reload, and does not come back with another: %s',
    async (refuses) => {
      const turns = [{ calls: [{ toolName: 'read', input: { path: 'BAD' } }] }, 'Done.', 'More.', 'Last.'];
      const { model, page, say } = setUp(turns, { storage: memoryStorage(), runKey: 'talk' });
      const first = page();
      await say(first, 'A BAD message');
      model.refuses = refuses;
      const failed = await say(first, 'Next');
      first.dispose();
      const second = page();
      const opened = await until(second, ({ error }) => error !== null);
      expect(refusedIn(opened)).toEqual(refusedIn(failed));

      second.removeRefused();
      const after = await until(second, ({ outcome }) => outcome?.type === 'completed');
      second.dispose();
      const third = page();

      third.start('Last question');
      const last = await until(third, (state) => shown(state).at(-1) === 'assistant: Last.' && state.outcome !== null);
      expect(shown(last)).toEqual([...shown(after), 'user: Last question', 'assistant: Last.']);
      const { prompt, tools = [] } = model.requests.at(-1) ?? expect.fail();
      expect(JSON.stringify([prompt, tools.map(({ name }) => name)])).not.toContain(refuses);
    },
  );

  it.each(['BAD message', 'the text of BAD', 'BAD thought'])(
    'C393 is not in the messages that another conversation continues from: %s',
    async (refuses) => {
      const turns = [{ text: 'BAD thought', calls: [{ toolName: 'read', input: { path: 'BAD' } }] }, 'Done.', 'More.'];
      const { model, page, say } = setUp([...turns, 'Last.']);
      const conversation = page();
      await say(conversation, 'A BAD message');
      model.refuses = refuses;
      await say(conversation, 'Next');
      conversation.removeRefused();
      const { messages } = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

      const other = page({ initialMessages: JSON.parse(JSON.stringify(messages)) });

      expect(await say(other, 'On')).toMatchObject({ outcome: { type: 'completed' } });
    },
  );

  it('C393 is rejected if nothing was refused', async () => {
    const { page, say } = setUp(['Hello.']);
    const conversation = page();
    await say(conversation, 'Hi');

    expect(() => conversation.removeRefused()).toThrow(expect.objectContaining({ code: 'nothing-refused' }));
  });

  it('C393 of another agent is not content of the conversation', async () => {
    const inner = pickyModel([]);
    inner.refuses = 'go';
    const ask = agentTool(createAgent({ name: 'inner', model: inner }), {
      description: 'Ask',
      inputSchema: z.object({ prompt: z.string() }),
      prompt: ({ prompt }) => prompt,
    });
    const calls = [{ toolName: 'ask', input: { prompt: 'go' } }];
    const agent = createAgent({ model: scriptedModel([{ calls }]), tools: { ask }, toolErrors: 'throw' });

    const outcome = await agent.run('Please').outcome;

    expect(inner.requests).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'model-failed' } });
    expect(outcome.type === 'failed' && ModelError.isInstance(outcome.error) && outcome.error.refused).toBeUndefined();
  });
});
