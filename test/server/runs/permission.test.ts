import { describe, expect, it } from 'vitest';
import { type BatchView, filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

/** Values other than exactly `true` that an app could return. */
const unclear: readonly (readonly [what: string, answer: () => unknown])[] = [
  ['false', () => false],
  ['undefined', () => undefined],
  ['null', () => null],
  ['1', () => 1],
  ['a string', () => 'true'],
  ['an object', () => ({ allowed: false })],
  ['a list', () => []],
  ['a Boolean object', () => new Boolean(true)],
  ['a function', () => () => true],
  ['a promise of an object', async () => ({ allowed: true })],
  ['a promise of 1', async () => 1],
  ['a promise of false', async () => false],
  ['a rejected promise', () => Promise.reject(new Error('The database is away.'))],
  [
    'an error',
    () => {
      throw new Error('The database is away.');
    },
  ],
];

const permitWith = (answer: () => unknown) => answer as () => boolean; // violates the type on purpose

async function waitingRun(options: Parameters<typeof startRunServer>[1]) {
  const { agent, ran } = filesAgent([deletion, 'Done.']);
  const problems: unknown[] = [];
  let isReady = true;
  const server = await startRunServer(agent, {
    onProblem: (problem) => problems.push(problem),
    ...options,
    // Permit everything until the run waits.
    authorize: (person, batch) => isReady || (options?.authorize ?? (() => true))(person, batch),
  });
  const ada = server.as('ada');
  const { body } = await ada.start('Clear it', 'r1');
  const { runId } = body.run;
  await expect.poll(() => ada.state(runId)).toBe('waiting');
  const [batch] = await ada.waiting();
  if (batch === undefined) throw new Error('Nothing waits.');
  isReady = false;
  return { server, ran, batch, runId: String(runId), problems };
}

async function codesOf(name: string, { as }: Pick<Awaited<ReturnType<typeof startRunServer>>, 'as'>, batch: BatchView) {
  const one = as(name);
  const toolCallId = batch.requests.approvals[0]?.toolCallId ?? '';
  const answers = [
    await one.ask(`/batches/${batch.batchId}`),
    await one.answer(batch, true),
    await one.post(`/batches/${batch.batchId}/extend`, { toolCallId, expiresAt: Date.now() + 60_000 }),
    await one.ask('/batches/nothing'),
  ];
  return answers.map(({ status, body }) => [status, body.error?.code]);
}

describe('authorization on a run server', () => {
  it.each(unclear)('C307 authorize: %s does not permit', async (_, answer) => {
    const { server, ran, batch, runId } = await waitingRun({ authorize: permitWith(answer), mayRead: () => false });

    const codes = await codesOf('bob', server, batch);
    const waiting = await server.as('bob').ask('/waiting');
    const run = await server.as('bob').ask(`/runs/${runId}`);

    expect(codes).toEqual(codes.map(() => [404, 'unknown-batch']));
    expect([waiting.status, waiting.body.batches]).toEqual([200, []]);
    expect([run.status, run.body.error.code]).toEqual([404, 'unknown-run']);
    expect(ran).toEqual([]);
  });

  it.each(unclear)('C307 mayRead: %s does not permit', async (_, answer) => {
    const { server, runId } = await waitingRun({ mayRead: permitWith(answer), authorize: () => false });
    const ada = server.as('ada');

    const paths = ['', '/events', '/record'].map((path) => `/runs/${runId}${path}`);
    const codes = await Promise.all(paths.map(async (path) => (await ada.ask(path)).body.error.code));
    const stopped = await ada.post(`/runs/${runId}/stop`, { reason: '' });

    expect(codes).toEqual(paths.map(() => 'unknown-run'));
    expect(stopped.body.error.code).toBe('unknown-run');
    expect((await server.store.find(runId))?.state.type).toBe('waiting');
  });

  it.each(unclear)('C307 mayStart: %s does not permit', async (_, answer) => {
    const { agent } = filesAgent([deletion]);
    const { as } = await startRunServer(agent, { mayStart: permitWith(answer), onProblem: () => {} });

    const { status, body } = await as('ada').start('Clear it', 'r1');

    expect([status, body.error.code]).toEqual([403, 'not-authorized']);
    expect((await as('ada').ask('/runs')).body.runs).toEqual([]);
  });

  it('C307 an error of a check is reported to the app, and hides one batch, not the whole list', async () => {
    const { agent } = filesAgent([deletion, deletion]);
    const problems: unknown[] = [];
    const { as } = await startRunServer(agent, {
      onProblem: (problem) => problems.push(problem),
      authorize: (_, { requester }) => {
        if (requester.id === 'eve') throw new Error('Nobody knows Eve.');
        return true;
      },
    });
    await as('eve').start('Clear it', 'r1');
    await as('ada').start('Clear it', 'r2');
    await expect.poll(async () => (await as('ada').waiting()).length).toBe(1);

    const [batch] = await as('bob').waiting();

    expect(batch).toMatchObject({ requester: { id: 'ada' } });
    await expect.poll(() => problems.length).toBeGreaterThan(0);
    expect(String(problems[0])).toContain('Nobody knows Eve.');
  });
});
