import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { expect, it } from 'vitest';
import type { NewRun } from '../../../src/remote/run-protocol/run-record.js';
import { LocalRunStore } from '../../../src/server/local/local-run-store.js';
import { runOperations } from '../../../src/server/operations/run-operations.js';
import { filesAgent } from '../chat-server.js';

/** Returns a store for the same storage, as after a restart of the process. */
function withoutLocks(storage: RunStorage): RunStorage {
  return { ...storage, claim: async (_, { signal }) => ({ lost: signal }) as never };
}

function newRun(runId: string): NewRun {
  const startedBy = { id: 'ada' };
  return { runId, agent: 'files', conversationId: runId, input: 'go', messages: [], startedBy, startedAt: 1 };
}

it('C452 a run that the caller executes is not executed after a restart, and a deleted run stays deleted', async () => {
  const { agent } = filesAgent(['Done.']);
  const storage = withoutLocks(memoryStorage());
  const first = new LocalRunStore({ storage });
  for (const runId of ['called', 'deleted']) await first.start(newRun(runId), { executor: 'caller' });
  await first.delete('deleted');

  const next = new LocalRunStore({ storage, agents: { files: agent } });
  await next.start(newRun('own'));
  await expect.poll(async () => (await next.find('own'))?.state.type).toBe('ended');

  expect(await next.find('deleted')).toBeUndefined();
  expect((await next.find('called'))?.state).toEqual({ type: 'running' });
  const activation = await next.activate('called');
  expect(await activation?.end({ type: 'ended', outcome: 'completed', at: 1 })).toBe('stored');
  expect(await next.readLog('called', undefined, 10)).toEqual([]);
});

it('C452 a run that cannot be persisted is not started, and can be started again', async () => {
  const { agent } = filesAgent(['Done.']);
  const memory = withoutLocks(memoryStorage());
  let full: Error | undefined = new Error('The disk is full.');
  const storage: RunStorage = {
    ...memory,
    journal: (...journal) => ({
      ...memory.journal(...journal),
      step: async (...step) => {
        if (full !== undefined) throw full;
        return await memory.journal(...journal).step(...step);
      },
    }),
  };
  const store = new LocalRunStore({ storage, agents: { files: agent } });

  await expect(store.start(newRun('own'))).rejects.toThrow('The disk is full.');
  const found = await store.find('own');
  full = undefined;

  expect(found).toBeUndefined();
  expect(await store.start(newRun('own'))).toBe('started');
  await expect.poll(async () => (await store.find('own'))?.state.type).toBe('ended');
});

it('C486 a stop that was stored before the process died ends the run in the next process, and closes its batches', async () => {
  const { agent } = filesAgent([{ calls: [{ toolName: 'delete_file', input: { path: '.env' } }] }, 'Done.']);
  const memory = withoutLocks(memoryStorage());
  let hasDied = false;
  const dying: RunStorage = {
    ...memory,
    journal: (...journal) => ({
      ...memory.journal(...journal),
      // The stop is the last write of this process.
      step: async (...step) => {
        if (hasDied) return await new Promise(() => {});
        return await memory.journal(...journal).step(step[0], async (attempt) => {
          const value = await step[1](attempt);
          hasDied ||= JSON.stringify(value)?.includes('Enough.') === true;
          return value;
        });
      },
    }),
  };
  const first = new LocalRunStore({ storage: dying, agents: { files: agent } });
  await first.start(newRun('stopped'));
  await expect.poll(async () => (await first.find('stopped'))?.state.type).toBe('waiting');
  void first.stop('stopped', 'Enough.');
  await expect.poll(() => hasDied).toBe(true);

  const next = new LocalRunStore({ storage: memory, agents: { files: agent } });

  await expect.poll(async () => (await next.find('stopped'))?.state).toMatchObject({ outcome: 'aborted' });
  expect(await next.openBatches({ runId: 'stopped' })).toEqual([]);
});

it('C515 an operator retries a run that broke, and the retry is known after a restart', async () => {
  const { agent } = filesAgent(['Done.', 'Done.']);
  const memory = withoutLocks(memoryStorage());
  let isFull = false;
  const storage: RunStorage = {
    ...memory,
    journal: (...journal) => ({
      ...memory.journal(...journal),
      step: async (...step) => {
        // The journal of the run, and not the list of runs.
        if (isFull && journal[0] === 'broken') throw new Error('The disk is full.');
        return await memory.journal(...journal).step(...step);
      },
    }),
  };
  const store = new LocalRunStore({ storage, agents: { files: agent } });
  const operations = runOperations({
    store,
    operator: { id: 'olga' },
    clock: { now: () => 7, setTimeout: () => () => {} },
  });
  isFull = true;
  await store.start(newRun('broken'));
  await expect.poll(async () => (await store.find('broken'))?.state.type).toBe('stuck');

  isFull = false;
  const results = [await operations.retry('broken'), await operations.retry('unknown')];
  await expect.poll(async () => (await store.find('broken'))?.state.type).toBe('ended');
  const again = await operations.retry('broken');

  expect([...results, again]).toEqual(['done', 'skipped', 'skipped']);
  const next = new LocalRunStore({ storage, agents: { files: agent } });
  expect(await next.operations('broken')).toEqual([
    { runId: 'broken', action: { type: 'retry' }, by: { id: 'olga' }, at: 7 },
  ]);
  expect(
    await next.operate({ runId: 'broken', action: { type: 'notify', batchId: 'b' }, by: { id: 'olga' }, at: 8 }),
  ).toBe('skipped');
});
