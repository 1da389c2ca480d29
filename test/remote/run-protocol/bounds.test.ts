import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectInbox, createConversation } from 'countersign/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunClient } from '../../../src/remote/run-protocol/run-client.js';

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

function batchOf(batchId: string, call: object = {}) {
  const asked = { toolCallId: `c-${batchId}`, toolName: 'write', title: `Write ${batchId}`, input: {}, ...call };
  return {
    ...{ batchId, runId: `r-${batchId}`, agentPath: ['files'], round: 1, askedAt: 1, onExpiry: 'deny', state: 'open' },
    ...{
      requests: { approvals: [asked], calls: [], metadata: {} },
      about: {},
      expiresAt: {},
      answers: [],
      missing: {},
    },
    requester: { id: 'eve' },
  };
}

function openInbox(url: string, options: Partial<Parameters<typeof connectInbox>[0]> = {}) {
  const inbox = connectInbox({ url, interval: 5, ...options });
  const conversation = createConversation(() => ({ agent: inbox.agent }));
  onTestFinished(conversation.dispose);
  conversation.start('What waits?');
  const titles = () =>
    conversation.store.getState().pending.flatMap(({ items }) => items.map(({ call }) => call.title));
  return { inbox, titles };
}

const serve = (...batches: readonly unknown[]) =>
  listen((_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ batches })));

describe('an inbox', () => {
  it('C319 gives up an answer that stalls in its body, and requests it again', async () => {
    let count = 0;
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      count += 1;
      if (count === 1) response.write('{"batches":[');
      else response.end(JSON.stringify({ batches: [batchOf('a')] }));
    });

    const { titles } = openInbox(url, { idleTimeout: 50 });

    await expect.poll(titles).toEqual(['Write a']);
  });

  it.each([200, 500])('C319 stops reading an answer (%i) that is too large', async (status) => {
    let isHungUp = false;
    const url = await listen((_, response) => {
      response.on('close', () => {
        isHungUp ||= !response.writableFinished;
      });
      response.writeHead(status, { 'content-type': 'application/json' });
      const fill = (): void => {
        while (response.write(Buffer.alloc(65_536, ' ')));
        response.once('drain', fill);
      };
      fill();
    });

    const { inbox } = openInbox(url, { interval: 60_000 });

    await expect.poll(() => inbox.state().error?.code).toBe('remote-malformed');
    await expect.poll(() => isHungUp).toBe(true);
  });

  it.each<[string, unknown]>([
    ['that is not an object', null],
    ['without its members', { batchId: 'b', state: 'open', requests: { approvals: [], calls: [] } }],
    ['with a call that is not one', batchOf('b', { title: 5 })],
    ['with an input that nests too deep', batchOf('b', { input: JSON.parse(deep(1_000)) })],
    [
      'with two calls of one id',
      { ...batchOf('b'), requests: { ...batchOf('b').requests, calls: batchOf('b').requests.approvals } },
    ],
    [
      'with more calls than anybody reads',
      { ...batchOf('b'), requests: { ...batchOf('b').requests, approvals: many(1_001) } },
    ],
    ['with a preview that is not one', { ...batchOf('b'), about: { 'c-b': { preview: { type: 'diff' } } } }],
    ['with a time that no date holds', { ...batchOf('b'), expiresAt: { 'c-b': 1e300 } }],
  ])('C319 omits a batch %s, and shows the others', async (_, malformed) => {
    const url = await serve(malformed, batchOf('a'));

    const { titles, inbox } = openInbox(url);

    await expect.poll(titles).toEqual(['Write a']);
    expect(inbox.state()).toMatchObject({ status: 'ready', error: null });
  });

  it.each([
    ['whose time is up', { ...batchOf('b'), expiresAt: { 'c-b': 0 } }],
    ['that is asked twice under another id', { ...batchOf('b'), requests: batchOf('a').requests }],
  ])('C319 does not repeatedly request a batch %s', async (_, odd) => {
    let looks = 0;
    const fetch = async (): Promise<Response> => {
      looks += 1;
      return Response.json({ batches: [batchOf('a'), odd] });
    };

    const { titles, inbox } = openInbox('https://a.test', { fetch, interval: 60_000 });

    await expect.poll(titles).toContain('Write a');
    await expect.poll(() => inbox.state().status).toBe('ready');
    expect(looks).toBeLessThan(3);
  });

  it('C319 truncates titles that no page can show', async () => {
    const url = await serve(batchOf('a', { title: '😀'.repeat(2_500) }));

    const { titles } = openInbox(url);

    await expect.poll(titles).toHaveLength(1);
    expect(titles()[0]).toMatch(/^(?:😀){149}…$/u);
  });
});

function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    toolCallId: `${index}`,
    toolName: 'a',
    title: 'A',
    input: {},
  }));
}

/** The least that a line of a record has. */
const entry = {
  ...{ v: 1, kind: 'approval', runId: 'r', agentPath: ['a'], toolName: 'write' },
  ...{ redactions: [], overruled: [], late: [] },
};

describe('the client of a run server', () => {
  const { signal } = new AbortController();

  it.each(['..', '.'])('C319 requests no other path for an id that is %j', async (id) => {
    const paths: string[] = [];
    const url = await listen((request, response) => {
      paths.push(request.url ?? '');
      response.setHeader('content-type', 'application/json').end('{}');
    });

    await new RunClient({ url: `${url}/agents`, retries: 0 }).batch(id, signal);

    expect(paths).toEqual(['/agents/batches/%00']);
  });

  it.each([
    ['is not JSON', '{"v":1'],
    ['is not an entry', '{"v":1}'],
    ['has extensions that are not a list', JSON.stringify({ ...entry, extensions: 'late' })],
    ['has an extension without a time', JSON.stringify({ ...entry, extensions: [{ toolCallId: 'c' }] })],
    ['nests too deep', deep(1_000)],
  ])('C319 rejects a record with a line that %s', async (_, line) => {
    const url = await listen((_request, response) => void response.end(`${line}\n`));

    const record = new RunClient({ url, retries: 0 }).record('r1', signal);

    await expect(record).rejects.toMatchObject({ name: 'RemoteError', code: 'remote-malformed' });
  });
});
