import { createRemoteAgent, httpTransport, type ServerTraits, toolReturn } from 'countersign/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutNthResponse } from '../support/cut-nth-response.js';
import { type Answer, collectRun, idsOf, yes } from '../support/remote-agent.js';
import { type Backend, startBackend } from './backends.js';

// Slow: a part of `npm run test:all`.
const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole) process.stdout.write('  skipped: conversations with real servers are a part of npm run test:all\n');
const client: ServerTraits = { edits: 'taken', history: 'client', reconnect: 'none' };
const server: ServerTraits = { edits: 'refused', history: 'server', reconnect: 'none' };

const kinds = [
  ['ai-sdk', '/chat', client],
  ['ai-sdk', '/chat-signed', { ...client, edits: 'refused' }],
  ['ai-sdk', '/chat-stored', server],
  ['ai-sdk', '/resumable', { ...client, reconnect: 'replay' }],
  ['pydantic-ai', '/vercel', client],
  ['pydantic-ai', '/vercel-stored', server],
] as const;

const backends = new Map<string, Backend | string>();

beforeAll(async () => {
  if (!isWhole) return;
  for (const kind of ['ai-sdk', 'pydantic-ai'] as const) {
    const backend = await startBackend(kind);
    if (typeof backend === 'string') process.stdout.write(`  skipped: ${kind}, since ${backend}\n`);
    backends.set(kind, backend);
  }
}, 900_000);

afterAll(() => {
  for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
});

describe.runIf(isWhole).each(kinds)('%s at %s', (kind, path, traits) => {
  let backend: Backend;
  beforeEach(async ({ skip }) => {
    const found = backends.get(kind);
    if (found === undefined || typeof found === 'string') return skip();
    backend = found;
    await backend.reset();
  });

  /** Plays one script of the server's model, and records the batches. */
  async function play(script: string, answers: readonly Answer[] = [], cut?: typeof fetch) {
    const asked: ReturnType<typeof idsOf>[] = [];
    const agent = createRemoteAgent({
      transport: httpTransport({ api: `${backend.url}${path}`, ...(cut && { fetch: cut }) }),
      server: traits,
      deferredToolHandler: (requests) => {
        const answer = (answers[asked.length] ?? yes)(requests);
        asked.push(idsOf(requests));
        return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
      },
    });
    return { asked, ...(await collectRun(agent.run(script))), ran: await backend.ran() };
  }

  it('says a text', async () => {
    expect((await play('text')).outcome).toMatchObject({ type: 'completed', output: 'Hello from the server.' });
  });

  it('runs what was approved, once', async () => {
    const { outcome, ran } = await play('approve');

    expect([outcome.type, ran]).toEqual(['completed', ['delete_file']]);
  });

  it('tells its model why something was denied', async () => {
    const no: Answer = () => ({ approvals: { call_1_1: { kind: 'tool-denied', message: 'Keep it, please.' } } });
    const { outcome, ran } = await play('approve', [no]);

    expect(ran).toEqual([]);
    expect(outcome.type === 'completed' && outcome.output).toContain('Keep it, please.');
  });

  it('takes a batch of four in one request', async () => {
    const some: Answer = (requests) => ({
      ...yes(requests),
      approvals: {
        call_1_1: { kind: 'tool-approved' },
        call_1_4: { kind: 'tool-denied', message: 'Not the secrets.' },
      },
    });
    const { outcome, ran, asked } = await play('mixed', [some]);

    expect(asked).toEqual([{ approvals: expect.arrayContaining(['call_1_1', 'call_1_4']), calls: ['call_1_3'] }]);
    expect([...ran].sort()).toEqual(['delete_file', 'list_files']);
    expect(outcome.type === 'completed' && outcome.output).toMatch(/42[\s\S]*Not the secrets|Not the secrets[\s\S]*42/);
  });

  it('asks in two rounds', async () => {
    const { outcome, ran, asked } = await play('rounds');

    expect(asked).toHaveLength(2);
    expect([outcome.type, ran]).toEqual(['completed', ['delete_file', 'update_file']]);
  });

  it('takes results, and errors, from elsewhere', async () => {
    const failed: Answer = () => ({
      calls: { call_1_1: { kind: 'tool-failed', message: 'The calculator is broken.' } },
    });
    const good = await play('external');
    await backend.reset();
    const bad = await play('external', [failed]);

    expect(good.outcome.type === 'completed' && good.outcome.output).toContain('42');
    expect(bad.outcome.type === 'completed' && bad.outcome.output).toContain('The calculator is broken.');
  });

  it('has run a yes once where the connection broke before it said so, and people are asked what happened', async () => {
    const happened: Answer = () => ({ calls: { call_1_1: toolReturn('It is gone.') } });
    const { ran, asked, outcome } = await play('archive', [yes, happened], cutNthResponse(2, 20));

    expect(ran.filter((tool) => tool === 'archive').length).toBeLessThanOrEqual(1);
    // A server that can replay the run receives no second message.
    expect(asked).toHaveLength(traits.reconnect === 'replay' ? 1 : 2);
    // A server that stores the history still waits for the lost answer, and requests it again.
    if (traits.history === 'client') expect(outcome.type).toBe('completed');
  });

  it('says that its model failed', async () => {
    expect((await play('modelerror')).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-error' } });
  });
});
