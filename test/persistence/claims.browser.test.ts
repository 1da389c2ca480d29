import { afterEach, expect, it } from 'vitest';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  document.dispatchEvent(new Event('resume'));
});

it('C190 a page that is frozen gives its conversation back, and takes none before it thaws', async () => {
  const storage = openStorage({ name: databaseName() });
  const options = { signal: new AbortController().signal, onWait: () => {} };
  const first = await storage.claim('talk', options);

  document.dispatchEvent(new Event('freeze')); // as browsers do: at the document, and it does not bubble
  let isTaken = false;
  const second = storage.claim('talk', options).finally(() => {
    isTaken = true;
  });
  await storage.load('talk');

  expect(first.lost.aborted).toBe(true);
  expect(isTaken).toBe(false);
  document.dispatchEvent(new Event('resume'));
  (await second).release();
});
