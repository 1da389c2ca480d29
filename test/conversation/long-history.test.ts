import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelMessage, UIMessage, UIMessageChunk } from 'ai';
import type { Agent, Conversation, ConversationOptions, RunOutcome } from 'countersign/core';
import { createAgent, createConversation, createRemoteAgent, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownHistories, ownHistory } from '../../src/agent/batch/known-history.js';
import { until } from '../conformance/support.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function streamOf<T>(parts: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model that alternates between a call and a text, and records a copy of each prompt. */
function alternatingModel(provider = 'test') {
  const prompts: LanguageModelV4CallOptions['prompt'][] = [];
  const asked = { before: () => {} };
  const doStream = async ({ prompt }: LanguageModelV4CallOptions) => {
    asked.before();
    const id = `${prompts.length}`;
    prompts.push(structuredClone(prompt));
    const said: LanguageModelV4StreamPart[] =
      prompt.at(-1)?.role === 'tool'
        ? [
            { type: 'text-start', id },
            { type: 'text-delta', id, delta: `Answer ${id}` },
            { type: 'text-end', id },
            { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
          ]
        : [
            { type: 'tool-call', toolCallId: `c${id}`, toolName: 'look', input: '{}' },
            { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage },
          ];
    return { stream: streamOf(said) };
  };
  const model = { specificationVersion: 'v4' as const, provider, modelId: 'm', supportedUrls: {}, doStream };
  return { prompts, asked, model: { ...model, doGenerate: () => Promise.reject(new Error('It streams.')) } };
}

const look = tool({ inputSchema: z.object({}), execute: () => 'seen' });

async function sendMessage(conversation: Conversation, input: string): Promise<RunOutcome<unknown>> {
  const before = conversation.store.getState().outcome;
  conversation.start(input);
  const { outcome } = await until(conversation, ({ outcome }) => outcome !== null && outcome !== before);
  if (outcome === null) throw new Error('It has no outcome.');
  return outcome;
}

/** Settles all promises that need no other macrotask, so that no frame can occur in between. */
async function sameTask(): Promise<void> {
  for (let turns = 0; turns < 500; turns++) await Promise.resolve();
}

const converse = (agent: Agent, options: Partial<ConversationOptions> = {}) =>
  createConversation(() => ({ agent, ...options }));

/** Counts the reads of message contents. */
function countReads(messages: readonly ModelMessage[]): { reads: number } {
  const count = { reads: 0 };
  for (const message of messages) {
    const { content } = message;
    const get = () => {
      count.reads += 1;
      return content;
    };
    Object.defineProperty(message, 'content', { get, enumerable: true });
  }
  return count;
}

describe('a message in a conversation that ran here', () => {
  it('goes to the model without a look at what was said and answered before', async () => {
    const { model, prompts } = alternatingModel();
    const conversation = converse(createAgent({ model, tools: { look } }));
    for (const question of ['1', '2', '3', '4', '5']) await sendMessage(conversation, question);
    const { messages } = conversation.store.getState().outcome ?? { messages: [] };
    const old = countReads(messages.slice(0, -1));

    await sendMessage(conversation, '6');

    expect(messages).toHaveLength(20);
    expect(old.reads).toBe(0);
    expect(prompts.at(-1)?.map(({ role }) => role)).toHaveLength(23);
  });

  it('reads to the model as in a conversation that began with the same messages', async () => {
    const first = alternatingModel();
    const conversation = converse(createAgent({ model: first.model, tools: { look } }));
    for (const question of ['1', '2', '3']) await sendMessage(conversation, question);
    const { messages } = await sendMessage(conversation, '4');

    const fresh = alternatingModel();
    await createAgent({ model: fresh.model, tools: { look } }).run('4', { messages: messages.slice(0, -4) }).outcome;

    expect(fresh.prompts[0]).toEqual(first.prompts[6]);
  });

  it('reads to another provider as that one wants it, and to the first one again', async () => {
    const models = [alternatingModel('one'), alternatingModel('two')] as const;
    const agents = models.map(({ model }) => createAgent({ model, tools: { look } }));
    let turn = 0;
    const conversation = createConversation(() => ({ agent: agents[turn % 2] ?? createAgent(models[0]) }));
    for (; turn < 4; turn++) await sendMessage(conversation, `${turn}`);

    const { messages } = conversation.store.getState().outcome ?? { messages: [] };
    const fresh = alternatingModel('two');
    await createAgent({ model: fresh.model, tools: { look } }).run('3', { messages: messages.slice(0, -4) }).outcome;
    expect(models[1].prompts.at(-2)).toEqual(fresh.prompts[0]);
  });

  it('is closed where an agent of the app leaves a call open that a message has passed by', async () => {
    const { model, prompts } = alternatingModel();
    const inner = createAgent({ model, tools: { look } });
    // An agent that removes the results from the messages it returns.
    const leaky: Agent = {
      ...inner,
      run: (...args) => {
        const run = inner.run(...args);
        const outcome = run.outcome.then((given) => {
          const list = given.messages as ModelMessage[];
          const results = list.findIndex(({ role }) => role === 'tool');
          list.splice(results, 1);
          return given;
        });
        return { ...run, outcome, [Symbol.asyncIterator]: () => run[Symbol.asyncIterator]() };
      },
    };
    const conversation = converse(leaky);
    await sendMessage(conversation, '1');
    await sendMessage(conversation, '2');

    expect(prompts[2]?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(JSON.stringify(prompts[2]?.[2])).toContain('interrupted');
  });

  it('reaches its model in the task in which it is sent', async () => {
    const { model, asked } = alternatingModel();
    const conversation = converse(createAgent({ model, tools: { look } }));
    await sendMessage(conversation, '1');
    let isAsked = false;
    asked.before = () => {
      isAsked = true;
    };

    conversation.start('2');
    await sameTask();

    expect(isAsked).toBe(true);
  });
});

describe('a message in a conversation that goes on from messages of before', () => {
  const initialMessages: UIMessage[] = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
  ];

  it('reaches its server in the task in which it is sent', async () => {
    let requests = 0;
    const chunks: UIMessageChunk[] = [
      { type: 'start' },
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Yes.' },
      { type: 'text-end', id: 't' },
      { type: 'finish-step' },
      { type: 'finish' },
    ];
    const transport = {
      sendMessages: async () => {
        requests += 1;
        return streamOf(chunks);
      },
      reconnectToStream: async () => null,
    };
    const conversation = converse(createRemoteAgent({ transport, server: 'ai-sdk' }), { initialMessages });
    await sendMessage(conversation, '1');

    conversation.start('2');
    await sameTask();

    expect(requests).toBe(2);
  });
});

describe('the list of a history', () => {
  it('is not taken for that of a run', () => {
    const list: ModelMessage[] = [{ role: 'user', content: 'Hi' }];

    expect(ownHistory(list)).toBe(list);
    expect(knownHistories.has(ownHistory(list))).toBe(false);
  });
});
