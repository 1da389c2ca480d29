import { expect, it, vi } from 'vitest';
import { endOf, entriesOf } from './samples.js';
import { databaseName, openStorage } from './storages.js';

it('are kept in the order in which they were told, however long each takes to be sealed', async () => {
  const name = databaseName();
  const codec = {
    encrypt: vi.fn(async (text: string, _record: string) => new Blob([text]).arrayBuffer()),
    decrypt: async (data: ArrayBuffer) => new TextDecoder().decode(data),
  };
  const storage = openStorage({ name, ...codec });
  const claim = await storage.claim('talk', { signal: new AbortController().signal, onWait: () => {} });
  let seal = (): void => {};
  codec.encrypt.mockImplementationOnce(async (text) => {
    await new Promise<void>((resolve) => {
      seal = resolve;
    });
    return new Blob([text]).arrayBuffer();
  });
  const [first] = entriesOf(0, 0);
  if (first === undefined) throw new Error('There is an event.');

  claim.told?.('r1', first.event);
  await vi.waitFor(() => expect(codec.encrypt).toHaveBeenCalled());
  claim.told?.('r1', endOf('r1').event);
  const log = openStorage({ name, ...codec }).events('r1');
  // Time enough for the second to be kept, if it did not wait.
  for (let round = 0; round < 20; round++) await log.count();
  seal();

  await vi.waitFor(async () => expect(await log.count()).toBe(2));
  const { entries } = await log.read();
  expect(entries.map(({ event }) => event.type)).toEqual([first.event.type, 'run-end']);
  claim.release();
});
