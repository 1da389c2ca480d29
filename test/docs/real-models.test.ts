import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Agent, buildResults, createAgent, tool, toolApproved } from 'countersign';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { codeBlocksOf } from '../../.docs/code-blocks.js';
import { root } from '../setup/source-files.js';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.js';
import { PromptApi } from './prompt-api.js';

// The three models of the README, each with a replacement for its server or browser.

type Model = Parameters<typeof createAgent>[0]['model'];

const folder = join(root, 'node_modules/.cache/countersign-readme-models');
const blocks = codeBlocksOf(await readFile(join(root, 'README.md'), 'utf8')).filter(({ kind }) => kind === 'ts');
const call = { id: 'c1', name: 'deleteNote', input: { name: 'old' } };
const closing: (() => unknown)[] = [];

beforeAll(() => mkdir(folder, { recursive: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const close of closing.splice(0)) await close();
});

/** A module is loaded only once, so each needs a unique name. */
let loaded = 0;

/** Loads the model of a code block. `replace` changes its URL. */
async function loadModel(word: string, replace: (code: string) => string = (code) => code): Promise<Model> {
  const block = blocks.find(({ code }) => code.includes(word));
  loaded += 1;
  const file = join(folder, `model-${loaded}.ts`);
  await writeFile(file, replace(block?.code ?? ''));
  const { model }: { model: Model } = await import(file);
  return model;
}

async function start(options: Parameters<typeof startOpenAiServer>[0]): Promise<OpenAiServer> {
  const server = await startOpenAiServer(options);
  closing.push(() => server.close());
  return server;
}

/** Runs the agent of the README, and approves. */
async function play(
  model: Model,
): Promise<{ readonly outcome: Awaited<ReturnType<Agent['run']>['outcome']>; readonly deleted: readonly string[] }> {
  const deleted: string[] = [];
  const deleteNote = tool({
    description: 'Delete a note',
    inputSchema: z.object({ name: z.string() }),
    requiresApproval: true,
    execute: ({ name }) => {
      deleted.push(name);
      return 'Deleted.';
    },
  });
  const agent = createAgent({ model, instructions: 'You look after notes.', tools: { deleteNote } });
  const outcome = await agent.run('Delete the old note', {
    deferredToolHandler: (requests) =>
      buildResults(requests, {
        approvals: Object.fromEntries(requests.approvals.map(({ toolCallId }) => [toolCallId, toolApproved()])),
      }),
  }).outcome;
  return { outcome, deleted };
}

describe('the models of the README', () => {
  it('a route of the server adds the key', async () => {
    const provider = await start({ turns: [{ toolCalls: [call] }, { text: 'It is gone.' }], requireKey: 'secret' });
    const route = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const address = provider.baseURL + String(request.url).replace('/api/llm', '');
      const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' };
      const answer = await fetch(address, { method: 'POST', headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
    await new Promise<void>((resolve) => route.listen(0, '127.0.0.1', resolve));
    closing.push(() => route.close());
    const { port } = route.address() as AddressInfo; // a listening TCP server has an AddressInfo
    vi.stubGlobal('location', { origin: `http://127.0.0.1:${port}` });

    const { outcome, deleted } = await play(await loadModel('/api/llm'));

    expect(outcome).toMatchObject({ type: 'completed', output: 'It is gone.' });
    expect(deleted).toEqual(['old']);
    expect(provider.problems).toEqual([]);
  });

  it('the model behind a route can be made where a page is rendered on a server', async () => {
    expect(await loadModel('/api/llm', (code) => `${code}\n// without a location\n`)).toMatchObject({
      modelId: 'gpt-5-mini',
    });
  });

  it('Ollama answers at its address', async () => {
    const ollama = await start({ turns: [{ toolCalls: [call] }, { text: 'It is gone.' }] });

    const { outcome, deleted } = await play(
      await loadModel('11434', (code) => code.replace('http://localhost:11434/v1', ollama.baseURL)),
    );

    expect(outcome).toMatchObject({ type: 'completed', output: 'It is gone.' });
    expect(deleted).toEqual(['old']);
    expect(ollama.completions[0]?.body).toMatchObject({ model: 'qwen3:8b', stream: true });
  });

  it('the model of the browser calls a tool, and reads its result', async () => {
    const api = new PromptApi([
      'One moment.\n```tool_call\n{"name": "deleteNote", "arguments": {"name": "old"}}\n```',
      'It is gone.',
    ]);
    vi.stubGlobal('LanguageModel', api);

    const { outcome, deleted } = await play(await loadModel('@browser-ai/core'));

    expect(outcome).toMatchObject({ type: 'completed', output: 'It is gone.' });
    expect(deleted).toEqual(['old']);
    expect(api.created[0]?.initialPrompts?.[0]?.content).toContain('deleteNote');
    expect(JSON.stringify(api.prompts.at(-1))).toContain('tool_result');
  });

  it('the model of the browser that is not there fails the run', async () => {
    vi.stubGlobal('LanguageModel', new PromptApi([], 'unavailable'));

    const { outcome } = await play(await loadModel('@browser-ai/core'));

    expect(outcome).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('not available') } });
  });
});
