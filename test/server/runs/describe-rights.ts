import type { createAgent } from 'countersign/core';
import type { Person, RunServerOptions } from 'countersign/server';
import { createVirtualClock } from 'countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenStore } from './describe-run-server.js';
import { filesAgent, people, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const polling = { timeout: 15_000 } as const;

/** Opens an event stream, and collects its events. */
async function listen({ url, idOf }: { readonly url: string; readonly idOf: (key: string) => string }, name: string) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(`${url}/runs/${idOf('r1')}/events`, {
    headers: { authorization: `Bearer ${name}` },
    signal: gone.signal,
  });
  const stream = { status: response.status, text: '', isOver: false };
  const read = async (): Promise<void> => {
    if (response.body === null) return;
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) stream.text += part;
  };
  void read()
    .catch(() => {})
    .finally(() => {
      stream.isOver = true;
    });
  return stream;
}

/** Tests of access during event streams, for any store. */
export function describeRights(name: string, openStore: OpenStore): void {
  const serve = async (agent: ReturnType<typeof createAgent>, options: Partial<RunServerOptions> = {}) =>
    await startRunServer(agent, { ...options, store: await openStore({ files: agent }) });

  describe(`${name}: rights`, { timeout: 60_000 }, () => {
    it('C313 a person who may answer one batch reads the events before it, and none after its answer', async () => {
      const { agent } = filesAgent([deletion, 'A secret that comes later.']);
      const server = await serve(agent);
      const [eve, bob] = [server.as('eve'), server.as('bob')];
      await eve.start('Clear it', 'r1');
      await expect.poll(() => eve.state('r1'), polling).toBe('waiting');
      const [batch] = await bob.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');
      const [his, hers] = [await listen(server, 'bob'), await listen(server, 'eve')];
      await expect.poll(() => his.text, polling).toContain('event: batch');

      await bob.answer(batch, true);
      await expect.poll(() => [his.isOver, hers.isOver], polling).toEqual([true, true]);

      expect(his.text).toContain('"type":"tool-call"');
      expect(his.text).not.toMatch(/A secret|event: end|deferred-response|run-end/);
      expect(hers.text).toMatch(/A secret.*event: end/s);
      expect((await listen(server, 'bob')).status).toBe(404);
      expect((await bob.ask('/runs/r1/record')).status).toBe(404);
    });

    it('C313 the streams of a session end with it: at the next change, or at the latest after the interval', async () => {
      const { agent } = filesAgent([deletion, 'A secret that comes later.']);
      let isSignedIn = true;
      const identify = (request: Request): Person | null => {
        const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
        return token === 'eve' && !isSignedIn ? null : (people[token] ?? null);
      };
      const server = await serve(agent, { identify });
      const [eve, ada] = [server.as('eve'), server.as('ada')];
      await eve.start('Clear it', 'r1');
      await expect.poll(() => eve.state('r1'), polling).toBe('waiting');
      const stream = await listen(server, 'eve');
      await expect.poll(() => stream.text, polling).toContain('event: batch');

      isSignedIn = false;
      const [batch] = await ada.waiting();
      if (batch !== undefined) await ada.answer(batch, true);
      await expect.poll(() => stream.isOver, polling).toBe(true);

      expect(stream.text).not.toMatch(/A secret|event: end|deferred-response/);
      expect((await listen(server, 'eve')).status).toBe(401);
    });

    it.each(['identify', 'mayRead', 'a failure of the app'])(
      'C313 revoked access ends a stream without events: %s',
      async (what) => {
        const { agent } = filesAgent([deletion]);
        const clock = createVirtualClock();
        let isLost = false;
        const server = await serve(agent, {
          clock: clock.environment,
          keepAlive: 3_600_000,
          accessCheckInterval: 5000,
          identify: () => {
            if (isLost && what === 'a failure of the app') throw new Error('The sessions are away.');
            return isLost && what === 'identify' ? null : { id: 'eve' };
          },
          mayRead: () => !(isLost && what === 'mayRead'),
          authorize: () => false,
        });
        const eve = server.as('eve');
        await eve.start('Clear it', 'r1');
        await expect.poll(() => eve.state('r1'), polling).toBe('waiting');
        const stream = await listen(server, 'eve');
        await expect.poll(() => stream.text, polling).toContain('event: batch');

        const timers = clock.timers;
        await clock.advance(5000);
        // A check reads the database first. The interval to the next one begins after that.
        await expect.poll(() => clock.timers, polling).toBe(timers);
        expect(stream.isOver).toBe(false);
        isLost = true;
        await clock.advance(5000);

        await expect.poll(() => stream.isOver, polling).toBe(true);
        expect(stream.text).not.toContain('event: end');
      },
    );

    it('C313 a run shows only the batches that its reader may answer', async () => {
      const { agent } = filesAgent([deletion]);
      let mayAnswer = true;
      const server = await serve(agent, {
        authorize: () => mayAnswer,
        mayRead: ({ id }, run) => id === run.startedBy.id,
      });
      await server.as('eve').start('Clear it', 'r1');
      await expect.poll(() => server.as('eve').state('r1'), polling).toBe('waiting');

      expect((await server.as('bob').ask('/runs/r1')).body.batches).toHaveLength(1);
      mayAnswer = false;
      expect((await server.as('bob').ask('/runs/r1')).status).toBe(404);
      expect((await server.as('eve').ask('/runs/r1')).body.batches).toHaveLength(1);
    });

    it('C316 one person cannot use up all event streams', async () => {
      const { agent } = filesAgent([deletion]);
      const server = await serve(agent, { maxListeners: 30, maxListenersPerPerson: 3, mayRead: () => true });
      await server.as('eve').start('Clear it', 'r1');
      await expect.poll(() => server.as('eve').state('r1'), polling).toBe('waiting');

      const streams = [];
      for (let index = 0; index < 5; index++) streams.push(await listen(server, 'eve'));

      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
      expect((await listen(server, 'ada')).status).toBe(200);
    });
  });
}
