import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai';
import {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  type ToolMap,
  tool,
} from 'countersign/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { illegalStreams, legalStreams } from '../agent/model/streams.js';
import { finish, partsModel, type Turn } from '../agent/model/support.js';
import { converse, until } from '../conformance/support.js';

type Parts = readonly LanguageModelV4StreamPart[];

const textParts = (text: string): Parts => [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
  { type: 'text-end', id: '0' },
  finish(),
];

const tools: ToolMap = {
  search: tool({ inputSchema: z.looseObject({}), execute: () => ({ found: 2 }) }),
  write: tool({ inputSchema: z.looseObject({}), requiresApproval: true, execute: () => 'written' }),
};

interface ConversationScript {
  readonly turns: readonly Turn[];
  readonly options?: Partial<ConversationOptions>;
  readonly tools?: ToolMap;
}

/** A conversation with scripted responses, and the requests to its model. */
function createTalk({ turns, options = {}, tools: own = tools }: ConversationScript) {
  const model = partsModel([...turns, ...Array.from({ length: 6 }, () => textParts('Done.'))]);
  const agent = createAgent({
    model,
    tools: own,
    toolRetries: 3,
    environment: {
      setTimeout: (callback) => {
        queueMicrotask(callback);
        return () => {};
      },
    },
  });
  const promptOf = (request: number): unknown => JSON.parse(JSON.stringify(model.requests[request]?.prompt));
  return { conversation: converse(agent, options), requests: model.requests, promptOf };
}

const isOver = ({ outcome }: ConversationState): boolean => outcome !== null;

async function say(conversation: Conversation, text: string): Promise<ConversationState> {
  conversation.start(text);
  await until(conversation, (state) => state.outcome === null);
  return await until(conversation, isOver);
}

/** Returns the next prompt of the conversation, and of a new one created from its stored messages. */
async function nextPrompts({ conversation, requests, promptOf }: ReturnType<typeof createTalk>) {
  const { length } = requests;
  const stored: UIMessage[] = JSON.parse(JSON.stringify(conversation.store.getState().messages));
  await say(conversation, 'more');
  const restored = createTalk({ turns: [], options: { initialMessages: stored } });
  await say(restored.conversation, 'more');
  return { live: promptOf(length), restored: restored.promptOf(0), stored };
}

/** Gives every approval of a batch the same answer. */
const decideAll = (approve: boolean): Partial<ConversationOptions> => ({
  deferredToolHandler: ({ approvals }) => ({
    approvals: Object.fromEntries(
      approvals.map(({ toolCallId }) => [
        toolCallId,
        approve ? { kind: 'tool-approved' as const } : { kind: 'tool-denied' as const, message: 'Not that.' },
      ]),
    ),
    calls: {},
    metadata: {},
    defer: [],
  }),
});

/**
 * Removes approval requests for calls of earlier responses. A provider only requests approval in the response
 * that contains the call.
 */
function withoutLateRequests(before: Parts, parts: Parts): Parts {
  const made = new Set(before.map((part) => (part.type === 'tool-call' ? part.toolCallId : undefined)));
  return parts.filter((part) => part.type !== 'tool-approval-request' || !made.has(part.toolCallId));
}

const about = (n: number) => ({ providerMetadata: { acme: { n } } });
const hostedCall = (id: string, n: number): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'web',
  input: '{"q":1}',
  providerExecuted: true,
  ...about(n),
});
const hostedResult = (id: string, more: object = {}): LanguageModelV4StreamPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'web',
  result: { hits: id },
  ...more,
});
const call = (toolCallId: string, toolName: string, input = '{}'): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
});

