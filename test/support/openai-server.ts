import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One scripted response: a text, and any number of tool calls. */
export interface OpenAiTurn {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
}

/** A request as the server received it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body; `null` when the request had no body. */
  readonly body: unknown;
}

/** Options of the scripted server. */
export interface OpenAiServerOptions {
  /** The responses to chat completions, in order; one request more is an error. */
  readonly turns: readonly OpenAiTurn[];
  /** `false` omits the CORS headers, like a server that was never configured for browsers. */
  readonly cors?: boolean;
  /** Refuses every request that does not carry this key. */
  readonly requireKey?: string;
  /**
   * Answers requests that a connection check makes (they offer a tool named `ping`) with a text, without using up a
   * turn. On by default.
   */
  readonly answerChecks?: boolean;
}

/** A running server. */
export interface OpenAiServer {
  readonly origin: string;
  /** The value for the field "Base URL". */
  readonly baseURL: string;
  /** All requests including preflights, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** The chat completion requests that used up a turn. */
  readonly completions: readonly RecordedRequest[];
  /** Unexpected requests: requests after the last turn, and requests to unknown paths. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

const CHECK_TOOL = 'ping';
const ARGUMENT_CHUNK = 7;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const chunksOf = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

function deltasOf(turn: OpenAiTurn): unknown[] {
  const calls = (turn.toolCalls ?? []).flatMap(({ id, name, input }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...chunksOf(JSON.stringify(input), ARGUMENT_CHUNK).map((part) => ({
      tool_calls: [{ index, function: { arguments: part } }],
    })),
  ]);
  return [
    { role: 'assistant', content: '' },
    ...chunksOf(turn.text ?? '', 5).map((content) => ({ content })),
    ...calls,
  ];
}

function streamTurn(response: ServerResponse, turn: OpenAiTurn): void {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model' };
  const send = (value: unknown): boolean => response.write(`data: ${JSON.stringify(value)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for (const delta of deltasOf(turn)) send({ ...base, choices: [{ index: 0, delta, finish_reason: null }] });
  const finish = turn.toolCalls === undefined || turn.toolCalls.length === 0 ? 'stop' : 'tool_calls';
  send({ ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  send({ ...base, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
  response.end('data: [DONE]\n\n');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const failure = (message: string): unknown => ({ error: { message, type: 'test', code: null } });

function isCheck(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('tools' in body) || !Array.isArray(body.tools)) return false;
  const names = body.tools.map((tool: { function?: { name?: string } }) => tool.function?.name);
  return names.length === 1 && names[0] === CHECK_TOOL;
}

function allowBrowser(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('vary', 'origin');
}

class Script {
  readonly requests: RecordedRequest[] = [];
  readonly completions: RecordedRequest[] = [];
  readonly problems: string[] = [];
  readonly #options: OpenAiServerOptions;

  constructor(options: OpenAiServerOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const record: RecordedRequest = { method, path: url, headers, body: await readBody(request) };
    this.requests.push(record);
    if (this.#options.cors !== false) allowBrowser(request, response);
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    const { requireKey } = this.#options;
    if (requireKey !== undefined && headers.authorization !== `Bearer ${requireKey}`) {
      return sendJson(response, 401, failure('Incorrect API key provided.'));
    }
    if (method === 'GET' && url === '/v1/models') {
      return sendJson(response, 200, { object: 'list', data: [{ id: 'test-model', object: 'model' }] });
    }
    if (method === 'POST' && url === '/v1/chat/completions') return this.#complete(record, response);
    this.#refuse(response, 404, `Unexpected request: ${method} ${url}`);
  }

  #complete(record: RecordedRequest, response: ServerResponse): void {
    if (this.#options.answerChecks !== false && isCheck(record.body)) {
      streamTurn(response, { text: 'ok' });
      return;
    }
    const turn = this.#options.turns[this.completions.length];
    this.completions.push(record);
    if (turn === undefined) {
      const { length } = this.#options.turns;
      this.#refuse(response, 500, `Chat completion ${this.completions.length}, but only ${length} scripted.`);
    } else streamTurn(response, turn);
  }

  #refuse(response: ServerResponse, status: number, problem: string): void {
    this.problems.push(problem);
    sendJson(response, status, failure(problem));
  }
}

/** Starts a real HTTP server that speaks OpenAI chat completions over server-sent events, from a script. */
export async function startOpenAiServer(options: OpenAiServerOptions): Promise<OpenAiServer> {
  const script = new Script(options);
  const server = createServer((request, response) => {
    script.answer(request, response).catch((cause: unknown) => {
      script.problems.push(String(cause));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an AddressInfo; the other types belong to pipes.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const { requests, completions, problems } = script;
  return {
    origin,
    baseURL: `${origin}/v1`,
    requests,
    completions,
    problems,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
