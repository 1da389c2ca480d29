import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { idbTables } from '../../src/persistence/tables/idb-tables.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import { migrations } from '../../src/persistence/tables/open-database.js';
import type { Key } from '../../src/persistence/tables/place.js';
import type { Tables, Window } from '../../src/persistence/tables/tables.js';
import { databaseName } from './storages.js';

function openTables(): Tables {
  const tables = idbTables({
    name: databaseName(),
    migrations,
    onProblem: () => undefined,
    instead: memoryTables,
  });
  onTestFinished(() => tables.close());
  return tables;
}

const kinds = [
  { name: 'memory', make: memoryTables },
  { name: 'IndexedDB', make: openTables },
];

async function keysOf(tables: Tables, within: Key = [], window: Window = {}): Promise<readonly Key[]> {
  const entries = await tables.transact(['steps'], 'read', (open) => open.list(['steps', ...within], window));
  return entries.map(({ key }) => key);
}

describe.each(kinds)('tables in $name', ({ make }) => {
  it('do all of a transaction or nothing of it', async () => {
    const tables = make();
    await tables.transact(['steps', 'marks'], 'write', async (open) => {
      await open.put(['steps', 'a', 1], 'old');
      await open.put(['steps', 'b'], 'stays');
    });

    const failed = tables.transact(['steps', 'marks'], 'write', async (open) => {
      await open.put(['steps', 'a', 1], 'new');
      await open.put(['steps', 'a', 1], 'newer');
      await open.put(['steps', 'c'], 'new');
      await open.remove(['steps', 'b']);
      await open.put(['marks', 'a'], 'new');
      throw new RangeError('Stop.');
    });

    await expect(failed).rejects.toThrow('Stop.');
    expect(await keysOf(tables)).toEqual([['a', 1], ['b']]);
    expect(await tables.transact(['steps'], 'read', (open) => open.get(['steps', 'a', 1]))).toBe('old');
    expect(await tables.transact(['marks'], 'read', (open) => open.get(['marks', 'a']))).toBeUndefined();
  });

  it('write one transaction after the other', async () => {
    const tables = make();
    const add = (): Promise<void> =>
      tables.transact(['runs'], 'write', async (open) => {
        const count = await open.get(['runs', 'n']);
        await open.put(['runs', 'n'], Number(count ?? 0) + 1);
      });

    await Promise.all(Array.from({ length: 30 }, add));

    expect(await tables.transact(['runs'], 'read', (open) => open.get(['runs', 'n']))).toBe(30);
  });

  it('find what begins with a key, and remove it, and nothing that only looks like it', async () => {
    const tables = make();
    const keys: Key[] = [['r1'], ['r1', 'a'], ['r1', 'a', 2], ['r1', 'ab'], ['r10', 'a'], ['r', '1']];
    await tables.transact(['steps'], 'write', async (open) => {
      for (const key of keys) await open.put(['steps', ...key], 1);
    });

    expect(await keysOf(tables, ['r1'])).toEqual([['r1'], ['r1', 'a'], ['r1', 'a', 2], ['r1', 'ab']]);
    await tables.transact(['steps'], 'write', (open) => open.remove(['steps', 'r1', 'a']));
    expect(await keysOf(tables)).toEqual([['r', '1'], ['r1'], ['r1', 'ab'], ['r10', 'a']]);
  });
});

it('keys lie in the same order in memory as in IndexedDB, and windows hold the same', {
  timeout: 120_000,
}, async () => {
  const part = fc.oneof(
    fc.integer({ min: -3, max: 12 }),
    fc.constantFrom('', 'a', 'ab', 'b', 'Ä', '😀', '\uFFFF', '1'),
  );
  const keys = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  const database = openTables();

  await fc.assert(
    fc.asyncProperty(keys, fc.option(part), fc.integer({ min: 1, max: 5 }), async (all, first, limit) => {
      const memory = memoryTables();
      for (const tables of [memory, database]) {
        await tables.transact(['steps'], 'write', async (open) => {
          await open.remove(['steps']);
          for (const key of all) await open.put(['steps', ...key], 1);
        });
      }
      const within = first === null ? [] : [first];

      expect(await keysOf(memory, within)).toEqual(await keysOf(database, within));
      expect(await keysOf(memory, within, { from: 2, limit })).toEqual(
        await keysOf(database, within, { from: 2, limit }),
      );
    }),
    { numRuns: 60 },
  );
});
