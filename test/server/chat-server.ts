import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type Agent, createAgent, tool } from 'countersign/core';
import { type ChatOptions, deleteChat, handleChat, memoryRunStore, type RunStore, readChat } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

/** A tool body that blocks until the test opens the gate. */
export interface Gate {
  readonly begun: Promise<void>;
  readonly open: () => void;
  readonly passed: Promise<void>;
}

export function createGate(): Gate & { readonly begin: () => void } {
  let begin = (): void => {};
  let open = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { begun, begin, open, passed };
}

/** An agent whose deletions require approval, and the list of executed deletions. */
export function filesAgent(turns: readonly ScriptedTurn[], held?: ReturnType<typeof createGate>) {
  const ran: string[] = [];
  const model = scriptedModel(turns);
  const agent = createAgent({
    model,
    // Retries would only slow the tests down.
    environment: { setTimeout: (callback) => immediateTimeout(callback) },
    tools: {
      delete_file: tool({
        description: 'Delete a file',
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        execute: async ({ path }) => {
          ran.push(path);
          held?.begin();
          await held?.passed;
          return `${path} is gone`;
        },
      }),
      list_files: tool({ description: 'List', inputSchema: z.object({}), execute: () => ['a.txt'] }),
      pick_colour: tool({ description: 'Pick', inputSchema: z.object({ label: z.string() }) }),
      explode: tool({
        description: 'Fails',
        inputSchema: z.object({}),
        execute: () => {
          throw new Error('Boom');
        },
      }),
    },
  });
  return { agent, ran, model };
}

