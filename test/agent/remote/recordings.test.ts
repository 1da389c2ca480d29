import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ApprovalAnswer,
  type CallAnswer,
  createRemoteAgent,
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  httpTransport,
  type JSONValue,
  toolReturn,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../setup/source-files.js';
import { callsOf, finished } from '../../support/remote-agent.js';
import { startWireServer, type WireRequest } from '../../support/wire-server.js';

// What real servers said to a stock client, for those who have the recordings: this client has to send what that one sent.

const recordings = join(root, '../shared/backends/recordings');
const isThere = existsSync(recordings);
if (!isThere) process.stdout.write('  skipped: no recordings of real servers lie beside the project\n');

const servers = [
  'ai-sdk',
  'ai-sdk-signed',
  'ai-sdk-stored',
  'pydantic-ai-vercel',
  'pydantic-ai-vercel-stored',
  'use-chat-golden',
];
/** Conversations that a person can have: the others send what no client should. */
const cases = new Set(
  [
    'again',
    'approve',
    'automatic',
    'deny',
    'deny-reason',
    'edit',
    'external',
    'external-error',
    'frontend',
    'invalid',
  ].concat(['mixed', 'model-error', 'reasoning', 'rounds', 'seed', 'text', 'tool-error', 'two', 'unknown']),
);

interface Exchange {
  readonly request: { readonly method: string; readonly body: WireRequest['body'] };
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
  for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
    const { n, request, response, data = '' }: Line = JSON.parse(text);
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
        // A server that signs its questions takes no edit, which this client does not send.
        .filter((name) => cases.has(name) && `${server}/${name}` !== 'ai-sdk-signed/edit')
        .map((name) => ({
          name: `${server}/${name}`,
          exchanges: readExchanges(join(recordings, server, `${name}.jsonl`)),
        })),
    )
  : [];

/** What the person of the recording said to a batch: it stands in the next request. */
function recordedAnswers({ approvals, calls }: DeferredToolRequests, next: Exchange | undefined): DeferredToolResults {
  const sent = callsOf(next?.request as WireRequest | undefined);
  return {
    approvals: Object.fromEntries(
      approvals.map((call) => [call.toolCallId, recordedApproval(call, sent[call.toolCallId])]),
    ),
    calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, recordedResult(sent[toolCallId])])),
    metadata: {},
    defer: [],
  };
}

type Sent = Readonly<Record<string, unknown>> | undefined;

function recordedApproval({ input }: DeferredCall, sent: Sent): ApprovalAnswer {
  const { approved, reason = '' } = (sent?.approval ?? {}) as { readonly approved?: boolean; readonly reason?: string };
  if (approved !== true) return { kind: 'tool-denied', message: reason };
  const isEdited = JSON.stringify(sent?.input) !== JSON.stringify(input);
  return isEdited ? { kind: 'tool-approved', overrideArgs: sent?.input as JSONValue } : { kind: 'tool-approved' };
}

function recordedResult(sent: Sent): CallAnswer {
  if (sent?.state === 'output-error') return { kind: 'tool-failed', message: String(sent.errorText) };
  return toolReturn(sent?.output as JSONValue);
}

/** What a server reads of a call. */
function essence(request: WireRequest | undefined): object {
  return Object.fromEntries(
    Object.entries(callsOf(request)).map(([id, { state, input, output, errorText, approval }]) => {
      const { reason, ...rest } = { reason: '', ...(approval as object | undefined) };
      return [
        id,
        { state, input, output, errorText, approval: approval && { ...rest, ...(reason === '' ? {} : { reason }) } },
      ];
    }),
  );
}

describe.runIf(isThere)('a recorded server', () => {
  it.each(played)('$name is answered as the stock client answered it', async ({ exchanges }) => {
    const server = await startWireServer(
      exchanges.map(({ status, headers, body }) => ({ status, headers, chunks: [body], ends: 'end' as const })),
    );
    const agent = createRemoteAgent({ transport: httpTransport({ api: server.url }), server: 'ai-sdk' });
    const [first] = exchanges;
    const prompt =
      first?.request.body.messages
        .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
        .join('') ?? '';
    let round = 0;

    const { outcome, ends } = await finished(
      agent.run(prompt, { deferredToolHandler: (requests) => recordedAnswers(requests, exchanges[++round]) }),
    );

    // Some people of the recordings went on talking.
    const more = exchanges.findIndex(
      ({ request }, index) => index > 0 && request.body.messages.at(-1)?.role === 'user',
    );
    const own = more < 0 ? exchanges : exchanges.slice(0, more);
    expect(server.requests).toHaveLength(own.length);
    for (const [index, request] of server.requests.entries()) {
      expect(essence(request)).toEqual(essence(exchanges[index]?.request as WireRequest | undefined));
    }
    const last = own.at(-1)?.body ?? '';
    expect(outcome.type).toBe(last.includes('"type":"error"') ? 'failed' : 'completed');
    expect(Object.values(ends)).not.toContain('unknown');
  });
});
