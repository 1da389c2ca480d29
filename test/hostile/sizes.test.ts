import { createAgent, createConversation, type JSONValue, tool } from 'countersign/core';
import { controllableHandler, createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventsOf, lastResults } from '../conformance/support.js';

const megabyte = 2 ** 20;
const text = z.object({ text: z.string() });

describe('sizes', () => {
  it('takes an input of 10 MB, shows it whole and runs what was shown', async () => {
    const input = { text: 'x'.repeat(10 * megabyte) };
    // Sent whole: a provider that streams 10 MB in pieces of twelve characters would test the pieces.
    const model = scriptedModel([{ calls: [{ toolName: 'store', input }] }, 'Done.']);
    const people = controllableHandler();
    let length = 0;
    const store = tool({
      inputSchema: text,
      requiresApproval: true,
      execute: (given) => {
        length = given.text.length;
        return 'stored';
      },
    });
    const run = createAgent({ model, tools: { store } }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(batch.requests.approvals[0]?.input).toEqual(input);
    expect(length).toBe(10 * megabyte);
  }, 60_000);

  it('takes an input with a list of many numbers', async () => {
    const count = process.env.COUNTERSIGN_ALL === '1' ? 1_000_000 : 100_000;
    const rawInput = `{"list":[${Array.from({ length: count }, (_, n) => n).join(',')}]}`;
    const model = scriptedModel([{ calls: [{ toolName: 'sum', rawInput }] }, 'Done.']);
    const people = controllableHandler();
    const sum = tool({
      inputSchema: z.object({ list: z.array(z.number()) }),
      requiresApproval: true,
      execute: ({ list }) => list.length,
    });
    const run = createAgent({ model, tools: { sum } }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    const input = batch.requests.approvals[0]?.input as { readonly list: object } | undefined;
    batch.answer({ approveAll: true });
    await run.outcome;

    expect(input !== undefined && Object.isFrozen(input.list)).toBe(true);
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { type: 'json', value: count } }]);
  }, 60_000);

  it('cuts a result of 10 MB off for the model, and keeps it whole in the event', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'load' }] }, 'Done.']);
    const load = tool({ inputSchema: z.object({}), execute: () => 'é'.repeat(5 * megabyte) });

    const events = await eventsOf(createAgent({ model, tools: { load }, maxResultBytes: 1001 }).run('go'));

    const end = events.find((event) => event.type === 'tool-end');
    expect(end?.type === 'tool-end' && end.end.status === 'returned' && String(end.end.value).length).toBe(
      5 * megabyte,
    );
    const [result] = lastResults(model.requests[1]?.prompt);
    expect(result?.output).toMatchObject({
      type: 'text',
      value: expect.stringMatching(
        /^é{500}\n\[Cut off: this result has 10485760 bytes, of which you see the first 1001\.\]$/,
      ),
    });
  }, 30_000);

  it('runs 10,000 calls of one response, each once, and answers each', async () => {
    const count = 10_000;
    const calls = Array.from({ length: count }, (_, n) => ({ toolName: 'note', toolCallId: 'same', input: { n } }));
    const model = scriptedModel([{ calls }, 'Done.']);
    const noted = new Set<number>();
    const note = tool({
      inputSchema: z.object({ n: z.number() }),
      execute: ({ n }) => {
        noted.add(n);
        return n;
      },
    });

    const outcome = await createAgent({ model, tools: { note } }).run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(noted.size).toBe(count);
    const results = lastResults(model.requests[1]?.prompt);
    expect(results.map(({ output }) => (output as { readonly value: JSONValue }).value)).toEqual(
      calls.map((_, n) => n),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(count);
  }, 60_000);

  it('puts 2,000 approvals of one response on screen as one batch, and takes 2,000 answers', async () => {
    const clock = createVirtualClock();
    const calls = Array.from({ length: 2_000 }, () => ({ toolName: 'ask', input: {} }));
    const model = scriptedModel([{ calls }, 'Done.']);
    let ran = 0;
    const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => ++ran });
    const agent = createAgent({ model, tools: { ask }, environment: clock.environment });
    const conversation = createConversation(() => ({ agent }), clock.environment);
    conversation.start('go');
    await clock.runAll();

    const outcomes = await conversation.decideAll(true);
    await clock.runAll();

    expect(outcomes.every(({ status }) => status === 'accepted')).toBe(true);
    expect(ran).toBe(2_000);
    expect(conversation.store.getState()).toMatchObject({ status: 'idle', pending: [] });
  }, 60_000);

  it.each([
    ['lists', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['lists in an object', `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])(
    'C99 rejects JSON of depth 10,000 (%s) with a message for the model, in any place',
    async (_, rawInput) => {
      const clock = createVirtualClock();
      const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput }] }, 'Done.']);
      const ask = tool({ inputSchema: z.any(), requiresApproval: true, execute: () => 'ran' });
      const agent = createAgent({ model, tools: { ask }, environment: clock.environment });
      const conversation = createConversation(() => ({ agent }), clock.environment);

      conversation.start('go');
      await clock.runAll();

      const { outcome, events } = conversation.store.getState();
      expect(outcome).toMatchObject({ type: 'completed' });
      expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
        { output: { value: expect.stringContaining('nests deeper than 256 levels') } },
      ]);
      expect(() => JSON.stringify([...events])).not.toThrow();
    },
    30_000,
  );

  it('refuses an edit and a result of depth 10,000 with a UserError; nothing runs', async () => {
    const deep: JSONValue = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000));
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    let ran = 0;
    const ask = tool({ inputSchema: z.any(), requiresApproval: true, execute: () => ++ran });
    const people = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    const { requests, settle } = await people.next();
    const id = requests.approvals[0]?.toolCallId ?? '';
    const answer = { kind: 'tool-approved' as const, overrideArgs: deep };
    settle({ approvals: { [id]: answer }, calls: {}, metadata: {}, defer: [] });

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { name: 'UserError', code: 'not-json' } });
    expect(ran).toBe(0);
  });

  it('keeps a stream of 100,000 tiny deltas in order', async () => {
    const model = scriptedModel([{ text: 'abcdefghijkl'.repeat(100_000) }]);

    const outcome = await createAgent({ model }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'abcdefghijkl'.repeat(100_000) });
  }, 60_000);
});
