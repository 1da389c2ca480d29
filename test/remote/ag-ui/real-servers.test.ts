import { agUiTransport, createRemoteAgent, type RemoteAgentOptions, toolReturn } from 'countersign/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cutNthResponse } from '../../support/cut-nth-response.js';
import { type Answer, collectRun, idsOf, yes } from '../../support/remote-agent.js';
import { type Backend, startBackend } from '../backends.js';

// Slow: a part of `npm run test:all`.
const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole) process.stdout.write('  skipped: conversations with AG-UI servers are a part of npm run test:all\n');

type Kind = 'pydantic-ai' | 'langgraph' | 'agent-framework';

const kinds = [
  ['pydantic-ai', '/ag-ui', 'pydantic-ai'],
  ['pydantic-ai', '/ag-ui-stored', {}],
  ['langgraph', '/per-call', {}],
  ['langgraph', '/batched', {}],
  ['langgraph', '/legacy', {}],
  ['agent-framework', '/agent', {}],
  ['agent-framework', '/detached', {}],
] as const satisfies readonly (readonly [Kind, string, RemoteAgentOptions['server']])[];

const backends = new Map<Kind, Backend | string>();

beforeAll(async () => {
  if (!isWhole) return;
  for (const kind of ['pydantic-ai', 'langgraph', 'agent-framework'] as const) {
    const backend = await startBackend(kind);
    if (typeof backend === 'string') process.stdout.write(`  skipped: ${kind}, since ${backend}\n`);
    backends.set(kind, backend);
  }
}, 900_000);

afterAll(() => {
  for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
});

const no =
  (message: string): Answer =>
  ({ approvals }) => ({
    approvals: Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-denied', message }])),
  });

describe.runIf(isWhole).each(kinds)('%s at %s', (kind, path, server) => {
  let backend: Backend;
  beforeEach(async ({ skip }) => {
    const found = backends.get(kind);
    if (found === undefined || typeof found === 'string') return skip();
    backend = found;
    await backend.reset();
  });

  function agentOf(answers: readonly Answer[], cut?: typeof fetch) {
    const asked: ReturnType<typeof idsOf>[] = [];
    const agent = createRemoteAgent({
      transport: agUiTransport({
        url: `${backend.url}${path}`,
        externalTools: ['calculate_answer'],
        tools: { pick_colour: { description: 'Ask for a colour', inputSchema: z.object({ label: z.string() }) } },
        ...(cut && { fetch: cut }),
      }),
      server,
      deferredToolHandler: (requests) => {
        const answer = (answers[asked.length] ?? yes)(requests);
        asked.push(idsOf(requests));
        return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
      },
    });
    return { agent, asked };
  }

  /** Plays one script of the server's model, and records the batches. */
  async function play(script: string, answers: readonly Answer[] = [], cut?: typeof fetch) {
    const { agent, asked } = agentOf(answers, cut);
    return { asked, ...(await collectRun(agent.run(script))), ran: await backend.ran() };
  }

  it('says a text', async () => {
    expect((await play('text')).outcome).toMatchObject({ type: 'completed', output: 'Hello from the server.' });
  });

  it('runs what was approved, once', async () => {
    const { outcome, ran, ends } = await play('approve');

    expect([outcome.type, ran, ends]).toEqual(['completed', ['delete_file'], { call_1_1: 'returned' }]);
  });

  it('does not run what was denied', async () => {
    const { ran, outcome } = await play('approve', [no('Keep it, please.')]);

    expect(ran).toEqual([]);
    if (kind !== 'agent-framework') expect(JSON.stringify(outcome)).toContain('Keep it, please.');
  });

  it('runs what a person made of it', async () => {
    const edited: Answer = ({ approvals }) => ({
      approvals: Object.fromEntries(
        approvals.map(({ toolCallId }) => [
          toolCallId,
          { kind: 'tool-approved', overrideArgs: { path: '.env', content: 'KEY=edited' } },
        ]),
      ),
    });
    const { outcome } = await play('edit', [edited]);

    expect(outcome.type === 'completed' && outcome.output).toMatch(/KEY=edited/);
  });

  it('asks in two rounds', async () => {
    const { outcome, ran, asked } = await play('rounds');

    expect(asked).toHaveLength(2);
    expect([outcome.type, ran]).toEqual(['completed', ['delete_file', 'update_file']]);
  });

  it('has run a yes at most once where the connection broke before it said so', async () => {
    const happened: Answer = () => ({ calls: { call_1_1: toolReturn('It is gone.') } });
    const { ran, asked } = await play('archive', [yes, happened, no('Enough.')], cutNthResponse(2, 20));

    expect(ran.filter((tool) => tool === 'archive').length).toBeLessThanOrEqual(1);
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });

  it('goes on after something else was said over its question', async () => {
    const { agent, asked } = agentOf([() => null]);
    const left = await agent.run('approve').outcome;
    const output = { type: 'execution-denied' as const, reason: 'Nobody answered.' };
    const result = { type: 'tool-result' as const, toolCallId: 'call_1_1', toolName: 'delete_file', output };

    const options = { messages: [...left.messages, { role: 'tool' as const, content: [result] }] };
    const outcome = await agent.run('text', { ...options, conversationId: left.conversationId }).outcome;

    // LangGraph repeats its interrupt.
    expect(asked).toHaveLength(kind === 'langgraph' ? 2 : 1);
    expect(outcome.type).toBe('completed');
  });

  it('takes a batch of four in one request', async ({ skip }) => {
    skip(kind === 'agent-framework', 'This server asks about one call at a time.');
    skip(path === '/per-call', 'This path asks about one call at a time.');
    const some: Answer = (requests) => ({
      ...yes(requests),
      approvals: {
        call_1_1: { kind: 'tool-approved' },
        call_1_4: { kind: 'tool-denied', message: 'Not the secrets.' },
      },
    });
    const { ran, asked, outcome } = await play('mixed', [some]);

    expect(asked).toEqual([{ approvals: expect.arrayContaining(['call_1_1', 'call_1_4']), calls: ['call_1_3'] }]);
    expect([...ran].sort()).toEqual(['delete_file', 'list_files']);
    expect(outcome.type === 'completed' && outcome.output).toContain('42');
  });

  it('accepts an approval of each call and a result in one request', async ({ skip }) => {
    skip(path === '/per-call', 'This path asks about one call at a time.');
    const { ran, asked, outcome } = await play('mixed');

    expect(asked).toEqual([{ approvals: expect.arrayContaining(['call_1_1', 'call_1_4']), calls: ['call_1_3'] }]);
    expect([...ran].sort()).toEqual(['delete_file', 'list_files', 'update_file']);
    expect(outcome.type === 'completed' && outcome.output).toContain('42');
  });

  it('takes results from elsewhere', async ({ skip }) => {
    skip(kind !== 'pydantic-ai', 'Only PydanticAI has calls that are executed elsewhere.');
    for (const [script, result] of [
      ['external', '42'],
      ['frontend', '42'],
    ] as const) {
      await backend.reset();
      const { outcome } = await play(script);

      expect(outcome.type === 'completed' && outcome.output).toContain(result);
    }
  });

  it('says that its model failed', async () => {
    expect((await play('modelerror')).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-error' } });
  });
});
