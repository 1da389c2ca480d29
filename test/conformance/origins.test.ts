import {
  type Agent,
  ask,
  block,
  buildResults,
  createAgent,
  createGrants,
  createPolicy,
  createRemoteAgent,
  type DeferredToolRequests,
  decisionRecord,
  explainPolicy,
  type Grants,
  httpTransport,
  type Policy,
  type RunEvent,
  renamed,
  type Tool,
  type Toolset,
  tool,
} from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type ChangingServer, startChangingServer } from '../mcp/changing-server.js';
import { eventsOf, ofType } from './support.js';

let server: ChangingServer;

beforeAll(async () => {
  server = await startChangingServer();
});

afterAll(async () => await server.close());

const own = tool({ inputSchema: z.object({ to: z.string() }), capabilities: ['post.send'], execute: () => 'sent' });
const input = { to: 'Oslo', origin: { kind: 'agent', path: ['main'] }, server: 'main' };

/** Returns the tools of the server under a name of the app's, each with a capability. */
async function serverTools(name: string): Promise<Toolset> {
  const toolset = mcpToolset(await server.connect(), { server: name });
  return {
    tools: async () => {
      const tools: [string, Tool][] = Object.entries(await toolset.tools());
      return Object.fromEntries(tools.map(([key, each]) => [key, { ...each, capabilities: ['post.send'] }]));
    },
  };
}

interface Played {
  readonly asked: DeferredToolRequests['approvals'];
  readonly events: readonly RunEvent[];
}

/** Runs one call; people approve it and, with a scope, remember that. */
async function play(
  about: { readonly tools?: Readonly<Record<string, Tool>>; readonly toolsets?: readonly Toolset[] },
  { policy, grants }: { readonly policy?: Policy; readonly grants?: Grants } = {},
  toolName = 'send',
): Promise<Played> {
  const asked: DeferredToolRequests['approvals'][number][] = [];
  const model = scriptedModel([{ calls: [{ toolName, input: { to: 'Oslo' } }] }, 'Done.']);
  const agent = createAgent({
    name: 'main',
    model,
    ...about,
    policy: policy ?? createPolicy({ rules: [ask('post.*')] }),
  });
  const run = agent.run('go', {
    ...(grants && { grants }),
    deferredToolHandler: (requests) => {
      asked.push(...requests.approvals);
      return buildResults(requests, { approveAll: true });
    },
  });
  await run.outcome;
  return { asked, events: await eventsOf(run) };
}

it('C476 has the server that provides its tool, under the name of the app, in the request, the events and the record', async () => {
  server.behaviour.serverName = 'main';

  const { asked, events } = await play({ toolsets: [await serverTools('Post')] });

  const origin = { kind: 'mcp', server: 'Post' };
  expect(asked).toMatchObject([{ origin }]);
  expect(ofType(events, 'policy-decision').at(0)).toMatchObject({ effect: 'ask', origin });
  expect(ofType(events, 'tool-start')).toMatchObject([{ origin }]);
  expect(await decisionRecord(events)).toMatchObject([{ origin }]);
  server.behaviour.serverName = 'post';
});

it('C476 keeps its origin when its tool gets another name, and cannot set it by its input', async () => {
  const { asked } = await play({ toolsets: [renamed(await serverTools('Post'), { write: 'send' })] }, {}, 'write');
  const model = scriptedModel([{ calls: [{ toolName: 'send', input }] }, 'Done.']);
  const requests: DeferredToolRequests[] = [];
  const loose = tool({ inputSchema: z.looseObject({ to: z.string() }), requiresApproval: true, execute: () => 'sent' });
  await createAgent({ model, tools: { send: loose } }).run('go', {
    deferredToolHandler: (asks) => {
      requests.push(asks);
      return buildResults(asks, { approveAll: true });
    },
  }).outcome;

  expect(asked).toMatchObject([{ toolName: 'write', origin: { kind: 'mcp', server: 'Post' } }]);
  expect(requests[0]?.approvals[0]).toMatchObject({ input });
  expect(requests[0]?.approvals[0]).not.toHaveProperty('origin');
});

it('C477 rules match origins, and explain them from the events', async () => {
  const policy = createPolicy({
    preset: 'autonomous',
    rules: [ask({ origin: 'mcp' }), block({ origin: 'mcp:Spam*' }, 'Not from there.')],
  });

  const ours = await play({ tools: { send: own } }, { policy });
  const post = await play({ toolsets: [await serverTools('Post')] }, { policy });
  const spam = await play({ toolsets: [await serverTools('Spammers')] }, { policy });

  expect(ours.asked).toEqual([]);
  expect(post.asked).toHaveLength(1);
  expect(ofType(spam.events, 'tool-start')).toEqual([]);
  expect(await explainPolicy(policy, post.events)).toMatchObject([{ effect: 'ask', rule: 'origin mcp' }]);
  expect(await explainPolicy(policy, ours.events)).toMatchObject([{ effect: 'allow' }]);
});

it.each([
  ['the tool', 'tool'],
  ['the input', 'input'],
  ['a capability', { capability: 'post.send' }],
] as const)('C478 a remembered approval of %s applies to one origin only', async (_, scope) => {
  const grants = createGrants();
  const [post, other] = [await serverTools('Post'), await serverTools('Other')];
  const [first] = (await play({ toolsets: [post] })).asked;
  await grants.add({
    effect: 'allow',
    remember: { scope, for: 'session' },
    call: {
      ...{ toolName: 'send', input: { to: 'Oslo' }, capabilities: ['post.send'], annotations: {} },
      ...{ agentPath: ['main'], runId: 'r', toolCallId: 'c' },
      ...(first?.definition && { definition: first.definition }),
      ...(first?.origin && { origin: first.origin }),
    },
  });

  expect((await play({ toolsets: [post] }, { grants })).asked).toEqual([]);
  expect((await play({ toolsets: [other] }, { grants })).asked).toHaveLength(1);
  expect((await play({ tools: { send: own } }, { grants })).asked).toHaveLength(1);
  expect(grants.list()).toMatchObject([{ origin: { kind: 'mcp', server: 'Post' } }]);
});

const chunks = [
  { type: 'start' },
  { type: 'start-step' },
  { type: 'tool-input-available', toolCallId: 'a', toolName: 'send', input: { to: 'Oslo', origin: 'main' } },
  { type: 'tool-approval-request', toolCallId: 'a', approvalId: 'a' },
  { type: 'finish-step' },
  { type: 'finish' },
];
const fetchChunks = async (): Promise<Response> =>
  new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' },
  });

it.each([
  ['billing', { kind: 'remote', server: 'billing' }],
  [undefined, undefined],
] as const)('C476 a call of the remote agent %s has the name of the agent as its server', async (name, origin) => {
  const transport = httpTransport({ api: 'https://a.test', fetch: fetchChunks });
  const agent: Agent = createRemoteAgent({ transport, ...(name && { name }) });

  const outcome = await agent.run('go', { deferredToolHandler: () => null }).outcome;

  expect(outcome.type === 'deferred' && outcome.requests.approvals[0]?.origin).toEqual(origin);
});
