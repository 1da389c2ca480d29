import { ask, type createAgent, createPolicy } from 'countersign/core';
import type { Person } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import type { OpenStore } from './describe-run-server.js';
import { type BatchView, filesAgent, people, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
interface DecidedView {
  readonly batch: BatchView;
  readonly answers: readonly { readonly answer: { readonly kind: string } }[];
}
const patience = { timeout: 60_000 } as const;
const flood = 205;

type Client = ReturnType<Awaited<ReturnType<typeof startRunServer>>['as']>;

/** Follows `next` to the end of a list. Returns the pages. */
async function pagesOf(client: Client, path: string): Promise<readonly { readonly [key: string]: unknown }[]> {
  const pages: { readonly next?: string }[] = [];
  for (let next: string | undefined = ''; next !== undefined; next = pages.at(-1)?.next) {
    const cursor = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
    pages.push((await client.ask(`${path}${cursor}`)).body);
  }
  return pages;
}

const idsOf = (pages: readonly { readonly [key: string]: unknown }[]): readonly string[] =>
  pages.flatMap(({ batches }) => (batches as readonly BatchView[]).map(({ batchId }) => batchId));

/** More people for the server of a test, in addition to `people`. */
const customers: Readonly<Record<string, Person>> = {
  acme1: { id: 'acme1', tenant: 'acme', roles: ['ops'] },
  acme2: { id: 'acme2', tenant: 'acme', roles: ['ops'] },
  bolt1: { id: 'bolt1', tenant: 'bolt', roles: ['ops'] },
};

/** Tests of the lists of a run server, for any store. */
export function describeLists(name: string, openStore: OpenStore): void {
  const serve = async (agent: ReturnType<typeof createAgent>, options: Parameters<typeof startRunServer>[1] = {}) =>
    await startRunServer(agent, { ...options, store: await openStore({ files: agent }) });
  const identify = (request: Request): Person | null => {
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    return people[token] ?? customers[token] ?? null;
  };

  describe(`${name}: lists`, { timeout: 120_000 }, () => {
    it('C311 many open batches of one person do not hide a batch of another', async () => {
      const { agent } = filesAgent(Array.from({ length: flood + 1 }, () => deletion));
      const authorize = ({ id }: Person, batch: { readonly requester: Person }) =>
        id === 'bob' ? batch.requester.id === 'ada' : id === batch.requester.id;
      const server = await serve(agent, { authorize });
      const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];
      for (let index = 0; index < flood; index++) await eve.start('Clear it', `e${index}`);
      const last = async () => (await eve.ask('/waiting')).body.count;
      await expect.poll(last, patience).toBe(flood);
      await ada.start('Clear it', 'a1');
      await expect.poll(() => ada.state('a1'), patience).toBe('waiting');

      const found = (await bob.ask('/waiting')).body;
      const first = (await eve.ask('/waiting')).body;
      const pages = await pagesOf(eve, '/waiting?limit=50');
      const runs = await pagesOf(eve, '/runs?limit=100');

      expect(found).toMatchObject({ batches: [{ runId: server.idOf('a1') }], count: 1, counted: 'all' });
      expect(found.next).toBeUndefined();
      expect([first.batches.length, first.count, typeof first.next]).toEqual([200, flood, 'string']);
      expect(pages.map(({ count }) => count)).toEqual([205, 155, 105, 55, 5]);
      expect(new Set(idsOf(pages)).size).toBe(flood);
      expect(new Set(runs.flatMap(({ runs }) => (runs as { runId: string }[]).map(({ runId }) => runId))).size).toBe(
        flood,
      );
    });

    it('C311 lists of runs contain every run of the same millisecond, even with unusual ids', async () => {
      const { agent } = filesAgent(Array.from({ length: 7 }, () => deletion));
      const clock = { now: () => 1_700_000_000_000, setTimeout: () => () => {} };
      const server = await serve(agent, { clock });
      const ada = server.as('ada');
      const ids = ['a', 'B', 'ä', 'z.1', '%41', '...', '0'];
      for (const id of ids) expect((await ada.start('Clear it', id)).status).toBe(201);

      const pages = await pagesOf(ada, '/runs?limit=2');

      const found = pages.flatMap(({ runs }) => (runs as { key: string }[]).map(({ key }) => key));
      expect([...found].sort()).toEqual([...ids].sort());
      expect(pages).toHaveLength(4);
    });

    it('C312 a tenant cannot see, answer or stop anything of another, even if the app permits everything', async () => {
      const { agent, ran } = filesAgent([deletion, deletion, 'Done.']);
      const server = await serve(agent, { identify, authorize: () => true, mayRead: () => true });
      const [acme, colleague, bolt] = [server.as('acme1'), server.as('acme2'), server.as('bolt1')];
      await acme.start('Clear it', 'r1');
      await expect.poll(() => acme.state('r1'), patience).toBe('waiting');
      const [batch] = await colleague.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');

      const seen = [await bolt.waiting(), await server.as('ada').waiting()];
      const refused = [
        await bolt.ask('/runs/r1'),
        await bolt.ask('/runs/r1/events'),
        await bolt.ask('/runs/r1/record'),
        await bolt.post('/runs/r1/stop', {}),
        await bolt.ask(`/batches/${batch.batchId}`),
        await bolt.answer(batch, true),
      ];

      expect(seen).toEqual([[], []]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
      expect(ran).toEqual([]);
      expect((await colleague.answer(batch, true)).status).toBe(200);
    });

    it('C312 people of two tenants share nothing, even with the same id', async () => {
      const { agent } = filesAgent([deletion, deletion]);
      const who = (request: Request): Person => {
        const tenant = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
        return tenant === 'none' ? { id: '7' } : { id: '7', tenant };
      };
      const server = await serve(agent, { identify: who, maxOpenRunsPerPerson: 1, maxListenersPerPerson: 1 });
      const [acme, bolt, none] = [server.as('acme'), server.as('bolt'), server.as('none')];
      const start = (client: Client) =>
        client.post('/runs', { agent: 'files', input: 'Clear it', key: 'k', conversationId: 'c' });

      const begun = [await start(acme), await start(bolt)];
      const lists = await Promise.all([acme, bolt, none].map(async (one) => (await one.ask('/runs')).body.runs));

      expect(begun.map(({ status }) => status)).toEqual([201, 201]);
      expect(lists.map((runs) => runs.map((run: { runId: string }) => run.runId))).toEqual([
        [begun[0]?.body.run.runId],
        [begun[1]?.body.run.runId],
        [],
      ]);
      expect(lists[0][0].conversationId).not.toBe(lists[1][0].conversationId);
    });

    it('C312 a batch for certain people is in their lists and in that of the person who started the run', async () => {
      const policy = createPolicy({ rules: [ask({ tool: 'delete_file' }, { from: ['role:ops', 'person:carl'] })] });
      const { agent } = filesAgent([deletion], { policy });
      const carl: Person = { id: 'carl' };
      const dora: Person = { id: 'dora', roles: ['op'] };
      const who = (request: Request): Person | null => {
        const token = request.headers.get('authorization') ?? '';
        return { 'Bearer carl': carl, 'Bearer dora': dora }[token] ?? identify(request);
      };
      const asked: string[] = [];
      const authorize = ({ id }: Person): boolean => {
        asked.push(id);
        return true;
      };
      const server = await serve(agent, { identify: who, authorize });
      await server.as('eve').start('Clear it', 'r1');
      await expect.poll(() => server.as('eve').state('r1'), patience).toBe('waiting');

      const counts = await Promise.all(
        ['ada', 'bob', 'carl', 'eve', 'dora'].map(async (one) => (await server.as(one).waiting()).length),
      );

      expect(counts).toEqual([1, 1, 1, 1, 0]);
      expect(asked).not.toContain('dora');
    });

    it('C311 responds to unusual cursors, limits and times with 400 or a list, and never fails', async () => {
      const { agent } = filesAgent(['Done.']);
      const server = await serve(agent);
      const ada = server.as('ada');
      await ada.start('Hello', 'r1');
      await expect.poll(() => ada.state('r1'), patience).toBe('ended');
      const cursors = ['', 'x', '1', '1.', '1.%00', '-1.a', '1.%ff', `1.${'a'.repeat(4000)}`, '999999999999999.x'];
      const oddNumbers = ['1e300', '-1e300', '1.5', 'NaN', '', '9007199254740993', '0x10', 'Infinity', '1;drop'];

      const answers = await Promise.all([
        ...cursors.flatMap((cursor) => [
          ada.ask(`/runs?cursor=${encodeURIComponent(cursor)}`),
          ada.ask(`/waiting?cursor=${encodeURIComponent(cursor)}`),
          ada.ask(`/decided?cursor=${encodeURIComponent(cursor)}`),
        ]),
        ...oddNumbers.flatMap((one) => [
          ada.ask(`/runs?before=${one}&limit=${one}&state=${one}`),
          ada.ask(`/waiting?limit=${one}`),
          ada.ask(`/decided?limit=${one}`),
        ]),
      ]);
      const events = await ada.events('r1', 999_999_999_999_999);

      expect(answers.map(({ status }) => status).filter((status) => ![200, 400].includes(status))).toEqual([]);
      expect(events.map(({ event }) => event)).toEqual(['end']);
    });

    it('C468 lists what a person has decided, newest first, and only to that person', async () => {
      const { agent } = filesAgent([deletion, deletion, deletion, 'Done.', 'Done.', 'Done.']);
      let mayBob = true;
      const authorize = ({ id }: Person) => id !== 'bob' || mayBob;
      const server = await serve(agent, { authorize });
      const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];
      for (const key of ['r1', 'r2', 'r3']) {
        await eve.start('Clear it', key);
        await expect.poll(() => eve.state(key), patience).toBe('waiting');
      }
      const batchOf = async (key: string): Promise<BatchView> => {
        const found = (await eve.ask(`/runs/${key}`)).body.batches[0];
        return found as BatchView;
      };
      await bob.answer(await batchOf('r1'), true);
      await ada.answer(await batchOf('r2'), false);
      await bob.answer(await batchOf('r3'), false);

      const pages = await pagesOf(bob, '/decided?limit=1');
      const [ofAda, ofEve] = [(await ada.ask('/decided')).body, (await eve.ask('/decided')).body];
      mayBob = false;
      const afterwards = (await bob.ask('/decided')).body;

      const decided = pages.flatMap((page) => page.decided as readonly DecidedView[]);
      expect(decided.map(({ batch }) => batch.requester.name)).toEqual(['Eve', 'Eve']);
      expect(decided.map(({ answers }) => answers.map(({ answer }) => answer.kind))).toEqual([
        ['tool-denied'],
        ['tool-approved'],
      ]);
      expect(ofAda.decided).toHaveLength(1);
      expect(ofEve).toEqual({ decided: [] });
      expect(afterwards).toEqual({ decided: [] });
    });

    it('C316 refuses a new run of a person with too many runs, but not a repeated start or a run of another person', async () => {
      const { agent } = filesAgent([deletion, deletion, deletion, 'Done.']);
      const server = await serve(agent, { maxOpenRunsPerPerson: 2 });
      const [ada, bob] = [server.as('ada'), server.as('bob')];
      await ada.start('Clear it', 'r1');
      await ada.start('Clear it', 'r2');
      const third = await ada.start('Clear it', 'r3');
      const again = await ada.start('Clear it', 'r1');
      const other = await bob.start('Clear it', 'b1');
      await expect.poll(() => ada.state('r1'), patience).toBe('waiting');
      await ada.post('/runs/r1/stop', {});
      await expect.poll(() => ada.state('r1'), patience).toBe('ended');

      expect([third.status, third.body.error.code]).toEqual([429, 'too-many-runs']);
      expect([again.status, other.status]).toEqual([201, 201]);
      expect((await ada.start('Clear it', 'r3')).status).toBe(201);
    });

    it('C316 refuses a person who starts too many runs concurrently', async () => {
      const { agent } = filesAgent(Array.from({ length: 20 }, () => deletion));
      const waiting: ((may: boolean) => void)[] = [];
      const mayStart = (): Promise<boolean> =>
        new Promise((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 20) for (const go of waiting) go(true);
        });
      const server = await serve(agent, { maxOpenRunsPerPerson: 3, mayStart });
      const ada = server.as('ada');

      const begun = await Promise.all(Array.from({ length: 20 }, (_, index) => ada.start('Clear it', `r${index}`)));

      expect(begun.filter(({ status }) => status === 201)).toHaveLength(3);
      expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([201, 429]));
      expect((await ada.ask('/runs')).body.runs).toHaveLength(3);
    });
  });
}
