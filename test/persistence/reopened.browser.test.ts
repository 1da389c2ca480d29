import { deleteDB } from 'idb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { conversationOf } from './samples.js';
import { databaseName, openStorage } from './storages.js';

/** A storage, and a function that closes its connection as WebKit does with pages in the background. */
function makeClosable() {
  const name = databaseName();
  const codes: string[] = [];
  const open = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => open.mockRestore());
  const storage = openStorage({ name, onProblem: ({ code }) => codes.push(code) });
  const closeConnection = (): void => {
    for (const db of open.mock.contexts) if (db instanceof IDBDatabase && db.name === name) db.close();
  };
  return { name, storage, codes, closeConnection };
}

it('C388 a connection that the browser closed is opened again: the stored data is there, and writes succeed', async () => {
  const { storage, codes, closeConnection } = makeClosable();
  const epoch = await storage.lead('r1');
  const journal = storage.journal('r1', { epoch });
  await journal.step('a', async () => 'first');
  closeConnection();

  const [second] = await Promise.all([
    journal.step('b', async () => 'second'),
    storage.conversations.put(conversationOf('talk')),
  ]);

  expect(second).toBe('second');
  expect(await journal.step('a', async () => 'again')).toBe('first');
  expect((await storage.conversations.list()).map(({ id }) => id)).toEqual(['talk']);
  expect(codes).toEqual([]);
});

it('C388 a database that was deleted meanwhile is not created again, and that is reported once', async () => {
  const { name, storage, codes, closeConnection } = makeClosable();
  const epoch = await storage.lead('r1');
  closeConnection();
  await deleteDB(name);
  const work = vi.fn(async () => 'done');

  const steps = await Promise.allSettled([1, 2].map((each) => storage.journal('r1', { epoch }).step(`${each}`, work)));

  expect(steps.map((step) => step.status === 'rejected' && step.reason.code)).toEqual(['storage-lost', 'storage-lost']);
  expect(work).not.toHaveBeenCalled();
  expect(codes).toEqual(['storage-lost']);
  expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(name);
});
