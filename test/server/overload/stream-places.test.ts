import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createRunServer, memoryRunStore, type RunStore } from 'countersign/server';
import { expect, it, onTestFinished } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.js';
import { filesAgent } from '../runs/run-server.js';

/** Sends the body of a response, as one kind of HTTP adapter does. */
type Adapter = (body: NodeStream<Uint8Array>, outgoing: ServerResponse, gone: AbortController) => void;

const toNode = (body: NodeStream<Uint8Array>): Readable => Readable.fromWeb(body).on('error', () => {});

const adapters: Readonly<Record<string, Adapter>> = {
  'aborts the request': (body, outgoing, gone) => {
    outgoing.on('close', () => gone.abort());
    toNode(body).pipe(outgoing);
  },
  'cancels the body': (body, outgoing) => {
    const stream = toNode(body);
    outgoing.on('close', () => stream.destroy());
    stream.pipe(outgoing);
  },
  'does neither': (body, outgoing) => void toNode(body).pipe(outgoing),
  'never reads the body': (_, outgoing) => outgoing.write(': nothing\n\n'),
  'fails before it reads the body': (_, outgoing) => outgoing.destroy(new Error('A header is invalid.')),
  'fails while it reads the body': (body, outgoing) => {
    const reader = body.getReader();
    void reader.read().then(({ value }) => {
      outgoing.write(value);
      outgoing.destroy(new Error('The socket is broken.'));
      reader.releaseLock();
    });
  },
};

/** Serves one run that waits for an approval, with places for `maxListeners` streams. */
async function serveRun(adapter: Adapter, store?: (own: RunStore) => RunStore) {
  const { agent } = filesAgent([{ calls: [{ toolName: 'delete_file', input: { path: '.env' } }] }]);
  const agents = { files: agent };
  const own = memoryRunStore({ agents });
  const clock: VirtualClock = createVirtualClock();
  const handle = createRunServer({
    ...{ agents, store: store?.(own) ?? own, clock: clock.environment },
    ...{ identify: () => ({ id: 'ada' }), authorize: () => true, maxListeners: 2, maxListenersPerPerson: 2 },
  });
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    const request = new Request(`http://test.invalid${incoming.url}`, { signal: gone.signal });
    void handle(request).then((answer) => {
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.status !== 200) void answer.text().then((text) => outgoing.end(text));
      else adapter(answer.body as NodeStream<Uint8Array>, outgoing, gone);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const body = JSON.stringify({ agent: 'files', input: 'go', key: 'r1' });
  const headers = { 'content-type': 'application/json' };
  const started = await handle(new Request('http://test.invalid/runs', { method: 'POST', headers, body }));
  const { run } = await started.json();
  await expect.poll(async () => (await own.find(run.runId))?.state.type).toBe('waiting');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/runs/${run.runId}/events`;
  /** Opens a stream, reads what comes first, and disconnects. Returns the status. */
  const visit = async (): Promise<number> => {
    const gone = new AbortController();
    try {
      const { status, body: sent } = await fetch(url, { signal: gone.signal });
      await sent?.getReader().read();
      return status;
    } catch {
      return 0;
    } finally {
      gone.abort();
    }
  };
  const ask = () => handle(new Request(`http://test.invalid/runs/${run.runId}/events`));
  return { visit, ask, clock, close: handle.close };
}

it.each(Object.entries(adapters))(
  'C528 a stream gives back its place when its client is gone and the HTTP adapter %s',
  async (_, adapter) => {
    const { visit, ask, clock } = await serveRun(adapter);

    for (let visits = 0; visits < 4; visits++) {
      await visit();
      if (visits % 2 === 1) await clock.advance(31 * 60_000);
    }
    const next = await ask();

    expect(next.status).toBe(200);
    await next.body?.cancel();
  },
);

it('C528 a stream gives back its place when the store fails while it is sent', async () => {
  const fail = async (): Promise<never> => {
    throw new Error('The disk is full.');
  };
  const { ask } = await serveRun(
    () => {},
    (own) => new Proxy(own, { get: (target, name) => (name === 'readLog' ? fail : bound(target, name)) }),
  );

  const texts: string[] = [];
  for (let visits = 0; visits < 5; visits++) texts.push(await (await ask()).text());

  expect(texts).toEqual(Array.from({ length: 5 }, () => 'event: failed\ndata: {}\n\n'));
});

it('C528 a slow reader that still reads keeps its place', async () => {
  const { ask, clock } = await serveRun(() => {});
  const reader = (await ask()).body?.getReader();
  const texts: string[] = [];
  const decoder = new TextDecoder();

  for (let reads = 0; reads < 20; reads++) {
    await clock.advance(40_000);
    const read = reader?.read();
    await clock.advance(15_000);
    texts.push(decoder.decode((await read)?.value));
  }

  expect(texts.at(-1)).toBe(': keep-alive\n\n');
});

function bound(target: RunStore, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === 'function' ? member.bind(target) : member;
}
