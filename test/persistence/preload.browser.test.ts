import { expect, it, vi } from 'vitest';
import { databaseName, openStorage } from './storages.js';

it('opens its database beside the code for writing', async () => {
  const name = databaseName();
  const storage = openStorage({ name });
  const names = async () => (await indexedDB.databases()).map((each) => each.name);
  expect(await names()).not.toContain(name);

  await storage.preload?.();

  await vi.waitFor(async () => expect(await names()).toContain(name));
});

it('says no more than the database does where that cannot be opened', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not in this window.', 'SecurityError');
  });
  const onProblem = vi.fn();
  const storage = openStorage({ name: databaseName(), onProblem });

  await expect(storage.preload?.()).resolves.toBeDefined();

  await vi.waitFor(() => expect(onProblem).toHaveBeenCalledTimes(1));
  vi.mocked(indexedDB.open).mockRestore();
  expect(await storage.conversations.list()).toEqual([]);
  expect(onProblem).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'storage-unavailable' }));
});
