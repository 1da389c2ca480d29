import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { expect, it } from 'vitest';
import type { NewRun } from '../../../src/agent/run-server/run-record.js';
import { LocalRunStore } from '../../../src/server/local/local-run-store.js';
import { filesAgent } from '../chat-server.js';

/** Returns a store for the same storage, as after a restart of the process. */
function withoutLocks(storage: RunStorage): RunStorage {
  return { ...storage, claim: async (_, { signal }) => ({ lost: signal }) as never };
}

function runNamed(runId: string): NewRun {
  const startedBy = { id: 'ada' };
  return { runId, agent: 'files', conversationId: runId, input: 'go', messages: [], startedBy, startedAt: 1 };
}

it('C452 a run that the caller executes is not executed after a restart, and a deleted run stays deleted', async () => {
  const { agent } = filesAgent(['Done.']);
  const storage = withoutLocks(memoryStorage());
  const first = new LocalRunStore({ storage });
  for (const runId of ['called', 'deleted']) await first.start(runNamed(runId), { executor: 'caller' });
  await first.delete('deleted');

  const next = new LocalRunStore({ storage, agents: { files: agent } });
  await next.start(runNamed('own'));
  await expect.poll(async () => (await next.find('own'))?.state.type).toBe('ended');

  expect(await next.find('deleted')).toBeUndefined();
  expect((await next.find('called'))?.state).toEqual({ type: 'running' });
  const activation = await next.activate('called');
  expect(await activation?.end({ type: 'ended', outcome: 'completed', at: 1 })).toBe('stored');
  expect(await next.readLog('called', undefined, 10)).toEqual([]);
});
