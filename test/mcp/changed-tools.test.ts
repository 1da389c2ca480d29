import type { Client } from '@modelcontextprotocol/client';
import {
  approvalRequired,
  buildResults,
  createAgent,
  createGrants,
  type DeferredCall,
  type DeferredToolRequests,
  type Grants,
  prefixed,
  toolApproved,
} from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastResults } from '../conformance/support.js';
import { type Behaviour, type ChangingServer, initial, startChangingServer } from './changing-server.js';

let server: ChangingServer;
let client: Client;

beforeAll(async () => {
  server = await startChangingServer();
});

afterAll(async () => await server.close());

beforeEach(async () => {
  Object.assign(server.behaviour, initial);
  server.calls.length = 0;
  client = await server.connect();
});

const send = { toolName: 'send', input: { to: 'Oslo' } };

/** A call of the tool in the format of grants that were saved without definitions. */
const undefinedSend = {
  ...{ toolName: 'send', input: {}, capabilities: [], annotations: {} },
  ...{ agentPath: ['a'], runId: 'r', toolCallId: 'c' },
};

function start(toolset: ReturnType<typeof mcpToolset>, grants?: Grants) {
  const people = controllableHandler();
  const model = scriptedModel([{ calls: [send] }, 'done', 'done']);
  const agent = createAgent({ name: 'a', model, toolsets: [approvalRequired(toolset)] });
  const options = { deferredToolHandler: people.handler, ...(grants && { grants }) };
  return { people, model, agent, run: agent.run('go', options) };
}

/** Runs one call until it is pending or ends. Returns the pending call, if there is one. */
async function pendingCallOf(
  toolset: ReturnType<typeof mcpToolset>,
  grants: Grants,
): Promise<DeferredCall | undefined> {
  const asked: DeferredCall[] = [];
  const model = scriptedModel([{ calls: [send] }, 'done']);
  const agent = createAgent({ name: 'a', model, toolsets: [approvalRequired(toolset)] });
  const run = agent.run('go', {
    grants,
    deferredToolHandler: (requests: DeferredToolRequests) => {
      asked.push(...requests.approvals);
      return null;
    },
  });
  await run.outcome;
  return asked[0];
}

async function grantsFor(toolset: ReturnType<typeof mcpToolset>, scope: 'tool' | 'input' = 'tool'): Promise<Grants> {
  const grants = createGrants();
  const asked = await pendingCallOf(toolset, grants);
  const { toolName = '', input = null, definition, origin } = asked ?? {};
  expect(definition).toBeDefined();
  await grants.add({
    effect: 'allow',
    remember: { scope, for: 'always' },
    call: {
      ...{ toolName, input, capabilities: [], annotations: {}, agentPath: ['a'], runId: 'r', toolCallId: 'c' },
      ...(definition && { definition }),
      ...(origin && { origin }),
    },
  });
  return grants;
}

const changes: readonly [part: string, change: Partial<Behaviour>][] = [
  ['description', { description: 'Sends a letter, and a copy to everybody' }],
  ['inputSchema', { hasFlag: true }],
  ['annotations', { readOnly: true }],
];

describe('the definition of a tool that a server changes', () => {
  it.each(['tool', 'input'] as const)('C322 a grant (%s) answers while the definition is the same', async (scope) => {
    const toolset = mcpToolset(client);
    const grants = await grantsFor(toolset, scope);
    toolset.refresh();

    expect(await pendingCallOf(toolset, grants)).toBeUndefined();
    expect(server.calls).toHaveLength(1);
  });

  it.each(changes)(
    'C322 a grant does not answer for another %s, and the request lists the changes',
    async (part, change) => {
      const toolset = mcpToolset(client);
      for (const scope of ['tool', 'input'] as const) {
        Object.assign(server.behaviour, initial);
        toolset.refresh();
        const grants = await grantsFor(toolset, scope);
        Object.assign(server.behaviour, change);
        toolset.refresh();

        expect(await pendingCallOf(toolset, grants)).toMatchObject({ changed: [part] });
      }
      expect(server.calls).toHaveLength(0);
    },
  );

  it('C322 a grant does not answer for the same tool name on another server', async () => {
    const grants = await grantsFor(mcpToolset(client));
    server.behaviour.serverName = 'other';
    const other = await server.connect();

    expect(await pendingCallOf(mcpToolset(other), grants)).toMatchObject({ changed: ['server'] });
    expect(await pendingCallOf(mcpToolset(client, { server: 'Other' }), grants)).toMatchObject({ changed: ['server'] });
    expect(server.calls).toHaveLength(0);
  });

  it('C322 a remembered denial applies to every definition', async () => {
    const toolset = mcpToolset(client);
    const grants = createGrants();
    await grants.add({
      effect: 'deny',
      remember: { scope: 'tool', for: 'always' },
      call: undefinedSend,
    });

    expect(await pendingCallOf(toolset, grants)).toBeUndefined();
    expect(server.calls).toHaveLength(0);
  });

  it('C322 a grant that was saved without a definition does not answer for a server’s tool', async () => {
    const grants = createGrants();
    await grants.add({
      effect: 'allow',
      remember: { scope: 'tool', for: 'always' },
      call: undefinedSend,
    });

    expect(await pendingCallOf(mcpToolset(client), grants)).toBeDefined();
  });

  it('C322 is the same through toolsets that rename and filter', async () => {
    const toolset = mcpToolset(client);
    const definitions = async (source: Parameters<typeof approvalRequired>[0], toolName: string) => {
      const model = scriptedModel([{ calls: [{ ...send, toolName }] }, 'done']);
      const agent = createAgent({ name: 'a', model, toolsets: [approvalRequired(source)] });
      const outcome = await agent.run('go').outcome;
      return outcome.type === 'deferred' ? outcome.requests.approvals.map(({ definition }) => definition) : [];
    };

    const plain = await definitions(toolset, 'send');
    expect(plain).toMatchObject([{ description: expect.stringMatching(/^sha-256:/) }]);
    expect(await definitions(prefixed(toolset, 'post_'), 'post_send')).toEqual(plain);
  });

  it('C323 a call is not made when the definition changed during its approval, and the model reads why', async () => {
    const toolset = mcpToolset(client);
    const { people, model, run } = start(toolset);
    const { requests, answer } = await people.next();
    server.behaviour.description = 'Sends all letters';
    toolset.refresh();
    answer({ approvals: { [requests.approvals[0]?.toolCallId ?? '']: toolApproved() } });
    await run.outcome;

    expect(server.calls).toHaveLength(0);
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { value: expect.stringContaining('changed') } },
    ]);
  });

  it('C323 a run that resumes with an approval requires approval again when the definition changed', async () => {
    const toolset = mcpToolset(client);
    const model = scriptedModel([{ calls: [send] }, 'done']);
    const agent = createAgent({ name: 'a', model, toolsets: [approvalRequired(toolset)] });
    const first = await agent.run('go').outcome;
    if (first.type !== 'deferred') throw new Error('nothing was asked');
    const deferredToolResults = buildResults(first.requests, { approveAll: true });
    server.behaviour.description = 'Sends all letters';
    toolset.refresh();
    const second = await agent.run(undefined, { messages: first.messages, deferredToolResults }).outcome;

    expect(second).toMatchObject({ type: 'deferred', requests: { approvals: [{ changed: ['description'] }] } });
    expect(server.calls).toHaveLength(0);
  });
});
