import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { createAgent, tool } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callOnceOver, listed, type RawServer, startRawServer, welcome } from './raw-server.js';

let server: RawServer | undefined;
afterEach(async () => await server?.close());

/** The behaviour of a server with sessions. Tests may change all members at any time. */
interface Behaviour {
  session: string;
  description: string;
  /** The response to requests with an unknown session. */
  readonly refusal: { readonly status: number; readonly body: string };
}

const notFound = {
  status: 404,
  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}',
};
const noSession = { status: 400, body: '{"error":"Bad Request: No valid session ID provided"}' };

async function startSessions(refusal: Behaviour['refusal'], onList = (_: Behaviour): void => {}) {
  const behaviour: Behaviour = { session: 'first', description: 'Pays', refusal };
  const made = await startRawServer(({ method, session }) => {
    if (method === 'initialize') return welcome(behaviour.session);
    if (session !== behaviour.session) return behaviour.refusal;
    const { description } = behaviour;
    if (method === 'tools/list') {
      onList(behaviour);
      return { result: { tools: [listed('pay', { description })] } };
    }
    return { result: { content: [{ type: 'text', text: `paid in ${session}` }] } };
  });
  server = made;
  return { behaviour, made };
}

const callsOf = ({ requests }: RawServer) => requests.filter(({ method }) => method === 'tools/call');

