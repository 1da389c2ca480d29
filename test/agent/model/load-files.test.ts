import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelMessage } from 'ai';
import { agentTool, createAgent, type LoadFile } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { fetchFile } from '../../../src/agent/model/fetch-file.js';
import { filesAgent, startRunServer } from '../../server/runs/run-server.js';
import { createVirtualClock } from '../../support/virtual-clock.js';

const user = (address: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'file', mediaType: 'text/plain', data: address }],
});
const callPart = { type: 'tool-call' as const, toolCallId: 'c', toolName: 't', input: {} };
const calling: ModelMessage = { role: 'assistant', content: [callPart] };
const result = (...value: object[]): ModelMessage => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'content', value: value as never } },
  ],
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server inside the network, which counts who asks it. */
async function privateServer() {
  let hits = 0;
  const origin = await listen(
    createServer((_, response) => {
      hits += 1;
      response.end('the secret');
    }),
  );
  return { url: `${origin}/secret`, hits: () => hits };
}

/** Has `fetch` find public names on servers of the test. */
function resolveNames(names: Readonly<Record<string, string>>) {
  const real = fetch;
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input);
    asked.push(init);
    return await real(`${names[url.hostname] ?? 'http://127.0.0.1:1'}${url.pathname}`, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

describe('an agent that does not run in a page', () => {
  it.each<[string, (url: string) => ModelMessage[]]>([
    ['a message', (url) => [user(url)]],
    ['tagged data', (url) => [{ ...user(''), content: [tagged(url)] } as ModelMessage]],
    ['an image', (url) => [{ role: 'user', content: [{ type: 'image', image: new URL(url) }] }]],
  ])('C318 loads no address of %s', async (_, history) => {
    const { url, hits } = await privateServer();
    const agent = createAgent({ model: scriptedModel(['Read.']) });

    const outcome = await agent.run(history(url)).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { name: 'UserError', code: 'file-not-loaded' } });
    expect(hits()).toBe(0);
  });

  it.each<[string, (url: string) => ModelMessage[]]>([
    ['a file of an earlier message', (url) => [user(url)]],
    ['a file-url', (url) => [calling, result({ type: 'file-url', url })]],
    ['an image-url', (url) => [calling, result({ type: 'image-url', url })]],
    ['a file', (url) => [calling, result(tagged(url))]],
    ['something that is not an address', () => [calling, result({ type: 'file-url', url: 'no address' })]],
    ['a file without content', () => [calling, result({ type: 'file', mediaType: 'text/plain' })]],
    ['a part of an unknown type', () => [calling, result({ type: 'hologram' })]],
    ['a malformed data: URL', () => [calling, result({ type: 'file-url', url: 'data:text/plain,%ff' })]],
    ['a file of the model', (url) => [{ role: 'assistant', content: [tagged(url)] } as ModelMessage]],
  ])('C318 tells the model that %s in a result or an answer is missing, and the run continues', async (_, history) => {
    const { url, hits } = await privateServer();
    const model = scriptedModel(['Read.']);

    const outcome = await createAgent({ model }).run('Go on.', { messages: history(url) }).outcome;

    expect(outcome.type).toBe('completed');
    expect(JSON.stringify(model.requests[0]?.prompt)).toMatch(/A file is missing here/);
    expect(hits()).toBe(0);
  });

  it('C318 also requests no public name, because it may lead into the network', async () => {
    const { url, hits } = await privateServer();
    const asked = resolveNames({ 'files.test': new URL(url).origin });
    const agent = createAgent({ model: scriptedModel([]) });

    const outcome = await agent.run([user('https://files.test/a')]).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'file-not-loaded' } });
    expect([asked.length, hits()]).toEqual([0, 0]);
  });

  it('C318 loads what its `loadFile` returns, within the limits', async () => {
    const asked: string[] = [];
    const loadFile: LoadFile = async (url) => {
      asked.push(url.href);
      return { data: new Uint8Array(url.pathname === '/large' ? 25_000_001 : 3), mediaType: 'text/plain' };
    };
    const model = scriptedModel(['Read.']);
    const [small, large] = await Promise.all(
      ['https://files.test/small', 'https://files.test/large'].map(
        async (url) => await createAgent({ model, loadFile }).run([user(url)]).outcome,
      ),
    );

    expect(small).toMatchObject({ type: 'completed' });
    expect(large).toMatchObject({ type: 'failed', error: { message: expect.stringMatching(/larger than 25000000/) } });
    expect(asked).toHaveLength(2);
  });

  it('C318 waits 60 seconds for a `loadFile`, also one that ignores its signal', async () => {
    const { environment, advance, waiting } = createVirtualClock();
    const loadFile: LoadFile = () => new Promise(() => {});
    const agent = createAgent({ model: scriptedModel([]), loadFile, environment });

    const { outcome } = agent.run([user('https://files.test/a')]);
    await vi.waitFor(() => expect(waiting()).toBeGreaterThan(0));
    await advance(60_000);

    expect(await outcome).toMatchObject({ type: 'failed', error: { message: expect.stringMatching(/took longer/) } });
  });

  it('C318 shares no loaded file with the runs of other agents around it', async () => {
    const url = 'https://files.test/a';
    const loadFile: LoadFile = async () => ({ data: new Uint8Array([1]) });
    const withFile = (messages: readonly ModelMessage[]): ModelMessage[] => [...messages, user(url)];
    const inner = createAgent({ model: scriptedModel(['Read.']), loadFile, prepareMessages: withFile });
    const outer = createAgent({
      model: scriptedModel([{ calls: [{ toolName: 'ask', input: { prompt: 'Read it.' } }] }, 'Done.']),
      tools: {
        ask: agentTool(inner, {
          description: 'Reads.',
          inputSchema: z.object({ prompt: z.string() }),
          prompt: ({ prompt }) => prompt,
        }),
      },
      prepareMessages: (messages) => (messages.length > 1 ? withFile(messages) : [...messages]),
    });

    const run = outer.run('Go on.');
    const ends: unknown[] = [];
    for await (const event of run) if (event.type === 'tool-end') ends.push(event.end);
    const outcome = await run.outcome;

    expect(ends).toMatchObject([{ status: 'returned' }]);
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'file-not-loaded' } });
  });
});