function immediateTimeout(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

export const remove = (name: string) => ({ toolName: 'delete_file', toolCallId: name, input: { path: `${name}.txt` } });
export const colour = { toolName: 'pick_colour', toolCallId: 'c', input: { label: 'Sky' } };
export const list = { toolName: 'list_files', toolCallId: 'l', input: {} };

type Options = Partial<ChatOptions> & { readonly agent: Agent };

/** A store of chats for one process, with members for assertions. A shallow copy acts as another process. */
export function chatStore(store: RunStore = memoryRunStore()) {
  const own: RunStore = {
    start: (...given) => store.start(...given),
    find: (...given) => store.find(...given),
    read: (...given) => store.read(...given),
    activate: (...given) => store.activate(...given),
    list: (...given) => store.list(...given),
    findBatch: (...given) => store.findBatch(...given),
    openBatches: (...given) => store.openBatches(...given),
    waiting: (...given) => store.waiting(...given),
    decided: (...given) => store.decided(...given),
    answer: (...given) => store.answer(...given),
    extend: (...given) => store.extend(...given),
    operate: (...given) => store.operate(...given),
    operations: (...given) => store.operations(...given),
    delete: (...given) => store.delete(...given),
    stop: (...given) => store.stop(...given),
    readLog: (...given) => store.readLog(...given),
    listen: (...given) => store.listen(...given),
    spend: (...given) => store.spend(...given),
    isSpent: (...given) => store.isSpent(...given),
    ...(store.now === undefined ? {} : { now: store.now.bind(store) }),
  };
  const answersOf = async (batchId: string) =>
    Object.fromEntries((await store.findBatch(batchId))?.answers.map((taken) => [taken.toolCallId, taken]) ?? []);
  return {
    ...own,
    answersOf,
    conversations: { get: (id: string) => readChat(store, id), delete: (id: string) => deleteChat(store, id) },
  };
}

/** Sends requests to a chat as a client would, without a network. */
export function chatWith(options: Options) {
  const store = chatStore(options.store);
  const all: ChatOptions = { authorize: 'anyone', takeOverAfter: 0, ...options, store };
  const send = async (body: unknown, init: RequestInit = {}): Promise<Response> =>
    await handleChat(
      new Request('https://here.example/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      }),
      all,
    );
  const say = (text: string, messageId = 'u1', id = 'chat1'): Promise<Response> =>
    send({
      id,
      trigger: 'submit-message',
      messages: [{ id: messageId, role: 'user', parts: [{ type: 'text', text }] }],
    });
  const answer = (parts: readonly object[], id = 'chat1'): Promise<Response> =>
    send({ id, trigger: 'submit-message', messages: [{ id: 'a1', role: 'assistant', parts }] });
  const stream = (id = 'chat1', headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    handleChat(new Request(`https://here.example/chat/${encodeURIComponent(id)}/stream`, { headers }), all);
  return { send, say, answer, stream, store };
}

export type Chunk = Readonly<Record<string, unknown>> & { readonly type: string };

/** Reads the chunks of a response, and checks its last line. */
export async function chunksOf(response: Response): Promise<readonly Chunk[]> {
  return chunksIn(await response.text());
}

export function chunksIn(text: string): readonly Chunk[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Chunk);
}

/** Joins consecutive text deltas, whose number depends on timing. */
export function joinDeltas(chunks: readonly Chunk[]): readonly Chunk[] {
  const whole: Chunk[] = [];
  for (const chunk of chunks) {
    const last = whole.at(-1);
    const member = chunk.type === 'tool-input-delta' ? 'inputTextDelta' : 'delta';
    const isMore =
      member in chunk && last?.type === chunk.type && last.id === chunk.id && last.toolCallId === chunk.toolCallId;
    if (isMore) whole[whole.length - 1] = { ...last, [member]: `${last[member]}${chunk[member]}` };
    else whole.push(chunk);
  }
  return whole;
}

export const typesOf = (chunks: readonly Chunk[]): readonly string[] => chunks.map(({ type }) => type);

/** Returns the approval ids of a response, by call. */
export function questionsIn(chunks: readonly Chunk[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    chunks.flatMap((chunk) => (chunk.type === 'tool-approval-request' ? [[chunk.toolCallId, chunk.approvalId]] : [])),
  );
}

/** Returns the message part that answers an approval request. */
export function answerPart(chunks: readonly Chunk[], toolCallId: string, said: object = { approved: true }): object {
  const call = chunks.find((chunk) => chunk.type === 'tool-input-available' && chunk.toolCallId === toolCallId);
  const approval = { id: questionsIn(chunks)[toolCallId], ...said };
  return { type: `tool-${call?.toolName}`, toolCallId, state: 'approval-responded', input: call?.input, approval };
}

/** Returns the status and code of a refused request. */
export async function refusalOf(response: Response): Promise<readonly [status: number, code: string]> {
  const { error } = (await response.json()) as { readonly error: { readonly code: string; readonly message: string } };
  if (error.message === '' || error.message.length > 300) throw new Error('A refusal has a short text.');
  return [response.status, error.code];
}

/** Additional routes of the server, by path. */
export type SideFiles = Readonly<
  Record<string, { readonly type: string; readonly text: () => string | Promise<string> }>
>;

/** Starts a chat server over HTTP for one test. `onHangUp` is called when a client disconnects during a response. */
export async function startChatServer(
  options: ChatOptions,
  files: SideFiles = {},
  onHangUp: () => void = () => {},
): Promise<string> {
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) onHangUp();
    });
    const file = files[(request.url ?? '/').split('?', 1)[0] ?? '/'];
    if (file === undefined) return await pass(request, response, options);
    response.writeHead(200, { 'content-type': file.type });
    response.end(await file.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return `http://127.0.0.1:${port}/chat`;
}

async function pass(from: IncomingMessage, to: ServerResponse, options: ChatOptions): Promise<void> {
  const hasBody = from.method === 'POST';
  const request = new Request(`http://${from.headers.host}${from.url}`, {
    method: from.method ?? 'GET',
    headers: Object.entries(from.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    ...(hasBody ? { body: Readable.toWeb(from) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
  });
  const answer = await handleChat(request, options);
  to.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) return void to.end();
  const body = Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream);
  to.on('close', () => body.destroy());
  body.on('error', () => {});
  body.pipe(to);
}
