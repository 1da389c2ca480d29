import {
  type AgentPort,
  agUiTransport,
  buildResults,
  connectAgent,
  connectInbox,
  createAgent,
  createConversation,
  createRemoteAgent,
  type DeferredToolHandler,
  httpTransport,
  type RemoteAgentOptions,
  type RunEvent,
  runServerTransport,
  tool,
  toolReturn,
} from 'countersign/core';
import { serveAgent } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { nestsTooDeep } from '../../src/protocol/foreign/foreign-json.js';
import { type QuestionsAddress, RunClient } from '../../src/remote/run-protocol/run-client.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { filesAgent, startRunServer } from '../server/runs/run-server.js';
import { asking, pydanticInterrupt, runFinished, runStarted, text, toolCall, toolResult } from '../support/ag-ui.js';
import { asks, calls, gives, says, waits, whole } from '../support/ui-chunks.js';
import { anyJson, expectTyped, fuzz, mutated, mutatedList, orTyped } from './fuzz.js';

const words = { feed: defaultStrings.feed, calls: defaultStrings.card, format: feedFormat('en') };

const yes: DeferredToolHandler = (requests) =>
  buildResults(requests, {
    approveAll: true,
    calls: Object.fromEntries(requests.calls.map(({ toolCallId }) => [toolCallId, '42'])),
  });

/** Time passes at once, so that nothing that waits for a server waits for long. */
const environment = {
  setTimeout: (callback: () => void, ms: number) => {
    const timer = setTimeout(callback, ms > 5_000 ? ms : 0);
    return () => clearTimeout(timer);
  },
};

/** An event stream in pieces of any length. */
function toStream(body: string, cuts: readonly number[]): Response {
  const bytes = new TextEncoder().encode(body);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  const pieces = [0, ...ends].map((from, index) => bytes.slice(from, ends[index] ?? bytes.length));
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
}

const toLines = (chunks: readonly unknown[]): string =>
  chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');

/** Runs an agent to its end, and has everything read what it tells. */
async function readRun(options: RemoteAgentOptions & { readonly isServed?: boolean }): Promise<void> {
  // Only a transport of messages leaves requests to the agent here.
  const isServed = options.isServed === true;
  const own = isServed ? {} : { retries: 0, environment, usageLimits: { requests: 5 } };
  const { isServed: _, ...rest } = options;
  const run = createRemoteAgent({ ...own, ...rest }).run('Go on.', { deferredToolHandler: yes });
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const outcome = await run.outcome;
  if (outcome.type === 'failed') expectTyped(outcome.error);
  for (const event of events) expect(nestsTooDeep(event)).toBe(false);
  JSON.stringify(events);
  feedRows(events, words);
  reduceRunEvents(initialState, events);
}

