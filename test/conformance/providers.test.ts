import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { convertToModelMessages, type UIMessage } from 'ai';
import {
  type Conversation,
  type ConversationState,
  createAgent,
  type DeferredToolHandler,
  type RunOutcome,
  type ToolMap,
  tool,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ours, sdk } from '../agent/model/answers.js';
import { providers } from '../support/provider-answers.js';
import type { Line } from '../support/provider-words.js';
import { recorded, recordedTools } from '../support/recorded-answers.js';
import { calledTools, type ProviderAnswer, written } from '../support/written-answers.js';
import { converse, until } from './support.js';

const anything = z.looseObject({});
const made: ToolMap = Object.fromEntries(
  [...calledTools, ...recordedTools].map((name) => [
    name,
    tool({ inputSchema: anything, execute: (input) => ({ name, input }) }),
  ]),
);
/** Those that were written, and those recorded that are here. */
const answers: readonly ProviderAnswer[] = [...written, ...recorded];
const whole: readonly ProviderAnswer[] = answers.filter(({ garbled }) => garbled !== true);

/** The provider's package over a `fetch` with these answers: lines, or words for the provider to say. */
function modelAnswering(name: string, given: readonly (readonly Line[] | string)[]) {
  const provider = providers[name];
  if (provider === undefined) throw new Error(`No provider ${name}.`);
  const { says, encode, contentType } = provider;
  const bodies: unknown[] = [];
  const answers = given.map((answer) => Buffer.concat(encode(typeof answer === 'string' ? says(answer) : answer)));
  const model = provider.model({
    baseURL: 'https://provider.test/v1',
    fetch: async (_, init) => {
      const answer = answers[bodies.length];
      bodies.push(JSON.parse(String(init?.body)));
      if (answer === undefined) throw new Error('one request too many');
      return new Response(answer, { headers: { 'content-type': contentType } });
    },
  });
  return { model, bodies };
}

/** The same with this answer, then a text. */
function modelOver({ provider, lines }: ProviderAnswer) {
  return modelAnswering(provider, [lines, 'Done.']);
}

/** The run over an answer: to its second request, by a new prompt where it needs one. */
async function replay(answer: ProviderAnswer): Promise<{ bodies: readonly unknown[]; outcome: RunOutcome }> {
  const { model, bodies } = modelOver(answer);
  const agent = createAgent({
    model,
    tools: answer.tools ?? made,
    modelSettings: answer.settings ?? {},
    environment: {
      setTimeout: (callback) => {
        const timer = setTimeout(callback, 0);
        return () => clearTimeout(timer);
      },
    },
    deferredToolHandler: allApproved,
  });
  const first = await agent.run('go').outcome;
  if (bodies.length > 1) return { bodies, outcome: first };
  expect(first).toMatchObject({ type: 'failed', finishReason: 'length', error: { code: 'model-cut-off' } });
  return { bodies, outcome: await agent.run('more', { messages: first.messages }).outcome };
}

/** Answers every approval with a yes, as code would. */
const allApproved: DeferredToolHandler = ({ approvals }) => ({
  approvals: Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' as const }])),
  calls: {},
  metadata: {},
  defer: [],
});

const isOver = ({ outcome }: ConversationState): boolean => outcome !== null;

async function converseOn(conversation: Conversation, text: string): Promise<ConversationState> {
  conversation.start(text);
  await until(conversation, (state) => !isOver(state));
  return await until(conversation, isOver);
}

/**
 * What a provider is sent next, after a conversation over its answers: by that conversation, by one that goes on from
 * its stored messages, and by a run whose history the ai package made of them.
 */
async function nextBodies(
  { provider, tools = made, settings = {} }: Pick<ProviderAnswer, 'provider' | 'tools' | 'settings'>,
  lines: readonly Line[],
) {
  const options = { tools, modelSettings: settings, deferredToolHandler: allApproved };
  const live = modelAnswering(provider, [lines, 'Done.', 'And more.', 'And more.']);
  const conversation = converse(createAgent({ ...options, model: live.model }));
  const { messages } = await converseOn(conversation, 'go');
  const stored: UIMessage[] = JSON.parse(JSON.stringify(messages));
  await converseOn(conversation, 'more');

  const again = modelAnswering(provider, ['And more.']);
  const restored = converse(createAgent({ ...options, model: again.model }), {
    initialMessages: stored,
  });
  await converseOn(restored, 'more');

  const stock = modelAnswering(provider, ['And more.']);
  const history = await convertToModelMessages(stored);
  await createAgent({ ...options, model: stock.model }).run('more', { messages: history }).outcome;
  return { live: live.bodies.at(-1), restored: again.bodies[0], stock: stock.bodies[0] };
}

const named = (found: readonly ProviderAnswer[]) => found.map((answer) => [answer.name, answer] as const);

describe('an answer', () => {
  it.each(named(answers))('goes through its package and the loop to a second request: %s', async (_, answer) => {
    const { bodies, outcome } = await replay(answer);

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.', ...answer.outcome });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject(answer.second);
  });

  it.each(named(whole))('means the same to us and to streamText: %s', async (_, answer) => {
    const { stream } = await modelOver(answer).model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
    });
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) parts.push(part);

    expect(parts.length).toBeGreaterThan(3);
    expect(await ours(parts)).toEqual(await sdk(parts));
  });

  it.each(named(whole))('C108 is unchanged when it is sent back from stored messages: %s', async (_, answer) => {
    const { live, restored, stock } = await nextBodies(answer, answer.lines);

    expect(restored).toEqual(live);
    expect(stock).toEqual(live);
  });
});

describe.each(Object.entries(providers))('what the package for %s said', (name, provider) => {
  it.each([
    ['a call', provider.calls('call_1', 'opening_hours', { branch: 'Harbour' }), /Harbour/],
    ['a text', provider.says('Hi.'), /Hi\.|"id":"msg_1"/],
  ])('C108 is unchanged when it is sent back from stored messages: %s', async (_, lines, said) => {
    const { live, restored, stock } = await nextBodies({ provider: name }, lines);

    // Where the provider keeps what it said, it is told which one is meant.
    expect(JSON.stringify(live)).toMatch(said);
    expect(restored).toEqual(live);
    expect(stock).toEqual(live);
  });
});
