import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type AgentOptions, createAgent, type Policy, tool } from 'countersign/core';
import { createRunServer, memoryRunStore, type Person, type RunServerOptions, type RunStore } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

/** The people of the tests, by the token that they send. */
export const people: Readonly<Record<string, Person>> = {
  ada: { id: 'ada', name: 'Ada', roles: ['ops'] },
  bob: { id: 'bob', name: 'Bob', roles: ['ops'] },
  eve: { id: 'eve', name: 'Eve' },
};

/** An agent whose deletions require approval, and the list of executed deletions. */
export function filesAgent(
  turns: readonly ScriptedTurn[],
  more: { readonly policy?: Policy; readonly expiry?: NonNullable<AgentOptions['expiry']> } = {},
) {
  const ran: string[] = [];
  const agent = createAgent({
    ...more,
    model: scriptedModel(turns),
    tools: {
      delete_file: tool({
        description: 'Delete a file',
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        describe: ({ path }) => ({ title: `Delete ${path}` }),
        execute: ({ path }) => {
          ran.push(path);
          return `${path} is gone`;
        },
      }),
      pick_colour: tool({
        description: 'Pick',
        inputSchema: z.object({ label: z.string() }),
        outputSchema: z.object({ hex: z.string() }),
      }),
    },
  });
  return { agent, ran };
}

/** Starts a run server over HTTP. `as()` returns a client for a person. */
export async function startRunServer(
  agent: ReturnType<typeof createAgent>,
  options: Partial<RunServerOptions> & { readonly store?: RunStore } = {},
) {
  const agents = { files: agent };
  const store = options.store ?? memoryRunStore({ agents });
  const handle = createRunServer({
    agents,
    identify: (request) => people[request.headers.get('authorization')?.replace('Bearer ', '') ?? ''] ?? null,
    authorize: ({ id, roles = [] }, { requester }) => roles.includes('ops') || id === requester.id,
    base: '/agents',
    ...options,
    store,
  });
  const { origin, close } = await serveFetch(handle);
  onTestFinished(close);
  const url = `${origin}/agents`;
  const ids = new Map<string, string>();
  /** Returns the run id for a key. */
  const idOf = (key: string): string => ids.get(key) ?? key;
  return { url, store, idOf, close: handle.close, as: (name: string) => clientOf(url, name, ids) };
}

/** Serves a fetch-style function over HTTP. */
export async function serveFetch(
  handle: (request: Request) => Promise<Response>,
): Promise<{ readonly origin: string; readonly close: () => void }> {
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const request = new Request(`${origin}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
    } as RequestInit);
    void handle(request).then((answer) => {
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) outgoing.end();
      else
        Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
          .on('error', () => {})
          .pipe(outgoing);
    });
  });
  // With the default of 511, a busy machine drops some of a thousand connections, and resets them a minute later.
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, close };
}

/** A batch as clients get it. */
export interface BatchView {
  readonly batchId: string;
  readonly state: string;
  readonly requester: Person;
  readonly expiresAt: Readonly<Record<string, number>>;
  readonly requests: {
    readonly approvals: readonly CallView[];
    readonly calls: readonly CallView[];
  };
  readonly answers: readonly unknown[];
  readonly missing: Readonly<Record<string, number>>;
}

interface CallView {
  readonly toolCallId: string;
  readonly digest: string;
  readonly input: unknown;
  readonly approvedBy?: readonly Person[];
}

function clientOf(url: string, name: string, ids: Map<string, string>) {
  const idOf = (key: string): string => ids.get(key) ?? key;
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${name}`, ...init.headers };
    const named = path.replace(/^\/runs\/([\w-]+)/, (_, key: string) => `/runs/${idOf(key)}`);
    const answer = await fetch(`${url}${named}`, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    // Tests refer to runs by the keys that they start them with.
    if (path === '/runs' && answer.status === 201)
      ids.set((body as { readonly key: string }).key, answer.body.run.runId);
    return answer;
  };
  const waiting = async (): Promise<readonly BatchView[]> => (await ask('/waiting')).body.batches;
  return {
    url,
    ask,
    post,
    waiting,
    start: (input: string, key: string) => post('/runs', { agent: 'files', input, key }),
    state: async (key: string): Promise<string> => (await ask(`/runs/${key}`)).body.run?.state.type,
    answer: (batch: BatchView, answer: unknown, over: { readonly digest?: string } = {}) => {
      const [call] = [...batch.requests.approvals, ...batch.requests.calls];
      return post(`/batches/${batch.batchId}/answers`, {
        answers: { [call?.toolCallId ?? '']: { answer, digest: call?.digest, ...over } },
      });
    },
    events: (key: string, after?: number) => readEvents(`${url}/runs/${idOf(key)}/events`, name, after),
  };
}

/** Reads the event stream of a run to its end. */
async function readEvents(url: string, name: string, after: number | undefined) {
  const headers = { authorization: `Bearer ${name}`, ...(after === undefined ? {} : { 'last-event-id': `${after}` }) };
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  // A refusal has no events, and must not look like an empty stream.
  if (answer.status >= 500) throw new Error(`${answer.status} ${text}`);
  return text
    .split('\n\n')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .map((part) => ({
      id: /^id: (.*)$/m.exec(part)?.[1],
      event: /^event: (.*)$/m.exec(part)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null'),
    }));
}