describe('a server that sends anything ends its run with an error of the package at most:', () => {
  const uiStreams = [
    waits(calls('a', 'delete', { path: 'a' }), asks('a')),
    whole(gives('a', 'gone'), says('Done.')),
    whole(
      says('Hello.'),
      { type: 'start-step' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'tool-input-start', toolCallId: 'b', toolName: 'read' },
      { type: 'tool-input-delta', toolCallId: 'b', inputTextDelta: '{"a":' },
      { ...calls('b', 'read', { a: 1 }), providerMetadata: { acme: { a: 1 } }, dynamic: true },
      { type: 'tool-output-available', toolCallId: 'b', output: { a: [1] }, preliminary: true },
      gives('b', { a: [1] }),
      { type: 'tool-input-error', toolCallId: 'c', toolName: 'read', input: 'x', errorText: 'No.' },
      { type: 'source-url', sourceId: 's', url: 'https://a.test', title: 'A' },
      { type: 'source-document', sourceId: 'd', mediaType: 'text/plain', title: 'D', filename: 'd.txt' },
      { type: 'file', url: 'data:text/plain;base64,YQ==', mediaType: 'text/plain' },
      { type: 'custom', kind: 'acme.x', providerMetadata: { acme: {} } },
      { type: 'data-state', id: 'x', data: { a: 1 } },
      { type: 'message-metadata', messageMetadata: { a: 1 } },
      { type: 'reset-step' },
      { type: 'finish-step' },
      { type: 'abort', reason: 'No.' },
      { type: 'error', errorText: 'No.' },
    ),
  ];
  const agUiStreams = [
    [runStarted, toolCall('a', 'delete', { path: 'a' }), asking(pydanticInterrupt('a'))].flat(),
    [runStarted, toolResult('a', 'gone'), text('Done.'), runFinished()].flat(),
    [
      runStarted,
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'Hm.' },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'tool-call', entityId: 'b', encryptedValue: 'x' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'b', toolCallName: 'read', delta: '{}' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'Hi' },
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value: 1 }] },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'x', activityType: 'a', content: {} },
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          {
            id: 'm',
            role: 'assistant',
            content: 'Hi.',
            toolCalls: [{ id: 'c', function: { name: 'read', arguments: '{}' } }],
          },
          { id: 'x', role: 'tool', toolCallId: 'c', content: 'read' },
        ],
      },
      {
        type: 'CUSTOM',
        name: 'on_interrupt',
        value: { type: 'tool_approval', action_requests: [{ name: 'read', args: {} }] },
      },
      asking({
        id: 'i',
        reason: 'langgraph:interrupt',
        metadata: {
          langgraph: {
            raw: {
              action_requests: [{ name: 'read', args: {}, description: 'd' }],
              review_configs: [{ action_name: 'read', allowed_decisions: ['approve', 'edit'] }],
            },
          },
        },
      }),
      { type: 'RUN_ERROR', message: 'No.', code: 'x' },
    ],
  ];
  const cuts = fc.array(fc.nat(), { maxLength: 4 });

  it('C320 a UI message stream', async () => {
    const responses = fc.array(
      mutatedList(() => uiStreams),
      { minLength: 1, maxLength: 3 },
    );
    await fuzz(fc.tuple(responses, cuts), async ([bodies, at]) => {
      let count = 0;
      const fetch = async () => toStream(`${toLines(bodies[count++ % bodies.length] ?? [])}data: [DONE]\n\n`, at);
      const server = count % 2 === 0 ? 'ai-sdk' : 'countersign';
      await readRun({
        transport: httpTransport({ api: 'https://a.test', fetch }),
        server,
      });
    });
  });

  it('C320 an AG-UI stream', async () => {
    const responses = fc.array(
      mutatedList(() => agUiStreams),
      { minLength: 1, maxLength: 3 },
    );
    await fuzz(fc.tuple(responses, cuts), async ([bodies, at]) => {
      let count = 0;
      const fetch = async () => toStream(toLines(bodies[count++ % bodies.length] ?? []), at);
      await readRun({ transport: agUiTransport({ url: 'https://a.test', fetch }) });
    });
  });

  it('C320 any text in place of an event stream', async () => {
    const lines = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('data: ', ':', 'id: x', 'event: end', 'data: {', '\n', '\0', 'data: "', '['.repeat(50_000)),
      ),
      { maxLength: 20 },
    );
    await fuzz(fc.tuple(lines, cuts, fc.nat(2)), async ([parts, at, which]) => {
      const fetch = async () => toStream(parts.join('\n'), at);
      const url = 'https://a.test';
      if (which === 0) await readRun({ transport: httpTransport({ api: url, fetch }) });
      else if (which === 1) await readRun({ transport: agUiTransport({ url, fetch }) });
      else await readRun({ transport: runServerTransport({ url, agent: 'files', fetch, retries: 0 }), isServed: true });
    });
  });
});

/** What a run server of this package has answered, by its path. */
interface Recorded {
  readonly events: string[][];
  readonly views: unknown[];
  readonly answers: unknown[];
  readonly runs: unknown[];
  readonly records: unknown[][];
}

const recorded: Recorded = { events: [], views: [], answers: [], runs: [], records: [] };

