import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { convertReadableStreamToArray } from 'ai/test';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectResult, connectModel, type Page } from '../../demo/connect/index.js';
import { startOpenAiServer } from '../support/openai-server.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openAi(options: Parameters<typeof startOpenAiServer>[0]): ReturnType<typeof startOpenAiServer> {
  const server = await startOpenAiServer(options);
  closing.push(server.close);
  return server;
}

/** A server that handles every request with `listener`. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const serveStatus = async (status: number, body: unknown): Promise<string> =>
  serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

const serveEvents = async (...events: unknown[]): Promise<string> =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });

function page(changes: Partial<Page> = {}): Page {
  return { origin: 'http://localhost:5173', fetch, permission: async () => null, ...changes };
}

/**
 * Simulates the CORS rules of a browser's `fetch`: a readable response needs the header, a `no-cors` request
 * does not.
 */
const browserFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (init?.mode === 'no-cors' || response.headers.has('access-control-allow-origin')) return response;
  throw new TypeError('Failed to fetch');
};

function problemOf(result: ConnectResult): Extract<ConnectResult, { status: 'failed' }>['problem'] {
  if (result.status !== 'failed') throw new Error('It connected.');
  return result.problem;
}

async function failedConnection(
  baseURL: string,
  changes: Partial<Page> = {},
  apiKey?: string,
): ReturnType<typeof connectAndFail> {
  return connectAndFail({ baseURL, modelId: 'm', ...(apiKey === undefined ? {} : { apiKey }) }, changes);
}

async function connectAndFail(
  options: Parameters<typeof connectModel>[0],
  changes: Partial<Page>,
): Promise<ReturnType<typeof problemOf>> {
  return problemOf(await connectModel(options, { page: page(changes), timeoutMs: 5000 }));
}

describe('a server that works', () => {
  it('is ready after one streaming request with a tool, and the model then gets its turns', async () => {
    const calls = [
      { id: 'call_a', name: 'delete_file', input: { path: 'a.txt' } },
      { id: 'call_b', name: 'write_file', input: { path: '.env', content: 'a longer text, so that it is cut' } },
    ];
    const server = await openAi({ turns: [{ text: 'Two things.', toolCalls: calls }], requireKey: 'secret' });

    const result = await connectModel(
      { baseURL: `${server.baseURL}/`, modelId: ' test-model ', apiKey: 'secret' },
      { page: page() },
    );

    if (result.status !== 'ready') throw new Error(result.problem.title);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'test-model',
      stream: true,
      tools: [{ type: 'function' }],
    });
    const { stream } = await result.model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
    });
    const parts = await convertReadableStreamToArray(stream);
    expect(parts.flatMap((part) => (part.type === 'tool-call' ? [JSON.parse(part.input)] : []))).toEqual(
      calls.map((call) => call.input),
    );
    expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')).toBe('Two things.');
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
    expect(server.completions).toHaveLength(1);
    expect(server.problems).toEqual([]);
  });

  it('counts a model that answers with a tool call or with reasoning', async () => {
    const delta = (value: unknown): unknown => ({ choices: [{ index: 0, delta: value, finish_reason: null }] });
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'ping', arguments: '{}' } };

    const results = await Promise.all(
      [{ reasoning_content: 'Hm.' }, { tool_calls: [call] }].map(async (value) =>
        connectModel({ baseURL: await serveEvents(delta(value)), modelId: 'm' }, { page: page() }),
      ),
    );

    expect(results.map((result) => result.status)).toEqual(['ready', 'ready']);
  });
});

describe('addresses', () => {
  it.each([
    '',
    'nonsense',
    'ftp://example.com/v1',
    'javascript:alert(1)',
    'http://',
    'https://user:pass@example.com/v1',
  ])('refuses %j without asking anybody', async (baseURL) => {
    const fetched: unknown[] = [];
    const spy: typeof fetch = async (input) => {
      fetched.push(input);
      throw new TypeError('Failed to fetch');
    };

    expect(await failedConnection(baseURL, { fetch: spy })).toMatchObject({ kind: 'invalid-url' });
    expect(fetched).toEqual([]);
  });

  it.each(['', '/', '/chat/completions'])('takes the address with %j at its end', async (end) => {
    const server = await openAi({ turns: [] });

    const result = await connectModel({ baseURL: `${server.baseURL}${end}`, modelId: 'm' }, { page: page() });

    expect(result).toMatchObject({ status: 'ready', baseURL: server.baseURL });
  });

  it('adds the scheme to localhost', async () => {
    const server = await openAi({ turns: [] });

    const result = await connectModel(
      { baseURL: server.baseURL.replace('http://', ''), modelId: 'm' },
      { page: page() },
    );

    expect(result.status).toBe('ready');
  });

  it('refuses http from an https page, but not to this computer', async () => {
    const server = await openAi({ turns: [] });
    const origin = 'https://demo.example';

    expect(await failedConnection('http://192.168.1.5:11434/v1', { origin })).toMatchObject({ kind: 'mixed-content' });
    expect((await connectModel({ baseURL: server.baseURL, modelId: 'm' }, { page: page({ origin }) })).status).toBe(
      'ready',
    );
  });
});