describe('an MCP server that loses the session', () => {
  it.each([
    ['404', notFound],
    ['400', noSession],
  ])('C429 is connected again in the middle of a run, and the call is sent once: %s', async (_, refusal) => {
    const { made } = await startSessions(refusal, (behaviour) => {
      if (behaviour.session === 'first') behaviour.session = 'second';
    });

    const { end } = await callOnceOver(() => made.connect(), 'pay');

    expect(end).toMatchObject({ status: 'returned', value: { content: [{ text: 'paid in second' }] } });
    expect(callsOf(made).map(({ session }) => session)).toEqual(['first', 'second']);
  });

  it('C429 does not receive a call whose tool has changed', async () => {
    const { made } = await startSessions(notFound, (behaviour) => {
      if (behaviour.session === 'first') Object.assign(behaviour, { session: 'second', description: 'Pays twice' });
    });

    const { end } = await callOnceOver(() => made.connect(), 'pay');

    expect(end).toMatchObject({ status: 'retry', message: expect.stringContaining("changed the tool 'pay'") });
    expect(callsOf(made).map(({ session }) => session)).toEqual(['first']);
  });

  it('C429 is connected once for several calls, and its old session is closed', async () => {
    const { made } = await startSessions(notFound, (behaviour) => {
      if (behaviour.session === 'first') behaviour.session = 'second';
    });
    const closed: string[] = [];
    const connect = async () => {
      const client = await made.connect();
      const close = client.close.bind(client);
      client.close = async () => {
        closed.push('closed');
        await close();
      };
      return client;
    };
    const call = { toolName: 'pay', input: {} };
    const model = scriptedModel([{ calls: [call, call, call] }, 'done']);

    const outcome = await createAgent({ model, toolsets: [mcpToolset(connect)] }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed' });
    expect(made.requests.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    expect(callsOf(made).filter(({ session }) => session === 'second')).toHaveLength(3);
    expect(closed).toEqual(['closed']);
  });

  it('C429 fails the call when the client cannot be replaced', async () => {
    const { made } = await startSessions(notFound, (behaviour) => {
      behaviour.session = 'second';
    });

    const { end } = await callOnceOver(await made.connect(), 'pay');

    expect(end).toMatchObject({ status: 'failed', message: expect.stringContaining('Session not found') });
  });
});

describe('an MCP server that does not answer', () => {
  it('C430 fails the run before the model request, with its name, and the next run tries again', async () => {
    let isUp = false;
    const made = await startRawServer(({ method }) =>
      method === 'tools/list' ? { result: { tools: [listed('pay')] } } : { result: { content: [] } },
    );
    server = made;
    const agent = createAgent({
      model: scriptedModel(['done']),
      toolsets: [
        mcpToolset(async () => (isUp ? await other.connect() : Promise.reject(new Error('fetch failed'))), {
          server: 'Bank',
        }),
      ],
    });
    const other = await startRawServer(({ method }) =>
      method === 'tools/list' ? { result: { tools: [listed('pay')] } } : undefined,
    );

    const failed = await agent.run('go').outcome;
    isUp = true;
    const completed = await agent.run('go').outcome;
    await other.close();

    expect(failed).toMatchObject({ type: 'failed', error: { code: 'mcp-unavailable' } });
    expect(JSON.stringify(failed)).toContain("The MCP server 'Bank' cannot be connected: fetch failed");
    expect(completed).toMatchObject({ type: 'completed' });
  });

  it('C430 keeps its last tools for the other steps of the run, but receives no call', async () => {
    let isDown = false;
    const made = await startRawServer(({ method }) => {
      if (method === 'initialize') return undefined;
      if (isDown) return { status: 503, body: 'down' };
      return { result: method === 'tools/list' ? { tools: [listed('pay')] } : { content: [] } };
    });
    server = made;
    const toolset = mcpToolset(await made.connect());
    const look = tool({
      inputSchema: z.object({}),
      execute: () => {
        isDown = true;
        toolset.refresh();
        return 'sun';
      },
    });
    const model = scriptedModel([
      { calls: [{ toolName: 'look', input: {} }] },
      { calls: [{ toolName: 'pay', input: {} }] },
      'done',
    ]);
    const run = createAgent({ model, tools: { look }, toolsets: [toolset] }).run('go');
    const ends: unknown[] = [];
    for await (const event of run) if (event.type === 'tool-end') ends.push(event.end);

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(model.requests[1]?.tools?.map(({ name }) => name).sort()).toEqual(['look', 'pay']);
    expect(ends[1]).toMatchObject({ status: 'failed', message: expect.stringContaining('does not list its tools') });
    expect(callsOf(made)).toEqual([]);
  });

  it('C438 a stopped call is cancelled at its server, without the reason', async () => {
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const made = new McpServer({ name: 'bank', version: '1.0.0' });
    made.registerTool('pay', { inputSchema: z.object({}) }, async () => {
      reach();
      return await new Promise<never>(() => {});
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await made.connect(theirs);
    await client.connect(ours);
    const sent = vi.spyOn(ours, 'send');
    const model = scriptedModel([{ calls: [{ toolName: 'pay', input: {} }] }]);

    const run = createAgent({ model, toolsets: [mcpToolset(client)] }).run('go');
    await reached;
    run.abort('Ann Smith closed case 4711');

    expect(await run.outcome).toMatchObject({ type: 'aborted', reason: 'Ann Smith closed case 4711' });
    const messages = sent.mock.calls.map(([message]) => JSON.stringify(message));
    expect(messages.filter((message) => message.includes('notifications/cancelled'))).toHaveLength(1);
    expect(messages.join()).not.toContain('Ann Smith');
    await client.close();
  });

  it('C431 a call that the server rejects for its authorization is failed, not unknown', async () => {
    const made = await startRawServer(({ method }) => {
      if (method === 'tools/list') return { result: { tools: [listed('pay')] } };
      return method === 'tools/call' ? { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: '' } : undefined;
    });
    server = made;
    const authProvider = {
      redirectUrl: 'http://localhost/back',
      clientMetadata: { redirect_uris: ['http://localhost/back'] },
      clientInformation: () => ({ client_id: 'c' }),
      tokens: () => ({ access_token: 'expired', token_type: 'bearer' }),
      saveTokens: () => {},
      saveCodeVerifier: () => {},
      codeVerifier: () => 'v',
      redirectToAuthorization: () => {},
    };

    const { end } = await callOnceOver(await made.connect({ authProvider }), 'pay');

    expect(end).toMatchObject({ status: 'failed' });
  });
});