/** Runs on a server of this package, once. */
async function recordServer(): Promise<void> {
  if (recorded.views.length > 0) return;
  const { agent } = filesAgent([
    {
      text: 'I will.',
      calls: [
        { toolName: 'delete_file', input: { path: 'a' } },
        { toolName: 'pick_colour', input: { label: 'x' } },
      ],
    },
    'Done.',
  ]);
  const { as, url, idOf } = await startRunServer(agent);
  const ada = as('ada');
  const started = await ada.start('Go on.', 'r1');
  const runId = started.body.runId ?? started.body.run?.runId ?? 'r1';
  await vi.waitFor(async () => expect(await ada.waiting()).toHaveLength(1), { timeout: 10_000 });
  const [batch] = await ada.waiting();
  if (batch === undefined) throw new Error('Nothing is asked.');
  recorded.views.push(batch);
  const answers = Object.fromEntries([
    ...batch.requests.approvals.map(({ toolCallId, digest }) => [toolCallId, { answer: true, digest }]),
    ...batch.requests.calls.map(({ toolCallId, digest }) => [toolCallId, { answer: { hex: '#000' }, digest }]),
  ]);
  recorded.answers.push((await ada.post(`/batches/${batch.batchId}/answers`, { answers })).body);
  recorded.views.push((await ada.ask(`/batches/${batch.batchId}`)).body);
  await vi.waitFor(async () => expect(await ada.state(runId)).toBe('ended'), { timeout: 10_000 });
  recorded.runs.push((await ada.ask(`/runs/${runId}`)).body.run);
  const headers = { authorization: 'Bearer ada' };
  const events = await (await fetch(`${url}/runs/${idOf(runId)}/events`, { headers })).text();
  recorded.events.push(events.split('\n\n').filter((one) => one !== '' && !one.startsWith(':')));
  const record = await (await fetch(`${url}/runs/${idOf(runId)}/record`, { headers })).text();
  recorded.records.push(
    record
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}

/** Each event of a stream with its lines, of which the data may be something else. */
const toFrames = (): { lines: string[]; data: unknown }[][] =>
  recorded.events.map((frames) =>
    frames.map((frame) => ({
      lines: frame.split('\n').filter((line) => !line.startsWith('data:')),
      data: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null'),
    })),
  );

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('a run server that sends anything', () => {
  const frames = mutatedList(toFrames);
  const views = mutated(() => recorded.views);
  const told = fc.record({
    frames,
    views: fc.array(views, { minLength: 1, maxLength: 3 }),
    answer: mutated(() => recorded.answers),
    status: fc.constantFrom(200, 200, 200, 400, 404, 409, 500),
    cuts: fc.array(fc.nat(), { maxLength: 3 }),
  });

  function serverOf(given: {
    frames: readonly unknown[];
    views: readonly unknown[];
    answer: unknown;
    status: number;
    cuts: readonly number[];
  }) {
    let count = 0;
    const body = given.frames
      .map((frame) => {
        const { lines = [], data } = Object(frame) as { lines?: unknown; data?: unknown };
        const own = Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
        return `${[...own, `data: ${JSON.stringify(data ?? frame)}`].join('\n')}\n\n`;
      })
      .join('');
    const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
      const path = new URL(String(input)).pathname;
      count += 1;
      if (path.endsWith('/events')) return toStream(body, given.cuts);
      if (path.endsWith('/answers')) return json(given.answer, given.status);
      if (path.includes('/batches/')) return json(given.views[count % given.views.length]);
      if (path.endsWith('/waiting')) return json({ batches: given.views });
      return json(init?.method === 'POST' ? { runId: 'r1' } : { run: given.answer, runs: given.views });
    };
    return fetch as typeof globalThis.fetch;
  }

  it('C320 ends its run with an error of the package at most', async () => {
    await recordServer();
    await fuzz(told, async (given) => {
      const transport = runServerTransport({
        url: 'https://a.test',
        agent: 'files',
        fetch: serverOf(given),
        retries: 0,
      });
      await readRun({ transport, isServed: true });
    });
  });

  it('C320 leaves an inbox ready, or failed with an error of the package', async () => {
    await recordServer();
    await fuzz(told, async (given) => {
      const inbox = connectInbox({ url: 'https://a.test', fetch: serverOf(given), interval: 100_000, retries: 0 });
      const conversation = createConversation(() => ({ agent: inbox.agent }));
      try {
        conversation.start('What waits?');
        await vi.waitFor(() => expect(inbox.state().status).not.toBe('connecting'));
        const { error } = inbox.state();
        if (error !== null) expectTyped(error);
        for (const { items } of conversation.store.getState().pending)
          for (const { call } of items) {
            expect(call.title.length).toBeLessThanOrEqual(300);
            await orTyped(() =>
              conversation.decide(
                call.toolCallId,
                call.toolName === 'delete_file' ? true : toolReturn({ hex: '#000' }),
              ),
            );
          }
      } finally {
        conversation.dispose();
      }
    });
  });

  it('C320 has its lists and records read, or rejected', async () => {
    await recordServer();
    const lists = fc.record({
      runs: mutated(() => [{ runs: recorded.runs, batches: recorded.views, run: recorded.runs[0] }]),
      record: mutatedList(() => recorded.records),
    });
    await fuzz(lists, async ({ runs, record }) => {
      const lines = record.map((entry) => JSON.stringify(entry)).join('\n');
      const fetch = async (input: unknown) => (String(input).endsWith('/record') ? new Response(lines) : json(runs));
      const address: QuestionsAddress = { url: 'https://a.test', fetch: fetch as typeof globalThis.fetch, retries: 0 };
      const client = new RunClient(address);
      const { signal } = new AbortController();
      // Each is asked when it is awaited: one that fails while another is awaited would count as unhandled.
      for (const read of [
        () => client.list('', signal),
        () => client.find('r1', signal),
        () => client.waiting(signal),
        () => client.record('r1', signal),
      ])
        expect(nestsTooDeep(await orTyped(read))).toBe(false);
    });
  });
});

