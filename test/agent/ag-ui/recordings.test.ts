import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgUiTransportOptions,
  type ApprovalAnswer,
  agUiTransport,
  type CallAnswer,
  createRemoteAgent,
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  type JSONValue,
  toolReturn,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '../../setup/source-files.js';
import { type SentRun, sentRuns } from '../../support/ag-ui.js';
import { finished } from '../../support/remote-agent.js';
import { startWireServer } from '../../support/wire-server.js';

// What real servers said to a stock client, for those who have the recordings: this client has to send what that one sent.

const recordings = join(root, '../shared/backends/recordings');
const isThere = existsSync(recordings);
if (!isThere) process.stdout.write('  skipped: no recordings of AG-UI servers lie beside the project\n');

const servers = ['pydantic-ai-ag-ui', 'pydantic-ai-ag-ui-stored', 'langgraph-ag-ui', 'agent-framework-ag-ui'];
/** Conversations that a person can have: the others send what no client should. */
const cases = new Set(
  [
    'again',
    'approve',
    'batched',
    'deny',
    'deny-reason',
    'edit',
    'external',
    'frontend',
    'frontend-error',
    'invalid',
  ].concat(['legacy', 'mixed', 'mixed-plain', 'model-error', 'reasoning', 'rounds', 'text', 'tool-error', 'two']),
);

/** There the stock client gave up. */
const broken = new Set([
  'agent-framework-ag-ui/mixed',
  'agent-framework-ag-ui/mixed-plain',
  'agent-framework-ag-ui/two',
]);

interface Exchange {
  readonly request: { readonly body: SentRun };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Line {
  readonly n?: number;
  readonly request?: Exchange['request'];
  readonly response?: Pick<Exchange, 'status' | 'headers'>;
  readonly data?: string;
}

function readExchanges(file: string): readonly Exchange[] {
  const found: { request?: Exchange['request']; response?: Pick<Exchange, 'status' | 'headers'>; body: string }[] = [];
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { n, request, response, data = '' }: Line = JSON.parse(line);
    if (n === undefined) continue;
    found[n - 1] ??= { body: '' };
    const exchange = found[n - 1] ?? { body: '' };
    Object.assign(exchange, request && { request }, response && { response });
    exchange.body += data;
  }
  return found.flatMap(({ request, response, body }) => (request && response ? [{ request, ...response, body }] : []));
}

const played = isThere
  ? servers.flatMap((server) =>
      readdirSync(join(recordings, server))
        .map((file) => file.replace('.jsonl', ''))
        .filter((name) => cases.has(name) && !broken.has(`${server}/${name}`))
        .map((name) => ({
          name: `${server}/${name}`,
          exchanges: readExchanges(join(recordings, server, `${name}.jsonl`)),
        })),
    )
  : [];

type JSONObject = Readonly<Record<string, JSONValue>>;
type Payload = JSONObject | undefined;

/** The decisions of a request, by call. */
function decisionsIn(
  before: Exchange | undefined,
  { resume = [], forwardedProps }: SentRun,
): ReadonlyMap<string, Payload> {
  const found = new Map<string, Payload>();
  const interrupts = [...(before?.body.matchAll(/"interrupts":(\[.*\])\}\}\n/g) ?? [])].flatMap((match) =>
    JSON.parse(match[1] ?? '[]'),
  );
  const byCall = (
    raw: { readonly action_requests?: readonly { readonly name: string }[] },
    decisions: readonly Payload[],
  ) => {
    for (const [index, { name }] of (raw.action_requests ?? []).entries()) found.set(name, decisions[index]);
  };
  for (const interrupt of interrupts) {
    const entry = resume.find(({ interruptId }) => interruptId === interrupt.id) as
      | { readonly payload: JSONObject & { readonly decisions?: Payload[] } }
      | undefined;
    if (interrupt.toolCallId !== undefined) found.set(interrupt.toolCallId, entry?.payload);
    else byCall(interrupt.metadata.langgraph.raw, entry?.payload.decisions ?? []);
  }
  const command = forwardedProps.command as { readonly resume: { readonly decisions: Payload[] } } | undefined;
  if (command !== undefined) byCall({ action_requests: [{ name: 'delete_file' }] }, command.resume.decisions);
  return found;
}

/** What the person of the recording said to a batch: it stands in the next request. */
function recordedAnswers(
  { approvals, calls }: DeferredToolRequests,
  at: readonly (Exchange | undefined)[],
): DeferredToolResults {
  const [before, next] = at;
  const body = next?.request.body;
  const decisions = body === undefined ? new Map<string, Payload>() : decisionsIn(before, body);
  const of = ({ toolCallId, toolName }: DeferredCall): Payload => decisions.get(toolCallId) ?? decisions.get(toolName);
  return {
    approvals: Object.fromEntries(approvals.map((call) => [call.toolCallId, toApproval(of(call))])),
    calls: Object.fromEntries(calls.map((call) => [call.toolCallId, toResult(call, of(call), body)])),
    metadata: {},
    defer: [],
  };
}

