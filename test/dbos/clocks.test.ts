import { createAgent } from 'countersign/core';
import { createRunWorker, type DbosRunStore, dbosRunStore } from 'countersign/dbos';
import type { RunServerOptions } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/protocol/base/clock.js';
import { type BatchView, filesAgent, startRunServer } from '../server/runs/run-server.js';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { spawnWorker } from './spawn-worker.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  wrong clocks are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

const minute = 60_000;
const skews = [31 * minute, -31 * minute];
const patience = { timeout: 40_000 } as const;

let store: DbosRunStore;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  await buildWhenStale();
  store = await dbosRunStore({ databaseUrl });
}, 120_000);

afterAll(async () => {
  await store?.close();
  if (typeof postgres !== 'string') await postgres.stop();
});

/** Starts a server with a client, whose runs ask about a deletion. */
async function startClient(agent: ReturnType<typeof createAgent>, options: Partial<RunServerOptions> = {}) {
  const server = await startRunServer(agent, { ...options, store });
  const ada = server.as('ada');
  const start = async (key: string): Promise<BatchView> => {
    await ada.start('Clear it', key);
    await expect.poll(() => ada.state(key), patience).toBe('waiting');
    return (await ada.ask(`/runs/${server.idOf(key)}`)).body.batches[0];
  };
  const extend = (batch: BatchView, expiresAt: number) =>
    ada.post(`/batches/${batch.batchId}/extend`, { toolCallId: toolCallIdOf(batch), expiresAt });
  return { ada, start, extend };
}

const toolCallIdOf = (batch: BatchView): string => batch.requests.approvals[0]?.toolCallId ?? '';

describe.skipIf(typeof postgres === 'string')('a wrong clock', { timeout: 120_000 }, () => {
  it.each(skews)('C520 of a worker neither ends questions early nor keeps them open: %i ms', async (skew) => {
    const worker = spawnWorker({
      ...{ DATABASE_URL: databaseUrl, WORKER_ID: `w${skew}`, SKEW: `${skew}`, EXPIRY: `${10 * minute}` },
    });
    await worker.says('ready');
    const { ada, start, extend } = await startClient(createAgent({ model: scriptedModel([]) }));
    const [long, short] = [await start(`long${skew}`), await start(`short${skew}`)];
    expect(Math.abs((long.expiresAt[toolCallIdOf(long)] ?? 0) - Date.now() - 10 * minute)).toBeLessThan(minute);

    const deadline = Date.now() + 4000;
    expect((await extend(short, deadline)).status).toBe(200);
    await expect.poll(() => ada.state(`short${skew}`), patience).toBe('ended');

    expect(Date.now()).toBeGreaterThanOrEqual(deadline);
    const ends = (await ada.events(`short${skew}`)).filter(({ data }) => data.type === 'tool-end');
    expect(ends.map(({ data }) => data.end.status)).toEqual(['expired']);
    // The same worker judged both questions.
    expect(await ada.state(`long${skew}`)).toBe('waiting');
    expect((await ada.answer(long, true)).status).toBe(200);
    await expect.poll(() => ada.state(`long${skew}`), patience).toBe('ended');
    expect(worker.effects()).toEqual(['.env']);
  });

  it.each(skews)('C520 of a server neither ends questions early nor keeps them open: %i ms', async (skew) => {
    const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
    const { agent, ran } = filesAgent([deletion, deletion, 'Done.'], { expiry: { after: 10 * minute } });
    const worker = await createRunWorker({ agents: { files: agent }, databaseUrl, workerId: `in process ${skew}` });
    onTestFinished(() => worker.stop());
    const clock = { ...systemClock, now: () => Date.now() + skew };
    const { ada, start, extend } = await startClient(agent, { clock });
    const [long, short] = [await start(`server-long${skew}`), await start(`server-short${skew}`)];

    const deadline = Date.now() + 2000;
    expect((await extend(short, deadline)).status).toBe(200);
    await expect.poll(() => Date.now(), patience).toBeGreaterThan(deadline);

    expect((await ada.answer(short, true)).status).toBe(409);
    expect((await ada.answer(long, true)).status).toBe(200);
    await expect.poll(() => ada.state(`server-long${skew}`), patience).toBe('ended');
    expect(ran).toEqual(['.env']);
  });
});
