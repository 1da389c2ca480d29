import {
  agentTool,
  createAgent,
  createConversation,
  createPolicy,
  createRemoteAgent,
  type Environment,
  type RunEvent,
  runServerTransport,
  tool,
} from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { createRunServer, memoryRunStore } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createVirtualClock } from '../support/virtual-clock.js';
import { fileTools, scriptedAgent } from './support.js';

const inputSchema = z.object({});
const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] };

/** A run server in this process, whose connections the test cuts. */
function startServer(agent: ReturnType<typeof createAgent>, environment?: Environment) {
  const agents = { files: agent };
  const store = memoryRunStore({ agents });
  const handle = createRunServer({ agents, store, identify: () => ({ id: 'ada' }), authorize: () => true });
  let connection = new AbortController();
  let isDown = false;
  const fetchFrom: typeof fetch = async (input, init) => {
    if (isDown) throw new TypeError('Failed to fetch');
    const response = await handle(new Request(input, init));
    const { body } = response;
    if (body === null) return response;
    const own = new TransformStream<Uint8Array, Uint8Array>();
    body.pipeTo(own.writable, { signal: connection.signal }).catch(() => {});
    return new Response(own.readable, response);
  };
  const clock = environment === undefined ? {} : { clock: environment };
  const transport = runServerTransport({ url: 'https://agents.test', agent: 'files', fetch: fetchFrom, ...clock });
  return {
    agent: createRemoteAgent({ transport, ...(environment && { environment }) }),
    /** Cuts what is open, and refuses what is asked for then. */
    goDown: () => {
      isDown = true;
      connection.abort();
    },
    comeBack: () => {
      isDown = false;
      connection = new AbortController();
    },
  };
}

async function until(run: AsyncIterable<RunEvent>, isIt: (event: RunEvent) => boolean): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) {
    events.push(event);
    if (isIt(event)) break;
  }
  return events;
}

it('C440 shows the result of a call while others are running', async () => {
  const hang = vi.fn(() => new Promise(() => {}));
  const tools = {
    quick: tool({ inputSchema, execute: () => 'done' }),
    slow: tool({ inputSchema, execute: hang }),
  };
  const calls = ['quick', 'slow'].map((toolName) => ({ toolName, input: {} }));
  const { agent } = startServer(createAgent({ model: scriptedModel([{ calls }]), tools }));
  const run = agent.run('go');

  const events = await until(run, ({ type }) => type === 'tool-end');

  expect(events.at(-1)).toMatchObject({ toolName: 'quick', end: { status: 'returned', value: 'done' } });
  expect(hang).toHaveBeenCalledOnce();
  run.abort();
});

it('C441 reports once that the server does not reply, continues when it does, and stops at once while it does not', async () => {
  const clock = createVirtualClock();
  const { agent: served } = scriptedAgent([remove, remove]);
  const { agent, goDown, comeBack } = startServer(served, clock.environment);
  let asked = 0;
  const run = agent.run('go', { deferredToolHandler: () => new Promise(() => asked++) });
  await vi.waitFor(() => expect(asked).toBe(1));

  goDown();
  const events = until(run, ({ type }) => type === 'warning');
  await vi.waitFor(async () => {
    await clock.advance(400);
    expect((await events).at(-1)).toMatchObject({ code: 'remote-reconnecting' });
  });
  await clock.advance(5_000);
  run.abort('enough');
  await clock.advance(0);

  expect(await run.outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
  const codes = (await until(run, () => false)).flatMap((event) => (event.type === 'warning' ? [event.code] : []));
  expect(codes).toEqual(['remote-reconnecting', 'remote-not-stopped']);
  comeBack();
});

it('C442 does not start a persisted run again on a server that lost it', async () => {
  const model = scriptedModel([remove, remove]);
  const { tools } = fileTools();
  const kept = { storage: memoryStorage(), runKey: 'talk' };
  const open = () => {
    const { agent } = startServer(createAgent({ model, tools }));
    const page = createConversation(() => ({ agent, ...kept }));
    onTestFinished(page.dispose);
    return page;
  };
  const first = open();
  first.start('go');
  await vi.waitFor(() => expect(first.store.getState().pending).toHaveLength(1));
  first.dispose();

  const second = open();

  await vi.waitFor(() => expect(second.store.getState().error).toMatchObject({ code: 'remote-refused' }));
  expect(model.requests).toHaveLength(1);
});

it('C443 is rejected as a tool of an agent with a policy, which cannot be sent to the server', async () => {
  const { agent: served, model } = scriptedAgent([remove]);
  const { agent: inner } = startServer(served);
  const clean = agentTool(inner, { description: 'Cleans', inputSchema, prompt: () => 'go' });
  const outer = createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'clean', input: {} }] }]),
    tools: { clean },
    policy: createPolicy(),
  });

  const outcome = await outer.run('go').outcome;

  expect(outcome).toMatchObject({ type: 'failed', error: { code: 'run-server-options' } });
  expect(model.requests).toHaveLength(0);
});

it('C444 has its own deadlines as a tool of an agent with an expiry', async () => {
  const { agent: served } = scriptedAgent([remove, 'Deleted.']);
  const { agent: inner } = startServer(served);
  const clean = agentTool(inner, { description: 'Cleans', inputSchema, prompt: () => 'go' });
  const model = scriptedModel([{ calls: [{ toolName: 'clean', input: {} }] }, 'Clean.']);
  const agent = createAgent({ model, tools: { clean }, expiry: { after: 60_000 } });
  const { start, decideAll, store, dispose } = createConversation(() => ({ agent }));
  onTestFinished(dispose);
  start('go');
  await vi.waitFor(() => expect(store.getState().pending[0]?.items[0]?.state.status).toBe('waiting'));

  const [item] = store.getState().pending[0]?.items ?? [];
  await decideAll(true);

  expect(item?.expiresAt).toBeUndefined();
  await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'completed', output: 'Clean.' }));
});
