import { expect, it, vi } from 'vitest';
import { databaseName, kinds, openStorage } from './storages.js';

type Storage = ReturnType<(typeof kinds)[number]['make']>['storage'];

const claimed = (storage: Storage) => storage.claim('talk', { signal: new AbortController().signal, onWait: () => {} });

/** A page that has the conversation, and whose run has begun. */
async function begun(storage: Storage) {
  const claim = await claimed(storage);
  const journal = claim.journal('r1');
  await journal.step('first', async () => 0);
  return { claim, journal };
}

const kept = async (storage: Storage) => (await storage.journal('r1').steps()).map(({ key, value }) => [key, value]);

it.each(kinds)('steps that others follow at once are kept when the next has its effect, in $name', async ({ make }) => {
  const { storage, other } = make();
  const { journal } = await begun(storage);

  const given = [
    await journal.step('answers', async () => 'yes', { soon: true }),
    await journal.step('plan', async () => 'run', { soon: true }),
  ];
  const atWork = await journal.step('tool', async () => await kept(other), { once: true });

  expect(given).toEqual(['yes', 'run']);
  expect(atWork).toEqual([
    ['first', 0],
    ['answers', 'yes'],
    ['plan', 'run'],
  ]);
});

it.each(kinds)('they are kept alone where nothing follows, in $name', async ({ make }) => {
  const { storage, other } = make();
  const { journal } = await begun(storage);

  await journal.step('answers', async () => 'no', { soon: true });

  await expect.poll(async () => await kept(other)).toContainEqual(['answers', 'no']);
});

it.each(kinds)('they are kept before the work of another step, whichever that is, in $name', async ({ make }) => {
  const { storage, other } = make();
  const { journal } = await begun(storage);

  await journal.step('answers', async () => 'yes', { soon: true });

  expect(await journal.step('asked', async () => await kept(other))).toContainEqual(['answers', 'yes']);
});

it.each(kinds)('a later life of the run is given them, and works at none of them again, in $name', async ({ make }) => {
  const { storage, other } = make();
  const { claim, journal } = await begun(storage);
  await journal.step('answers', async () => 'yes', { soon: true });
  await journal.step('tool', async () => 'done', { once: true });
  claim.release();
  const later = (await claimed(other)).journal('r1');
  const work = vi.fn(async () => 'again');

  const given: unknown[] = [];
  for (const key of ['first', 'answers']) given.push(await later.step(key, work, { soon: true }));
  given.push(await later.step('tool', work, { once: true }));

  expect(given).toEqual([0, 'yes', 'done']);
  expect(work).not.toHaveBeenCalled();
  expect(await later.step('next', work, { soon: true })).toBe('again');
});

it('a full disk keeps none of them, and nothing has an effect after that', async () => {
  const storage = openStorage({ name: databaseName() });
  const { journal } = await begun(storage);
  const effect = vi.fn(async () => 'done');
  await journal.step('answers', async () => 'yes', { soon: true });
  const disk = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('There is no more room.', 'QuotaExceededError');
  });

  const first = journal.step('tool', effect, { once: true });
  await expect(first).rejects.toMatchObject({ code: 'storage-full' });
  disk.mockRestore();

  await expect(journal.step('other', effect, { once: true })).rejects.toMatchObject({ code: 'storage-full' });
  expect(effect).not.toHaveBeenCalled();
  expect(await kept(storage)).toEqual([['first', 0]]);
});

it.each(kinds)(
  'a page that has lost the conversation keeps none of them, and does nothing, in $name',
  async ({ make }) => {
    const { storage, other } = make();
    const { journal } = await begun(storage);
    const effect = vi.fn(async () => 'done');
    await other.lead('r1');

    await journal.step('answers', async () => 'yes', { soon: true });
    await expect(journal.step('tool', effect, { once: true })).rejects.toMatchObject({ code: 'stale-leader' });

    expect(effect).not.toHaveBeenCalled();
    expect(await kept(other)).toEqual([['first', 0]]);
  },
);