describe('no readable answer', () => {
  it('says that nothing answers', async () => {
    const server = await startOpenAiServer({ turns: [] });
    await server.close();

    const problem = await failedConnection(server.baseURL);

    expect(problem).toMatchObject({ kind: 'refused' });
    expect(problem.why).toContain(new URL(server.origin).host);
  });

  it('tells a server without CORS headers from one that is not there', async () => {
    const server = await openAi({ turns: [], cors: false });

    const problem = await failedConnection(server.baseURL, { fetch: browserFetch });

    expect(problem.kind).toBe('cors');
    expect(problem.fix).toContain('OLLAMA_ORIGINS=http://localhost:5173');
    expect(problem.fix).toContain('Enable CORS');
  });

  it.each(['local-network-access', 'loopback-network'])('tells a denied %s permission', async (denied) => {
    const server = await openAi({ turns: [], cors: false });
    const permission = async (name: string): Promise<PermissionState | null> => (name === denied ? 'denied' : null);

    expect(await failedConnection(server.baseURL, { fetch: browserFetch, permission })).toMatchObject({
      kind: 'local-network-blocked',
    });
  });

  it('tells a server that never answers', async () => {
    const baseURL = await serve(() => undefined);

    const result = await connectModel({ baseURL, modelId: 'm' }, { page: page(), timeoutMs: 50 });

    expect(problemOf(result)).toMatchObject({ kind: 'timeout' });
  });

  it('tells a server that goes silent in the middle of its answer', async () => {
    const baseURL = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\n');
    });

    const result = await connectModel({ baseURL, modelId: 'm' }, { page: page(), timeoutMs: 100 });

    expect(problemOf(result)).toMatchObject({ kind: 'timeout' });
  });

  it('rejects with the reason when the person gives up', async () => {
    const controller = new AbortController();
    const reason = new Error('closed the dialog');
    const baseURL = await serve(() => controller.abort(reason));

    const connecting = connectModel({ baseURL, modelId: 'm' }, { page: page(), abortSignal: controller.signal });

    await expect(connecting).rejects.toBe(reason);
  });
});

describe('answers that are problems', () => {
  const errorBody = (message: string): unknown => ({ error: { message } });

  it.each([
    [401, errorBody('Incorrect API key provided.'), 'unauthorized'],
    [403, errorBody('No access.'), 'unauthorized'],
    [404, errorBody('model "m" not found'), 'not-found'],
    [404, errorBody('No endpoints found that support tool use.'), 'no-tool-support'],
    [400, errorBody('registry.ollama.ai/library/gemma:2b does not support tools'), 'no-tool-support'],
    [400, errorBody('Tools are not supported by this model'), 'no-tool-support'],
    [400, errorBody('temperature is out of range'), 'server-error'],
    [405, errorBody('Method not allowed'), 'unreadable'],
    [429, errorBody('Too many requests.'), 'rate-limited'],
    [500, errorBody('out of memory'), 'server-error'],
    [503, { unexpected: 'shape' }, 'server-error'],
    [200, { object: 'not a stream' }, 'unreadable'],
  ])('%i %j is %s', async (status, body, kind) => {
    const problem = await failedConnection(await serveStatus(status, body));

    expect(problem.kind).toBe(kind);
    expect([problem.title, problem.why, problem.fix].every((text) => text.length > 10)).toBe(true);
  });

  it('passes on what the server said', async () => {
    const problem = await failedConnection(await serveStatus(500, errorBody('out of memory')));

    expect(problem.detail).toBe('out of memory');
  });

  it('tells a web page from a model', async () => {
    const baseURL = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>');
    });

    expect(await failedConnection(baseURL)).toMatchObject({ kind: 'unreadable' });
  });

  it('reads an error that comes as an event', async () => {
    const refused = await serveEvents({ error: { message: 'This model does not support tools' } });
    const broken = await serveEvents({ error: { message: 'the model crashed' } });
    const foreign = await serveEvents({ hello: 'world' });

    expect(await failedConnection(refused)).toMatchObject({ kind: 'no-tool-support' });
    expect(await failedConnection(broken)).toMatchObject({ kind: 'server-error', detail: 'the model crashed' });
    expect(await failedConnection(foreign)).toMatchObject({ kind: 'unreadable' });
  });

  it('never shows the key, even when the server repeats it', async () => {
    const baseURL = await serveStatus(401, errorBody('Incorrect API key provided: sk-very-secret.'));

    const problem = await failedConnection(baseURL, {}, 'sk-very-secret');

    expect(JSON.stringify(problem)).not.toContain('sk-very-secret');
    expect(problem.detail).toBe('Incorrect API key provided: \u2026.');
  });

  it('refuses a key that no request can carry', async () => {
    const server = await openAi({ turns: [] });

    const problem = await failedConnection(server.baseURL, {}, 'sk\u2013dash');

    expect(problem).toMatchObject({ kind: 'unauthorized' });
    expect(problem.why).toContain('characters');
    expect(server.requests).toEqual([]);
  });
});

describe('the test server', () => {
  it('answers a preflight for a private network, and the list of models', async () => {
    const server = await openAi({ turns: [] });

    const preflight = await fetch(`${server.baseURL}/chat/completions`, {
      method: 'OPTIONS',
      headers: { origin: 'https://demo.example', 'access-control-request-headers': 'authorization,content-type' },
    });
    const models = await fetch(`${server.baseURL}/models`);

    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://demo.example');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
    expect(await models.json()).toMatchObject({ data: [{ id: 'test-model' }] });
  });

  it('refuses one completion too many, and records it', async () => {
    const server = await openAi({ turns: [] });

    const response = await fetch(`${server.baseURL}/chat/completions`, { method: 'POST', body: '{}' });

    expect(response.status).toBe(500);
    expect(server.problems).toEqual(['Chat completion 1, but only 0 scripted.']);
  });
});