describe('a run server', () => {
  it.each([
    ['input', (url: string) => ({ input: [{ type: 'file', mediaType: 'text/plain', data: url }] })],
    ['messages', (url: string) => ({ input: 'Go on.', messages: [user(url)] })],
    ['results', (url: string) => ({ input: 'Go on.', messages: [calling, result({ type: 'file-url', url })] })],
  ])('C318 loads no address of `%s`', async (_, body) => {
    const { url, hits } = await privateServer();
    const { agent } = filesAgent(['Read.']);
    const { as } = await startRunServer(agent);
    const ada = as('ada');

    const { status } = await ada.post('/runs', { agent: 'files', key: 'r1', ...body(url) });

    // A server may refuse it, too.
    if (status < 400) await expect.poll(() => ada.state('r1')).toBe('ended');
    expect(hits()).toBe(0);
  });

  it("C318 loads no address of an answer's `content`", async () => {
    const { url, hits } = await privateServer();
    const { agent } = filesAgent([{ calls: [{ toolName: 'pick_colour', input: { label: 'x' } }] }, 'Read.']);
    const { as } = await startRunServer(agent);
    const ada = as('ada');
    await ada.start('Pick one.', 'r1');
    await expect.poll(ada.waiting).toHaveLength(1);
    const [batch] = await ada.waiting();
    if (batch === undefined) throw new Error('Nothing is asked.');

    const content = [{ type: 'file', mediaType: 'text/plain', data: url }];
    const { status } = await ada.answer(batch, { kind: 'tool-return', returnValue: { hex: '#000' }, content });

    if (status < 400) await expect.poll(() => ada.state(String('r1'))).toBe('ended');
    expect(hits()).toBe(0);
  });
});

describe('a page', () => {
  const limits = { signal: new AbortController().signal, maxBytes: 1_000_000 };

  it('C318 sends no credentials and no referrer', async () => {
    const { url } = await privateServer();
    const asked = resolveNames({ 'files.test': new URL(url).origin });

    const { data } = await fetchFile(new URL('https://files.test/a'), limits);

    expect(new TextDecoder().decode(data)).toBe('the secret');
    expect(asked).toMatchObject([{ credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' }]);
  });

  it.each([301, 302, 303, 307, 308])('C318 follows no redirect (%i)', async (status) => {
    const { url, hits } = await privateServer();
    const origin = await listen(
      createServer((_, response) => {
        response.writeHead(status, { location: url });
        response.end();
      }),
    );
    resolveNames({ 'files.test': origin });

    await expect(fetchFile(new URL('https://files.test/a'), limits)).rejects.toThrow(/redirects/);
    expect(hits()).toBe(0);
  });

  it.each(['with its length', 'without its length'])('C318 stops reading a file that is too large, %s', async (how) => {
    let isHungUp = false;
    const origin = await listen(
      createServer((_, response) => {
        response.on('close', () => {
          isHungUp = !response.writableFinished;
        });
        response.writeHead(200, how === 'with its length' ? { 'content-length': '99999999' } : {});
        const fill = (): void => {
          while (response.write(Buffer.alloc(65_536)));
          response.once('drain', fill);
        };
        fill();
      }),
    );
    resolveNames({ 'files.test': origin });

    await expect(fetchFile(new URL('https://files.test/a'), limits)).rejects.toThrow(/larger than 1000000 bytes/);
    await expect.poll(() => isHungUp).toBe(true);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://0.0.0.0/',
    'http://0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://８.8.8.8/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://localhost../',
    'http://a.localhost/',
    'http://a.localhost./',
    'http://ｌocalhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://printer.local./',
    'http://db.internal/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://nas.home.arpa/',
    'http://nas.lan/',
    'http://user:secret@files.test/',
    'http://files.test@127.0.0.1/',
    'ftp://files.test/',
    'file:///etc/passwd',
    'blob:https://files.test/1',
  ])('C318 never asks for %s', async (address) => {
    const asked = resolveNames({});

    await expect(fetchFile(new URL(address), limits)).rejects.toThrow(/public web address|user name/);
    expect(asked).toEqual([]);
  });

  it.each([
    'https://files.test/a.png',
    'http://a.b.example.com:8080/x',
    'https://xn--mnchen-3ya.de/',
    'https://files.test./a',
  ])('C318 asks for %s', async (address) => {
    const { url } = await privateServer();
    resolveNames({ [new URL(address).hostname]: new URL(url).origin });

    await expect(fetchFile(new URL(address), limits)).resolves.toMatchObject({ data: expect.any(Uint8Array) });
  });

  it('C318 does not reveal what an address may keep secret', async () => {
    const agent = createAgent({ model: scriptedModel([]), loadFile: fetchFile });

    const outcome = await agent.run([user('https://me:hunter2@files.test/a?sig=hunter2')]).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'file-not-loaded' } });
    expect(JSON.stringify(outcome.type === 'failed' && outcome.error)).not.toContain('hunter2');
  });
});

function tagged(url: string): object {
  return { type: 'file', mediaType: 'text/plain', data: { type: 'url', url: new URL(url) } };
}
