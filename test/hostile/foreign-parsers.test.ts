import {
  createAgent,
  createConversation,
  createGrants,
  type JSONValue,
  type RunEvent,
  storeRun,
  tool,
} from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { restoreMessages } from '../../src/conversation/restore-messages.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { parseRunEvents } from '../../src/feed/run-event-lines.js';
import { toOwnError } from '../../src/protocol/base/error-from-data.js';
import { parseAnswers, parseApproval, parseCall, parseResults } from '../../src/protocol/build-results.js';
import { nestsTooDeep, parseForeignJson } from '../../src/protocol/foreign/foreign-json.js';
import { parsePartialJson } from '../../src/protocol/foreign/partial-json.js';
import { readProgress } from '../../src/protocol/foreign/read-progress.js';
import { restoreRun } from '../../src/protocol/stored-run.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { anyJson, expectTyped, fuzz, mutated, mutatedList, orTyped } from './fuzz.js';

const words = { feed: defaultStrings.feed, calls: defaultStrings.card, format: feedFormat('en') };

function filesAgent() {
  const write = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    execute: ({ path }) => ({ path }),
  });
  const pick = tool({ inputSchema: z.object({}) });
  const calls = [
    { toolName: 'write', input: { path: 'a.txt' } },
    { toolName: 'pick', input: {} },
  ];
  return createAgent({
    model: scriptedModel([{ text: 'I will write.', calls }, 'Done.', 'More.']),
    tools: { write, pick },
  });
}

/** What the package has made itself, through JSON. */
const made: {
  events: RunEvent[][];
  stored: unknown[];
  messages: unknown[][];
  exported: unknown[];
  answers: unknown[];
} = {
  events: [],
  stored: [],
  messages: [],
  exported: [],
  answers: [],
};

beforeAll(async () => {
  const people = controllableHandler();
  const run = filesAgent().run('Go on.', { deferredToolHandler: people.handler });
  const batch = await people.next();
  const [approval, call] = [batch.requests.approvals[0], batch.requests.calls[0]];
  const [first, second] = [approval?.toolCallId ?? '', call?.toolCallId ?? ''];
  batch.answer({ approvals: { [first]: true }, calls: { [second]: { hex: '#000' } } });
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const deferred = await filesAgent().run('Go on.', { deferredToolHandler: null }).outcome;
  const conversation = createConversation(() => ({ agent: filesAgent() }));
  conversation.start('Go on.');
  await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));
  const { messages } = conversation.store.getState();
  conversation.dispose();
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const entries = events.map((event) => ({ key: `${event.seq}-${event.type}`, event }));
  made.events.push(plain(events) as RunEvent[]);
  made.stored.push(plain(storeRun(await run.outcome)), plain(storeRun(deferred)));
  made.messages.push(plain(messages) as unknown[]);
  made.exported.push(plain({ v: 1, title: 'Files', messages, runs: [entries] }));
  made.answers.push(
    { approvals: { [first]: true }, calls: { [second]: { kind: 'tool-return', returnValue: 1, content: 'Look.' } } },
    {
      approvals: { [first]: { kind: 'tool-approved', overrideArgs: { path: 'b' }, note: 'n', approvedBy: ['ada'] } },
      calls: { [second]: { kind: 'model-retry', message: 'Again.', issues: [{ path: ['a', 0], message: 'No.' }] } },
      metadata: { [first]: { a: 1 } },
      defer: [],
      digests: { [first]: 'sha-256:0' },
      answeredBy: { [first]: 'Ada' },
      shown: { [first]: { effectiveInput: {} } },
    },
    {
      calls: {
        [second]: {
          kind: 'tool-return',
          returnValue: null,
          content: [
            { type: 'text', text: 'a' },
            { type: 'file', mediaType: 'text/plain', data: 'YQ==' },
            { type: 'image', image: 'data:image/png;base64,AA==' },
          ],
        },
      },
    },
  );
});

