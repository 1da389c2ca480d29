import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { convertToModelMessages, type UIMessage } from 'ai';
import {
  type Conversation,
  type ConversationState,
  createAgent,
  type DeferredToolHandler,
  type ModelSettings,
  type RunOutcome,
  type ToolMap,
  tool,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ours, sdk } from '../agent/model/answers.js';
import { hasRecordings, recording } from '../agent/model/support.js';
import { providers, toEventStream } from '../support/provider-answers.js';
import { converse, until } from './support.js';

const anything = z.looseObject({});
const made: ToolMap = Object.fromEntries(
  ['read_theme', 'read_screen', 'get_weather', 'weather', 'cityAttractions', 'updateIssueList'].map((name) => [
    name,
    tool({ inputSchema: anything, execute: (input) => ({ name, input }) }),
  ]),
);
const mcp = createOpenAI({ apiKey: 'k' }).tools.mcp({
  serverLabel: 'zip1',
  serverUrl: 'https://zip1.io/mcp',
  requireApproval: 'always',
});

interface Recording {
  readonly file: string;
  readonly provider: string;
  /** Changes to the lines as they were recorded. */
  readonly mend?: (line: string) => string;
  readonly tools?: ToolMap;
  readonly settings?: ModelSettings;
  /** What the second request has to hold. */
  readonly second: object;
  readonly outcome?: object;
}

