import { runLinks } from 'countersign/server';
import { describe, expect, it, vi } from 'vitest';
import { readPerson } from '../../../src/server/request/person.js';
import { filesAgent, people, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const token = 'eyJ-the-access-token';

/** Values that a wrong `identify` could return, or one with a manipulated session. */
const inherited: object = Object.create({ id: 'ada', roles: ['ops'] });
const assigned = Object.assign({}, { ['__proto__']: { id: 'ada' } });
class Session {
  get id(): string {
    return 'ada';
  }
}
const noPeople: readonly (readonly [what: string, make: () => unknown])[] = [
  ['true', () => true],
  ['an empty object', () => ({})],
  ['an empty id', () => ({ id: '' })],
  ['a blank id', () => ({ id: ' \n' })],
  ['a number as id', () => ({ id: 5 })],
  ['null as id', () => ({ id: null })],
  ['a String object as id', () => ({ id: new String('ada') })],
  ['a promise as id', () => ({ id: Promise.resolve('ada') })],
  ['a list as id', () => ({ id: ['ada'] })],
  ['an id of 301 characters', () => ({ id: 'a'.repeat(301) })],
  ['an id with NUL', () => ({ id: 'ada\0' })],
  ['an id that databases change', () => ({ id: 'ada\ud800' })],
  ['roles that are a string', () => ({ id: 'ada', roles: 'ops' })],
  ['roles with something else', () => ({ id: 'ada', roles: ['ops', { name: 'ops' }] })],
  ['roles with a hole', () => ({ id: 'ada', roles: Array(1) })],
  ['roles like a list', () => ({ id: 'ada', roles: { 0: 'ops', length: 1 } })],
  ['a number as name', () => ({ id: 'ada', name: 5 })],
  ['an empty tenant', () => ({ id: 'ada', tenant: '' })],
  ['a name of 301 characters', () => ({ id: 'ada', name: 'a'.repeat(301) })],
  ['a string', () => 'ada'],
  ['a String object', () => new String('ada')],
  ['a number', () => 5],
  ['a list', () => [{ id: 'ada' }]],
  ['a function', () => Object.assign(() => {}, { id: 'ada' })],
  ['a map', () => new Map([['id', 'ada']])],
  ['inherited members', () => inherited],
  ['members of a prototype', () => JSON.parse('{"__proto__":{"id":"ada"}}')],
  ['a prototype that was assigned', () => assigned],
  ['a getter of a class', () => new Session()],
  [
    'a getter that throws',
    () =>
      Object.defineProperty({}, 'id', {
        get: () => {
          throw new Error(token);
        },
      }),
  ],
  [
    'an error',
    () => {
      throw new Error(token);
    },
  ],
];

/** Wraps each value as itself, as a promise, and as a promise of a promise. */
const ways = {
  'at once': (make: () => unknown) => make(),
  later: async (make: () => unknown) => make(),
  'as a thenable': (make: () => unknown) => ({
    // biome-ignore lint/suspicious/noThenProperty: promises of other libraries are thenables
    then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
      try {
        resolve(make());
      } catch (error) {
        reject(error);
      }
    },
  }),
};

const identifying = (make: () => unknown) => make as () => null; // against its type, on purpose