const responses: Readonly<Record<string, readonly Parts[]>> = {
  'signed thoughts, texts and calls': [
    [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
      { type: 'reasoning-delta', id: 'r', delta: '', ...about(1) },
      { type: 'reasoning-end', id: 'r' },
      { type: 'reasoning-start', id: 'e', ...about(2) },
      { type: 'reasoning-end', id: 'e' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Well', ...about(3) },
      { type: 'text-end', id: 't' },
      { ...call('c', 'search'), ...about(4) } as LanguageModelV4StreamPart,
      { type: 'custom', kind: 'acme.compaction', ...about(5) },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' }, ...about(6) },
      finish('tool-calls'),
    ],
  ],
  'thoughts that grow at the same time': [
    [
      { type: 'reasoning-start', id: 'a' },
      { type: 'reasoning-start', id: 'b' },
      { type: 'reasoning-delta', id: 'a', delta: 'first' },
      { type: 'reasoning-delta', id: 'b', delta: 'second', ...about(2) },
      { type: 'reasoning-end', id: 'a', ...about(1) },
      { type: 'reasoning-end', id: 'b' },
      ...textParts('So.'),
    ],
  ],
  'hosted calls, ended at once': [
    [
      hostedCall('a', 1),
      hostedResult('a', about(2)),
      hostedCall('b', 3),
      hostedResult('b', about(4)),
      ...textParts('So.'),
    ],
  ],
  'hosted calls side by side': [
    [hostedCall('a', 1), hostedCall('b', 2), hostedResult('b'), hostedResult('a', about(3)), ...textParts('So.')],
  ],
  'hosted calls that fail': [[hostedCall('a', 1), hostedResult('a', { isError: true }), ...textParts('So.')]],
  'hosted calls that end in a later response': [
    [hostedCall('a', 1), call('c', 'search'), finish('tool-calls')],
    [hostedResult('a', about(2)), ...textParts('So.')],
  ],
  'hosted calls that need a yes': [
    [hostedCall('a', 1), { type: 'tool-approval-request', approvalId: 'mcpr', toolCallId: 'a' }, finish('tool-calls')],
    [hostedCall('a', 2), hostedResult('a', about(3)), ...textParts('So.')],
  ],
  'a second result of a hosted call of before': [
    [hostedCall('a', 1), hostedResult('a', about(2)), call('c', 'search'), finish('tool-calls')],
    [hostedCall('a', 3), hostedResult('a', about(4)), hostedResult('a', about(5)), ...textParts('So.')],
  ],
  'inputs that are no JSON': [[call('c', 'search', 'no json'), finish('tool-calls')]],
  'a response that broke off': [
    [
      ...textParts('Half a').slice(0, 2),
      { type: 'tool-input-start', id: 'x', toolName: 'web', providerExecuted: true },
      hostedCall('a', 1),
    ],
    [call('c', 'search'), finish('tool-calls')],
  ],
};

describe('a conversation that goes on from its stored messages', () => {
  it.each(
    Object.entries(responses).flatMap(([what, turns]) => [true, false].map((yes) => [what, yes, turns] as const)),
  )('C108 sends the same request as the live conversation: %s, approved: %s', async (_, yes, turns) => {
    const live = createTalk({ turns, options: decideAll(yes) });
    await say(live.conversation, 'go');

    const prompts = await nextPrompts(live);

    expect(prompts.restored).toEqual(prompts.live);
  });

  it('C108 repeats people’s changes and messages, and the converted results of tools', async () => {
    const asked = createTalk({
      turns: [[call('w', 'write', '{"n":1}'), call('l', 'long'), finish('tool-calls')]],
      options: {
        deferredToolHandler: () => ({
          approvals: { w: { kind: 'tool-approved', overrideArgs: { n: 2 }, note: 'Two is better.' } },
          calls: {},
          metadata: {},
          defer: [],
        }),
      },
      tools: {
        ...tools,
        long: tool({
          inputSchema: z.looseObject({}),
          execute: () => ({ all: 'of it' }),
          toModelOutput: () => ({ type: 'text' as const, value: 'in short' }),
        }),
      },
    });
    await say(asked.conversation, 'go');

    const { live, restored } = await nextPrompts(asked);

    expect(restored).toEqual(live);
    expect(JSON.stringify(restored)).toMatch(/in short.*Two is better/);
  });

  it('C108 omits the partial response of a stopped run', async () => {
    let say1: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      say1 = resolve;
    });
    const stream = (): ReadableStream<LanguageModelV4StreamPart> =>
      new ReadableStream({
        start: (controller) => {
          for (const part of [...textParts('Half').slice(0, 2), hostedCall('a', 1)]) controller.enqueue(part);
          say1?.();
        },
      });
    const stopped = createTalk({ turns: [stream] });
    stopped.conversation.start('go');
    await held;
    await until(stopped.conversation, ({ messages }) => JSON.stringify(messages).includes('tool-web'));
    stopped.conversation.stop();
    await until(stopped.conversation, isOver);

    const { live, restored, stored } = await nextPrompts(stopped);

    expect(restored).toEqual(live);
    expect(JSON.stringify(restored)).not.toContain('Half');
    expect(JSON.stringify(stored)).toContain('Half');
  });

  const runs = process.env.COUNTERSIGN_ALL === '1' ? 5000 : 60;

  it.each([
    ['legal', legalStreams],
    ['illegal', illegalStreams],
  ])(
    'C108 sends the same request as the live conversation, over %s streams (property)',
    async (_, streams) => {
      await fc.assert(
        fc.asyncProperty(streams, streams, fc.boolean(), async (first, second, yes) => {
          const live = createTalk({ turns: [first, withoutLateRequests(first, second)], options: decideAll(yes) });
          await say(live.conversation, 'go');

          const prompts = await nextPrompts(live);

          expect(prompts.restored).toEqual(prompts.live);
        }),
        { seed: 11, numRuns: runs },
      );
    },
    300_000,
  );
});

describe('the ai package over our messages', () => {
  it.each([
    'signed thoughts, texts and calls',
    'thoughts that grow at the same time',
    'hosted calls, ended at once',
    'hosted calls that need a yes',
  ])('C108 creates the same request from them: %s', async (what) => {
    const live = createTalk({ turns: (responses[what] ?? []).slice(0, 1), options: decideAll(true) });
    const { messages, outcome } = await say(live.conversation, 'go');

    const made = await convertToModelMessages([...messages]);

    const stock = await promptOf(made);
    expect(stock).toEqual(await promptOf(outcome?.messages ?? []));
  });

  /** Returns the prompt of a request with this history. */
  async function promptOf(history: readonly ModelMessage[]): Promise<unknown> {
    const model = partsModel([textParts('Fine.')]);
    await createAgent({ model }).run('more', { messages: history }).outcome;
    return JSON.parse(JSON.stringify(model.requests[0]?.prompt));
  }
});
