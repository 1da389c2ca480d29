import { describe, expect, it } from 'vitest';
import { type ConnectProblem, connectServer, type Page } from '../../demo/connect/index.js';
import { lastTextOf } from '../support/remote-agent.js';
import { start, textStep, wholeResponse } from '../support/ui-chunks.js';
import { startWireServer, type WireServer, type WireTurn } from '../support/wire-server.js';

function page(changes: Partial<Page> = {}): Page {
  return { origin: 'http://localhost:5173', fetch, permission: async () => null, ...changes };
}

async function problemOf(url: string, changes: Partial<Page> = {}, token = ''): Promise<ConnectProblem> {
  const result = await connectServer({ kind: 'ai-sdk', url, token }, { page: page(changes), timeoutMs: 500 });
  if (result.status === 'ready') throw new Error('It connected.');
  return result.problem;
}

const startServer = async (turn: WireTurn): Promise<WireServer> => await startWireServer(() => turn);

describe('a server with an agent', () => {
  it('is ready once the agent begins to answer, and is not kept busy', async () => {
    const begins = [start, { type: 'start-step' }, { type: 'text-start', id: 't' }];
    const server = await startServer({ chunks: begins, ends: 'hang' });

    const result = await connectServer({ kind: 'pydantic-ai', url: server.url }, { page: page() });

    expect(result).toEqual({ status: 'ready', server: { kind: 'pydantic-ai', url: server.url } });
    expect(server.requests.map(lastTextOf)).toEqual(['Reply with the word ok.']);
    await expect.poll(server.hungUp).toBe(1);
  });

  it('gets the token, and no cookies', async () => {
    const server = await startServer({ chunks: wholeResponse(textStep('ok')) });
    const asked: RequestInit[] = [];
    const recordingFetch: typeof fetch = async (url, init = {}) => {
      asked.push(init);
      return await fetch(url, init);
    };

    await connectServer({ kind: 'ai-sdk', url: server.url, token: 't-1' }, { page: page({ fetch: recordingFetch }) });

    expect(server.requests[0]?.headers.authorization).toBe('Bearer t-1');
    expect(asked.map(({ credentials }) => credentials)).toEqual(['omit']);
  });
});

describe('a problem', () => {
  it.each([
    ['', 'This is not an address'],
    ['ftp://localhost/chat', 'This is not an address'],
    ['http://ada:secret@localhost/chat', 'This is not an address'],
  ])('of the address %j is found before anything is sent', async (url, title) => {
    expect(await problemOf(url)).toMatchObject({ title });
  });

  it('is http from an https page', async () => {
    expect(await problemOf('http://agents.test/chat', { origin: 'https://app.test' })).toMatchObject({
      kind: 'mixed-content',
    });
  });

  it('is a server that says nothing', async () => {
    const server = await startServer({ ends: 'hang' });

    expect(await problemOf(server.url)).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    [{ status: 404, chunks: ['{}'] }, 'The server refused the request'],
    [{ status: 415, chunks: ['{}'] }, 'The server does not take JSON from here'],
    [{ status: 422, chunks: ['[]'] }, 'The server does not take these messages'],
    [{ status: 429, chunks: ['{}'] }, 'The server asks to slow down'],
    [{ status: 500, chunks: ['{}'] }, 'No agent answers there'],
    [{ chunks: [start, 'data: {"type":\n\n'] }, 'The answer is not what was expected'],
    [{ chunks: [start, { type: 'error', errorText: 'It broke.' }] }, 'The server reported an error'],
    [{ chunks: [start, { type: 'finish' }] }, 'The server did not answer as an agent does'],
  ])('is what the server does: %j', async (turn, title) => {
    const server = await startServer({ ...turn, ends: 'end' });

    expect(await problemOf(server.url)).toMatchObject({ title });
  });

  it('does not show the token, though the server repeats it', async () => {
    const server = await startServer({ status: 401, chunks: ['{"error":"t-1 is no token"}'], ends: 'end' });

    const { why } = await problemOf(server.url, {}, 't-1');

    expect(why).toContain('… is no token');
    expect(why).not.toContain('t-1');
  });
});