function toApproval(payload: Payload): ApprovalAnswer {
  const edited = payload?.editedArgs ?? (payload?.edited_action as JSONObject | undefined)?.args;
  if (edited !== undefined) return { kind: 'tool-approved', overrideArgs: edited };
  const isYes = payload?.approved === true || payload?.type === 'approve';
  if (isYes) return { kind: 'tool-approved' };
  return { kind: 'tool-denied', message: String(payload?.reason ?? payload?.message ?? 'The tool call was denied.') };
}

function toResult({ toolCallId }: DeferredCall, payload: Payload, body: SentRun | undefined): CallAnswer {
  if (payload?.type === 'respond') return toolReturn(payload.message as JSONValue);
  const message = body?.messages.findLast((one) => one.role === 'tool' && one.toolCallId === toolCallId);
  if (message?.error !== undefined) return { kind: 'tool-failed', message: String(message.error) };
  return toolReturn((message?.content ?? '42') as JSONValue);
}

/** What a server reads: ids of results are the client's own. */
function essence({ messages, resume = [], forwardedProps, tools }: SentRun): object {
  const answers = [...resume].sort((a, b) => String(a.interruptId).localeCompare(String(b.interruptId)));
  return {
    said: messages.filter(({ role }) => role !== 'user' && role !== 'tool').map(toEssence),
    results: messages.filter(({ role }) => role === 'tool').map(toEssence),
    answers,
    forwardedProps,
    tools: tools.map(({ name }) => name),
  };
}

/** Without what a server only makes up to ask: the stock client keeps it. */
function toEssence({ id, ...message }: SentRun['messages'][number]): object {
  // A text here, an empty one there.
  if (message.role === 'tool') return message.error === undefined ? message : { ...message, content: '' };
  const { toolCalls, content = '' } = message;
  if (!Array.isArray(toolCalls)) return { ...message, id, content };
  const own = (toolCalls as object as readonly WireCall[]).filter(
    ({ function: { name } }) => name !== 'confirm_changes',
  );
  const inputs = own.map((call) => [call.id, call.function.arguments] as const);
  // It has what came in pieces twice, and empty.
  const whole = Object.fromEntries(
    inputs.filter(([callId]) => inputs.filter(([other]) => other === callId).length === 1),
  );
  return { ...message, id, content, toolCalls: whole };
}

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
const wires: Readonly<Record<string, Omit<AgUiTransportOptions, 'url'>>> = {
  external: { externalTools: ['calculate_answer', 'fetch_report'] },
  frontend: {
    tools: {
      pick_colour: { description: 'Ask the user for a colour', inputSchema: z.object({ label: z.string() }) },
    },
  },
};

describe.runIf(isThere)('a recorded AG-UI server', () => {
  it.each(played)('$name is answered as the stock client answered it', async ({ exchanges }) => {
    const server = await startWireServer(
      exchanges.map(({ status, headers, body }) => ({ status, headers, chunks: [body], ends: 'end' as const })),
    );
    const sendsTools = exchanges[0]?.request.body.tools.length === 1;
    const wire = sendsTools ? { ...wires.frontend, ...wires.external } : wires.external;
    const agent = createRemoteAgent({ transport: agUiTransport({ url: server.url, ...wire }), server: 'pydantic-ai' });
    const prompt = String(exchanges[0]?.request.body.messages.at(-1)?.content);
    let round = 0;

    const { outcome, ends } = await finished(
      agent.run(prompt, {
        deferredToolHandler: (requests) => recordedAnswers(requests, [exchanges[round], exchanges[++round]]),
      }),
    );

    const more = exchanges.findIndex(
      ({ request }, index) =>
        index > 0 &&
        request.body.messages.at(-1)?.role === 'user' &&
        request.body.resume === undefined &&
        request.body.forwardedProps.command === undefined,
    );
    const own = more < 0 ? exchanges : exchanges.slice(0, more);
    expect(sentRuns(server).map(essence)).toEqual(own.map(({ request }) => essence(request.body)));
    const isFailed = (own.at(-1)?.body ?? '').includes('RUN_ERROR');
    expect(outcome.type).toBe(isFailed ? 'failed' : 'completed');
    if (!isFailed) expect(Object.values(ends)).not.toContain('unknown');
  });
});