const say = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const recordings: readonly Recording[] = [
  {
    file: 'google-stream-no-args-tool-call',
    provider: 'google',
    second: {
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            { thought: true, text: expect.stringMatching(say('Processing User Requests')) },
            { functionCall: { name: 'read_theme', args: {} }, thoughtSignature: expect.stringMatching(/^AY89a18a8/) },
            { functionCall: { name: 'read_screen', args: { id: 'A' } } },
            { functionCall: { name: 'read_screen', args: { id: 'B' } } },
            { functionCall: { name: 'read_screen', args: { id: 'C' } } },
          ],
        },
        {
          role: 'user',
          parts: ['read_theme', 'read_screen', 'read_screen', 'read_screen'].map((name) => ({
            functionResponse: { name },
          })),
        },
      ],
    },
  },
  {
    file: 'openai-mcp-tool-approval.1',
    provider: 'openai responses',
    tools: { mcp },
    second: {
      input: expect.arrayContaining([
        expect.objectContaining({
          type: 'mcp_approval_response',
          approval_request_id: 'mcpr_04a97b4fce127879006949a83ac9308195a7f7b69ea82e91fe',
          approve: true,
        }),
      ]),
    },
  },
  {
    // Two of its lines lack their last brace: a stream that is garbled on the way (C83).
    file: 'parallel-tool-call-wrapper.1',
    provider: 'openai responses',
    second: { input: [{ role: 'user' }] },
    outcome: { usage: { requests: 1, toolCalls: 0 } },
  },
  {
    file: 'parallel-tool-call-wrapper.1',
    provider: 'openai responses',
    mend: (line) => (isJson(line) ? line : `${line}}`),
    // Only where the provider keeps the conversation does its package join the calls again.
    settings: { providerOptions: { openai: { previousResponseId: 'resp_0' } } },
    second: {
      input: [
        { role: 'user' },
        {
          type: 'function_call',
          call_id: 'call_parallel',
          name: 'parallel',
          arguments: expect.stringContaining('Rome'),
        },
        { type: 'function_call_output', call_id: 'call_parallel', output: expect.stringContaining('San Francisco') },
      ],
    },
    outcome: { usage: { toolCalls: 2 } },
  },
  {
    file: 'openai-client-tool-search.2',
    provider: 'openai responses',
    second: {
      input: [
        { role: 'user' },
        { type: 'function_call', call_id: 'call_Q7pq6EfVGRnauPLWSSYBGJ1l', name: 'get_weather' },
        {
          type: 'function_call_output',
          call_id: 'call_Q7pq6EfVGRnauPLWSSYBGJ1l',
          output: '{"name":"get_weather","input":{"location":"San Francisco, CA","unit":"fahrenheit"}}',
        },
      ],
    },
  },
  {
    file: 'anthropic-tool-no-args',
    provider: 'anthropic',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: "I'll update the issue list for you." },
            { type: 'tool_use', id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', name: 'updateIssueList', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP',
              content: '{"name":"updateIssueList","input":{}}',
            },
          ],
        },
      ],
    },
  },
  {
    file: 'deepseek-tool-call',
    provider: 'deepseek',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: expect.stringMatching(/^The user/),
          tool_calls: [{ id: 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF', function: { name: 'weather' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF',
          content: expect.stringContaining('San Francisco'),
        },
      ],
    },
    outcome: { usage: { cacheReadTokens: 320, reasoningTokens: 39 } },
  },
  {
    file: 'xai-tool-call',
    provider: 'openai-compatible',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: expect.stringMatching(/^First, the/),
          tool_calls: [{ id: 'call_79382389', function: { name: 'weather' } }],
        },
        { role: 'tool', tool_call_id: 'call_79382389', content: expect.stringContaining('San Francisco') },
      ],
    },
    outcome: { usage: { cacheReadTokens: 306, reasoningTokens: 227 } },
  },
  {
    file: 'deepseek-text',
    provider: 'deepseek',
    second: {
      messages: [
        { role: 'user' },
        { role: 'assistant', content: expect.stringMatching(/^## /) },
        { role: 'user', content: 'more' },
      ],
    },
  },
];

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The provider's package over a `fetch` that answers with the recording, then with a text. */
function modelOver({ file, provider: name, mend = (line) => line }: Recording) {
  return modelAnswering(name, [toEventStream(recording(file).map(mend)), 'Done.']);
}

/** The same over any answers: bodies, or words for the provider to say. */
function modelAnswering(name: string, given: readonly string[]) {
  const provider = providers[name];
  if (provider === undefined) throw new Error(`No provider ${name}.`);
  const bodies: unknown[] = [];
  const answers = given.map((answer) => (answer.startsWith('data:') ? answer : toEventStream(provider.says(answer))));
  const model = provider.model({
    baseURL: 'https://provider.test/v1',
    fetch: async (_, init) => {
      const answer = answers[bodies.length];
      bodies.push(JSON.parse(String(init?.body)));
      if (answer === undefined) throw new Error('one request too many');
      return new Response(answer, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return { model, bodies };
}

/** The run over a recording: to its second request, by a new prompt where it needs one. */
async function replay(recorded: Recording): Promise<{ bodies: readonly unknown[]; outcome: RunOutcome }> {
  const { model, bodies } = modelOver(recorded);
  const agent = createAgent({
    model,
    tools: recorded.tools ?? made,
    modelSettings: recorded.settings ?? {},
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
  expect(first).toMatchObject({ type: 'completed', finishReason: 'length' });
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
 * What a provider is sent next, after a conversation over its answers: by that conversation, by one that goes on from its stored
 * messages, and by a run whose history the ai package made of them.
 */
async function nextBodies({ provider, tools = made, settings = {} }: Omit<Recording, 'file' | 'second'>, body: string) {
  const options = { tools, modelSettings: settings, deferredToolHandler: allApproved };
  const live = modelAnswering(provider, [body, 'Done.', 'And more.', 'And more.']);
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

const title = ({ file, mend }: Recording): string => `${file}${mend === undefined ? '' : ' (its broken lines mended)'}`;

/** Not the one whose lines are broken. */
const isWhole = ({ file, mend }: Recording): boolean => !file.startsWith('parallel') || mend !== undefined;

if (!hasRecordings) process.stdout.write('The recorded streams are not here: the tests over them do not run.\n');

describe.runIf(hasRecordings)('a recorded stream', () => {
  it.each(recordings.map((recorded) => [title(recorded), recorded] as const))(
    'goes through its package and the loop to a second request: %s',
    async (_, recorded) => {
      const { bodies, outcome } = await replay(recorded);

      expect(outcome).toMatchObject({ type: 'completed', output: 'Done.', ...recorded.outcome });
      expect(bodies).toHaveLength(2);
      expect(bodies[1]).toMatchObject(recorded.second);
    },
  );

  it.each(recordings.filter(isWhole).map((recorded) => [title(recorded), recorded] as const))(
    'means the same to us and to streamText: %s',
    async (_, recorded) => {
      const { stream } = await modelOver(recorded).model.doStream({
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
      });
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of stream) parts.push(part);

      expect(parts.length).toBeGreaterThan(3);
      expect(await ours(parts)).toEqual(await sdk(parts));
    },
  );

  it.each(recordings.filter(isWhole).map((recorded) => [title(recorded), recorded] as const))(
    'C108 goes back unharmed from stored messages: %s',
    async (_, recorded) => {
      const { file, mend = (line) => line } = recorded;

      const { live, restored, stock } = await nextBodies(recorded, toEventStream(recording(file).map(mend)));

      expect(restored).toEqual(live);
      expect(stock).toEqual(live);
    },
  );
});

describe.each(Object.entries(providers))('what the package for %s said', (name, provider) => {
  it.each([
    ['a call', provider.calls('call_1', 'weather', { location: 'Rome' })],
    ['a text', provider.says('Hi.')],
  ])('C108 goes back unharmed from stored messages: %s', async (_, lines) => {
    const { live, restored, stock } = await nextBodies({ provider: name }, toEventStream(lines));

    expect(live).toBeDefined();
    expect(restored).toEqual(live);
    expect(stock).toEqual(live);
  });
});
