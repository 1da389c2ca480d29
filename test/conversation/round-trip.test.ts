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

const says = (text: string): Parts => [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
  { type: 'text-end', id: '0' },
  finish(),
];

const tools: ToolMap = {
  search: tool({ inputSchema: z.looseObject({}), execute: () => ({ found: 2 }) }),
  write: tool({ inputSchema: z.looseObject({}), requiresApproval: true, execute: () => 'written' }),
};

interface Talk {
  readonly turns: readonly Turn[];
  readonly options?: Partial<ConversationOptions>;
  readonly tools?: ToolMap;
}

/** A conversation over scripted responses, and what its model was asked. */
function talk({ turns, options = {}, tools: own = tools }: Talk) {
  const model = partsModel([...turns, ...Array.from({ length: 6 }, () => says('Done.'))]);
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

/** What the model is asked next: by the conversation itself, and by one that goes on from its stored messages. */
async function nextPrompts({ conversation, requests, promptOf }: ReturnType<typeof talk>) {
  const { length } = requests;
  const stored: UIMessage[] = JSON.parse(JSON.stringify(conversation.store.getState().messages));
  await say(conversation, 'more');
  const restored = talk({ turns: [], options: { initialMessages: stored } });
  await say(restored.conversation, 'more');
  return { live: promptOf(length), restored: restored.promptOf(0), stored };
}

/** Answers every approval of a batch in the same way. */
const deciding = (approve: boolean): Partial<ConversationOptions> => ({
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

/** A provider asks about a call in the response that makes it, and in no other. */
function askingNoMore(before: Parts, parts: Parts): Parts {
  const made = new Set(before.map((part) => (part.type === 'tool-call' ? part.toolCallId : undefined)));
  return parts.filter((part) => part.type !== 'tool-approval-request' || !made.has(part.toolCallId));
}

const about = (n: number) => ({ providerMetadata: { acme: { n } } });
const hosted = (id: string, n: number): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'web',
  input: '{"q":1}',
  providerExecuted: true,
  ...about(n),
});
const found = (id: string, more: object = {}): LanguageModelV4StreamPart => ({
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
      ...says('So.'),
    ],
  ],
  'hosted calls, ended at once': [
    [hosted('a', 1), found('a', about(2)), hosted('b', 3), found('b', about(4)), ...says('So.')],
  ],
  'hosted calls side by side': [[hosted('a', 1), hosted('b', 2), found('b'), found('a', about(3)), ...says('So.')]],
  'hosted calls that fail': [[hosted('a', 1), found('a', { isError: true }), ...says('So.')]],
  'hosted calls that end in a later response': [
    [hosted('a', 1), call('c', 'search'), finish('tool-calls')],
    [found('a', about(2)), ...says('So.')],
  ],
  'hosted calls that need a yes': [
    [hosted('a', 1), { type: 'tool-approval-request', approvalId: 'mcpr', toolCallId: 'a' }, finish('tool-calls')],
    [hosted('a', 2), found('a', about(3)), ...says('So.')],
  ],
  'a second result of a hosted call of before': [
    [hosted('a', 1), found('a', about(2)), call('c', 'search'), finish('tool-calls')],
    [hosted('a', 3), found('a', about(4)), found('a', about(5)), ...says('So.')],
  ],
  'inputs that are no JSON': [[call('c', 'search', 'no json'), finish('tool-calls')]],
  'a response that broke off': [
    [
      ...says('Half a').slice(0, 2),
      { type: 'tool-input-start', id: 'x', toolName: 'web', providerExecuted: true },
      hosted('a', 1),
    ],
    [call('c', 'search'), finish('tool-calls')],
  ],
};

describe('a conversation that goes on from its stored messages', () => {
  it.each(
    Object.entries(responses).flatMap(([what, turns]) => [true, false].map((yes) => [what, yes, turns] as const)),
  )('C108 sends the same request as the live conversation: %s, approved: %s', async (_, yes, turns) => {
    const live = talk({ turns, options: deciding(yes) });
    await say(live.conversation, 'go');

    const prompts = await nextPrompts(live);

    expect(prompts.restored).toEqual(prompts.live);
  });

  it('C108 repeats people’s changes and messages, and the converted results of tools', async () => {
    const asked = talk({
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
          for (const part of [...says('Half').slice(0, 2), hosted('a', 1)]) controller.enqueue(part);
          say1?.();
        },
      });
    const stopped = talk({ turns: [stream] });
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
          const live = talk({ turns: [first, askingNoMore(first, second)], options: deciding(yes) });
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
    const live = talk({ turns: (responses[what] ?? []).slice(0, 1), options: deciding(true) });
    const { messages, outcome } = await say(live.conversation, 'go');

    const made = await convertToModelMessages([...messages]);

    const stock = await promptOf(made);
    expect(stock).toEqual(await promptOf(outcome?.messages ?? []));
  });

  /** What the model is asked after a history. */
  async function promptOf(history: readonly ModelMessage[]): Promise<unknown> {
    const model = partsModel([says('Fine.')]);
    await createAgent({ model }).run('more', { messages: history }).outcome;
    return JSON.parse(JSON.stringify(model.requests[0]?.prompt));
  }
});
