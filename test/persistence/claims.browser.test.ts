import { afterEach, expect, it } from 'vitest';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  document.dispatchEvent(new Event('resume'));
});

/** Whether nobody has the lock of a conversation. */
const isFree = (name: string): Promise<boolean> =>
  navigator.locks.request(`${name} talk`, { ifAvailable: true }, (lock) => lock !== null);

it('C190 a page that is frozen gives its conversation back, and takes none before it thaws', async () => {
  const name = databaseName();
  const storage = openStorage({ name });
  const options = { signal: new AbortController().signal, onWait: () => {} };
  const first = await storage.claim('talk', options);
  expect(await isFree(name)).toBe(false);

  document.dispatchEvent(new Event('freeze')); // as browsers do: at the document, and it does not bubble
  let isTaken = false;
  const second = storage.claim('talk', options).finally(() => {
    isTaken = true;
  });
  // Who took it would have it by now.
  for (let rounds = 0; rounds < 5; rounds++) await storage.load('talk');

  expect(first.lost.aborted).toBe(true);
  expect(await isFree(name)).toBe(true);
  expect(isTaken).toBe(false);
  document.dispatchEvent(new Event('resume'));
  const { release } = await second;
  expect(await isFree(name)).toBe(false);
  release();
});