describe('the person of a request to a run server', () => {
  it.each(noPeople)('C306 refuses %s as a person, as an error of the app', async (_, make) => {
    const start = vi.fn();
    for (const way of Object.values(ways)) {
      const problems: unknown[] = [];
      const { agent } = filesAgent([deletion]);
      const options = { onProblem: (problem: unknown) => problems.push(problem), mayStart: start };
      const { as } = await startRunServer(agent, { identify: identifying(() => way(make)), ...options });

      const answers = [await as('x').ask('/waiting'), await as('x').start('Clear it', 'r1')];

      for (const { status, body } of answers) expect([status, body.error.code]).toEqual([500, 'server-failed']);
      expect(problems).toHaveLength(2);
      expect(JSON.stringify(answers)).not.toContain(token);
    }
    expect(start).not.toHaveBeenCalled();
  });

  it('C306 accepts null for name and roles, as databases return it', () => {
    expect({ ...readPerson({ id: 'ada', name: null, roles: null }) }).toEqual({ id: 'ada' });
  });

  it.each([[null], [undefined], [false]])('C306 treats %j as an anonymous request', async (nobody) => {
    for (const way of Object.values(ways)) {
      const onProblem = vi.fn();
      const { agent } = filesAgent([deletion]);
      const { as } = await startRunServer(agent, { identify: identifying(() => way(() => nobody)), onProblem });

      const answers = [await as('x').ask('/waiting'), await as('x').start('Clear it', 'r1')];

      for (const { status, body } of answers) expect([status, body.error.code]).toEqual([401, 'not-signed-in']);
      expect(onProblem).not.toHaveBeenCalled();
    }
  });

  it('C306 reports what is wrong with a person, with a code and without the value', async () => {
    const problems: unknown[] = [];
    const { agent } = filesAgent([deletion]);
    const identify = identifying(() => ({ id: 5, accessToken: token }));
    const { as } = await startRunServer(agent, { identify, onProblem: (problem) => problems.push(problem) });

    await as('x').ask('/waiting');

    expect(problems).toMatchObject([{ code: 'person', message: expect.stringContaining('`id`') }]);
    expect(String(problems[0])).not.toContain(token);
  });

  it('C306 stores and shows no other members of a session', async () => {
    const { agent } = filesAgent([deletion, 'Done.']);
    const links = runLinks({ secret: 'a secret that is long enough to sign' });
    const seen: unknown[] = [];
    const { as, store } = await startRunServer(agent, {
      links,
      identify: (request) => {
        const person = people[request.headers.get('authorization')?.replace('Bearer ', '') ?? ''];
        return person && { ...person, accessToken: token, session: { token }, toJSON: () => ({ token }) };
      },
      authorize: (person) => seen.push(Object.keys(person)) > 0,
    });
    const [ada, bob] = [as('ada'), as('bob')];
    await ada.start('Clear it', 'r1');
    await expect.poll(async () => (await ada.ask('/runs')).body.runs[0]?.state.type).toBe('waiting');
    const [batch] = await bob.waiting();
    if (batch === undefined) throw new Error('Nothing waits.');
    const [{ runId }] = (await ada.ask('/runs')).body.runs;

    const shown = [
      await ada.ask('/runs'),
      await ada.ask(`/runs/${runId}`),
      await bob.ask('/waiting'),
      await bob.ask(`/batches/${batch.batchId}`),
      await bob.ask(`/links/${await links.sign(batch.batchId)}`),
      await bob.answer(batch, true),
      await ada.answer(batch, false),
      await store.find(runId),
      await store.findBatch(batch.batchId),
      await ada.events(runId),
    ];
    await expect.poll(() => ada.state(runId)).toBe('ended');
    const record = await (await fetch(...recordOf(as('ada').url, runId))).text();

    expect(JSON.stringify(shown)).not.toContain(token);
    expect(record).not.toContain(token);
    expect((await store.find(runId))?.startedBy).toEqual(people.ada);
    expect(new Set(seen.flat())).toEqual(new Set(['id', 'name', 'roles']));
  });

  it('C306 does not show the session that an earlier release stored with a person', async () => {
    const { agent } = filesAgent([deletion]);
    const { as, store } = await startRunServer(agent);
    await store.start({
      ...{ runId: 'old', agent: 'files', conversationId: 'c', input: 'Clear it', messages: [], startedAt: 0 },
      startedBy: Object.assign({ id: 'ada', name: 'Ada' }, { accessToken: token }),
    });
    const ada = as('ada');
    await expect.poll(() => ada.state('old')).toBe('waiting');

    const shown = [await ada.ask('/runs'), await ada.ask('/runs/old'), await ada.ask('/waiting')];

    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it('C306 reads a person once: later changes of the session have no effect', async () => {
    let reads = 0;
    const roles = ['guest'];
    const session = Object.defineProperty({ roles }, 'id', { get: () => (reads++ === 0 ? 'eve' : 'ada') });
    const { agent } = filesAgent([deletion]);
    const asked: unknown[] = [];
    const { as, store } = await startRunServer(agent, {
      identify: identifying(() => session),
      mayStart: (person) => {
        asked.push(person);
        roles.push('ops');
        return Object.isFrozen(person) && Object.isFrozen(person.roles);
      },
    });

    const { body } = await as('x').start('Clear it', 'r1');

    expect(reads).toBe(1);
    expect(asked).toEqual([{ id: 'eve', roles: ['guest'] }]);
    expect((await store.find(body.run.runId))?.startedBy).toEqual({ id: 'eve', roles: ['guest'] });
  });

  it('C306 ignores the roles of a polluted prototype', async () => {
    const { agent } = filesAgent([deletion]);
    const { as } = await startRunServer(agent);
    const ada = as('ada');
    await ada.start('Clear it', 'r1');
    await expect.poll(async () => (await ada.waiting()).length).toBe(1);

    const seen = await withPollution({ roles: ['ops'], name: 'Ada' }, () => as('eve').waiting());

    expect(seen).toEqual([]);
  });
});

function recordOf(url: string, runId: string): [string, RequestInit] {
  return [`${url}/runs/${runId}/record`, { headers: { authorization: 'Bearer ada' } }];
}

async function withPollution<T>(members: Readonly<Record<string, unknown>>, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(members);
  for (const name of names)
    Object.defineProperty(Object.prototype, name, { value: members[name], configurable: true, enumerable: false });
  try {
    return await work();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}