describe('readers of foreign data fail with errors of the package only:', () => {
  it('C320 JSON, partial JSON and progress', async () => {
    const texts = fc.oneof(
      anyJson.map((value) => JSON.stringify(value)),
      fc.string({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0e-1tfn'), maxLength: 400 }),
      fc.constantFrom('[', '{"a":').map((open) => open.repeat(30_000)),
    );
    await fuzz(fc.tuple(texts, fc.nat(), anyJson), ([text, cut, value]) => {
      for (const read of [
        parsePartialJson(text),
        parsePartialJson(text.slice(0, cut % (text.length + 1))),
        parseForeignJson(text),
      ])
        expect(nestsTooDeep(read)).toBe(false);
      readProgress(value);
    });
  });

  it('C320 errors as data', async () => {
    const error = { name: 'UserError', code: 'a', message: 'b', cause: { name: 'TypeError', message: 'c', cause: {} } };
    await fuzz(
      mutated(() => [error]),
      (data) => {
        expectTyped(toOwnError(Object(data)));
      },
    );
  });

  it('C320 answers', async () => {
    const requests = { approvals: [], calls: [], metadata: {} };
    await fuzz(
      mutated(() => made.answers),
      async (answers) => {
        const given = answers as Parameters<typeof parseAnswers>[0]; // on purpose
        await orTyped(() => JSON.stringify(parseAnswers(given)));
        await orTyped(() => parseResults(requests, answers));
        const one = Object(answers);
        await orTyped(() => parseApproval('c', one.approvals));
        await orTyped(() => JSON.stringify(parseCall('c', one.calls)));
        const outcome = await filesAgent().run(undefined, {
          resumeFrom: made.stored[1] as never,
          deferredToolHandler: null,
          deferredToolResults: given as never,
        }).outcome;
        if (outcome.type === 'failed') expectTyped(outcome.error);
      },
    );
  });

  it('C320 exported events', async () => {
    await fuzz(
      mutatedList(() => made.events),
      async (events) => {
        await orTyped(() => {
          const parsed = parseRunEvents(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
          for (const event of parsed) expect(nestsTooDeep(event)).toBe(false);
          feedRows(parsed, words);
          reduceRunEvents(initialState, parsed);
        });
      },
    );
  });

  it('C320 stored runs', async () => {
    await fuzz(
      mutated(() => made.stored),
      async (stored) => {
        await orTyped(() => restoreRun(stored));
        const outcome = await filesAgent().run('And?', { resumeFrom: stored as never, deferredToolHandler: null })
          .outcome;
        if (outcome.type === 'failed') expectTyped(outcome.error);
      },
    );
  });

  it('C320 earlier messages', async () => {
    await fuzz(
      mutatedList(() => made.messages),
      async (messages) => {
        const restored = await orTyped(() => restoreMessages(messages as never));
        if (restored === undefined) return;
        const { history } = restored as ReturnType<typeof restoreMessages>;
        const outcome = await filesAgent().run('And?', { messages: history, deferredToolHandler: null }).outcome;
        if (outcome.type === 'failed') expectTyped(outcome.error);
      },
    );
  });

  it('C320 exported conversations, of which a rejected one leaves nothing behind', async () => {
    await fuzz(
      mutated(() => made.exported),
      async (json) => {
        const storage = memoryStorage();
        const id = await orTyped(() => storage.conversations.import(json));
        const all = await storage.conversations.list();
        expect(all.map((one) => one.id)).toEqual(id === undefined ? [] : [id]);
        if (typeof id !== 'string') return;
        const record = await storage.conversations.get(id);
        restoreMessages(record?.messages ?? []);
        for (const runId of record?.runIds ?? []) await storage.events(runId).read();
      },
    );
  });

  it('C320 stored grants', async () => {
    const origin = { runId: 'r', toolCallId: 'c', at: 1, by: 'Ada' };
    const base = { effect: 'allow', agentPath: ['agent'], origin, reason: 'r', lifetime: { type: 'always' } };
    const grants = [
      { ...base, id: 'g1', scope: { type: 'tool', toolName: 'write', capabilities: ['fs.write:/a'] } },
      {
        ...base,
        id: 'g2',
        scope: { type: 'capability', capability: 'fs.write:/a' },
        lifetime: { type: 'until', at: 5 },
      },
    ];
    await fuzz(
      mutated(() => [grants]),
      async (data) => {
        const read = createGrants({ storage: { load: () => data, save: () => {} } });
        await read.ready;
        if (read.problem !== undefined) expectTyped(read.problem);
        if (read.problem !== undefined) expect(read.list()).toEqual([]);
        JSON.stringify(read.list() as unknown as JSONValue); // on purpose
        await read.find({
          ...{ toolName: 'write', input: {}, annotations: {}, capabilities: ['fs.write:/a'] },
          runId: 'r',
          agentPath: ['agent'],
        });
      },
    );
  });
});