/** A port whose other end is the test. */
function testPort() {
  const target = new EventTarget();
  const sent: unknown[] = [];
  const port: Exclude<AgentPort, { readonly onMessage: unknown }> = {
    postMessage: (message) => void sent.push(structuredClone(message)),
    addEventListener: (type, listener) => target.addEventListener(type, listener),
    removeEventListener: (type, listener) => target.removeEventListener(type, listener),
  };
  return { port, sent, receive: (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data })) };
}

/** What can be cloned and is not JSON. */
const cloneable = fc.oneof(
  { weight: 3, arbitrary: anyJson as fc.Arbitrary<unknown> },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown[]>(
      undefined,
      1n,
      Number.NaN,
      new Map([[1, 2]]),
      new Date(0),
      new Uint8Array(3),
      /a/,
    ),
  },
);

/** Tells whether something was thrown where nobody waits. Node reports what a listener throws so. */
async function withoutUncaught(work: () => Promise<void>): Promise<void> {
  const uncaught: unknown[] = [];
  const listener = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', listener);
  process.on('unhandledRejection', listener);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('uncaughtException', listener);
    process.off('unhandledRejection', listener);
  }
  for (const error of uncaught) expectTyped(error);
}

describe('the other end of a port that sends anything', () => {
  const write = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true, execute: () => 'ok' });
  const makeAgent = () =>
    createAgent({
      model: scriptedModel([{ calls: [{ toolName: 'write', input: { path: 'a' } }] }, 'Done.']),
      tools: { write },
    });

  /** All messages of a run over a port, in both directions. */
  async function recordPort(): Promise<{ readonly toServer: unknown[]; readonly toPage: unknown[] }> {
    const [page, server] = [testPort(), testPort()];
    const pass = (from: ReturnType<typeof testPort>, to: ReturnType<typeof testPort>): AgentPort => ({
      ...from.port,
      postMessage: (message) => {
        from.port.postMessage(message);
        queueMicrotask(() => to.receive(structuredClone(message)));
      },
    });
    const agent = connectAgent(pass(page, server));
    serveAgent(makeAgent(), { port: pass(server, page) });
    await agent.run('Go on.', { deferredToolHandler: yes }).outcome;
    return { toServer: page.sent, toPage: server.sent };
  }

  const messages: { toServer: unknown[]; toPage: unknown[] } = { toServer: [], toPage: [] };
  beforeAll(async () => {
    Object.assign(messages, await recordPort());
    expect(messages.toServer.length).toBeGreaterThan(2);
    expect(messages.toPage.length).toBeGreaterThan(5);
  });

  it('C320 ends the runs of a page with an error of the package at most', async () => {
    const list = fc.array(
      mutated(() => messages.toPage, cloneable),
      { maxLength: 12 },
    );
    await fuzz(list, async (given) => {
      await withoutUncaught(async () => {
        const { port, receive, sent } = testPort();
        const agent = connectAgent(port);
        const serving = { protocol: 'countersign.agent', v: 2, type: 'serving', server: 's' };
        const run = agent.run('Go on.', { deferredToolHandler: yes });
        // Each message is about the request that is open then, as in the recorded run.
        for (const message of given) {
          receive(serving);
          await new Promise((resolve) => setImmediate(resolve));
          const { id } = Object(sent.findLast((one) => Object(one).type === 'request'));
          receive(typeof Object(message).id === 'string' ? { ...Object(message), id } : message);
        }
        await new Promise((resolve) => setImmediate(resolve));
        agent.disconnect();
        const events: RunEvent[] = [];
        for await (const event of run) events.push(event);
        const outcome = await run.outcome;
        if (outcome.type === 'failed') expectTyped(outcome.error);
        feedRows(events, words);
        reduceRunEvents(initialState, events);
      });
    });
  });

  it('C320 throws nothing where an agent is served', async () => {
    const list = fc.array(
      mutated(() => messages.toServer, cloneable),
      { maxLength: 8 },
    );
    await fuzz(list, async (given) => {
      await withoutUncaught(async () => {
        const { port, receive, sent } = testPort();
        const stop = serveAgent(makeAgent(), { port });
        const { server } = Object(sent[0]) as { server?: unknown };
        for (const message of given)
          receive(typeof Object(message).server === 'string' ? { ...Object(message), server } : message);
        await new Promise((resolve) => setImmediate(resolve));
        stop();
      });
    });
  });
});
