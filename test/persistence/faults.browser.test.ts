import type { CountersignError } from 'countersign';
import type { StoredAnswer } from 'countersign/persistence';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../../src/persistence/create-storage.js';
import type { RunStorage } from '../../src/persistence/index.js';
import { Records } from '../../src/persistence/records/records.js';
import { idbTables } from '../../src/persistence/tables/idb-tables.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import { type Migration, migrations } from '../../src/persistence/tables/open-database.js';
import { conversationOf, entriesOf } from './samples.js';
import { databaseName, openRaw, openStorage } from './storages.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A storage, what it told, and its database. */
function makeTold(name = databaseName()) {
  const problems: CountersignError[] = [];
  const onProblem = (problem: CountersignError): void => {
    problems.push(problem);
  };
  const storage = openStorage({ name, onProblem });
  return { name, problems, onProblem, storage, codes: () => problems.map(({ code }) => code) };
}

/** What a later release of the package would be. */
function openLater(
  name: string,
  more: readonly Migration[],
  onProblem: (problem: CountersignError) => void = () => undefined,
): RunStorage {
  const tables = idbTables({ name, migrations: [...migrations, ...more], onProblem, instead: memoryTables });
  return createStorage(new Records(tables, { now: Date.now, onProblem }), { name, generateId: () => 'new' });
}

const work = (): ReturnType<typeof vi.fn<() => Promise<string>>> => vi.fn(async () => 'done');

describe('where no database can be opened', () => {
  it.each([
    ['there is none', (): unknown => undefined],
    [
      'the browser forbids it',
      (): unknown => {
        throw new DOMException('Not in this window.', 'SecurityError');
      },
    ],
  ])('C182 because %s, everything works in memory, and that is reported once', async (_, get) => {
    const { storage, problems, codes } = makeTold();
    vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(get as () => IDBFactory); // what such browsers do
    await storage.conversations.put(conversationOf('a'));

    expect(await storage.journal('r1').step('a', work())).toBe('done');
    expect(await storage.journal('r1').step('a', async () => 'again')).toBe('done');
    expect(await storage.conversations.list()).toHaveLength(1);
    expect(codes()).toEqual(['storage-unavailable']);
    expect(problems[0]?.message).toMatch(/in memory/);
  });

  it.each([
    ['is of a later release', async (name: string) => openDB(name, 99)],
    [
      'is somebody else’s',
      async (name: string) => openDB(name, migrations.length, { upgrade: (db) => void db.createObjectStore('todos') }),
    ],
  ])('because it %s, it is left as it is', async (_, make) => {
    const { name, storage, codes } = makeTold();
    const foreign = await make(name);
    foreign.close();

    expect(await storage.journal('r1').step('a', work())).toBe('done');
    expect(codes()).toEqual(['storage-unavailable']);
    expect((await openRaw(name)).version).toBe(foreign.version);
  });
});

describe('a later release', () => {
  it('brings a database up to date, and what was kept is there', async () => {
    const { name, storage } = makeTold();
    await storage.journal('r1').step('a', work());
    await storage.conversations.put(conversationOf('a'));
    await storage.close();
    const seen: number[] = [];
    const rename: Migration = async (_db, tx) => {
      const rows = tx.objectStore('conversations');
      for (const key of await rows.getAllKeys()) {
        const row: { updatedAt: number } = await rows.get(key);
        await rows.put({ ...row, updatedAt: row.updatedAt + 1000 }, key);
        seen.push(row.updatedAt);
      }
    };
    const addTable: Migration = (db) => void db.createObjectStore('later');

    const later = openLater(name, [rename, addTable]);

    expect(await later.journal('r1').step('a', async () => 'again')).toBe('done');
    expect((await later.conversations.list()).map(({ updatedAt }) => updatedAt)).toEqual([1001]);
    expect(seen).toEqual([1]);
    await later.close();
    const raw = await openRaw(name);
    expect([raw.version, raw.objectStoreNames.contains('later')]).toEqual([migrations.length + 2, true]);
  });

  it('goes through every version from nothing, too', async () => {
    const name = databaseName();
    const later = openLater(name, [(db) => void db.createObjectStore('later')]);

    await later.lead('r1');
    await later.close();

    expect((await openRaw(name)).version).toBe(migrations.length + 1);
  });

  it('finds what its first version kept', async () => {
    const name = databaseName();
    const raw = await openDB(name, 1, { upgrade: (...[db, , , tx]) => void migrations[0]?.(db, tx as never) }); // the package does not say its tables either
    await raw.put('runs', { epoch: 4, steps: 0, events: 0, state: 'open', at: 1 }, ['r1']);
    raw.close();

    const { storage, codes } = makeTold(name);

    expect(await storage.lead('r1')).toBe(5);
    await storage.grants.save([]);
    expect(codes()).toEqual([]);
  });

  it('C183 makes a tab of an earlier release close its connection and say so, and nothing runs there any more', async () => {
    const { name, storage, problems, codes } = makeTold();
    await storage.journal('r1').step('a', work());
    const missed = work();

    const later = openLater(name, [() => undefined]);
    const kept = await later.journal('r1').step('a', async () => 'again');
    await later.close();

    expect(kept).toBe('done');
    expect(codes()).toEqual(['storage-outdated']);
    expect(problems[0]?.message).toMatch(/Reload/);
    await expect(storage.journal('r1').step('b', missed)).rejects.toMatchObject({ code: 'storage-outdated' });
    await expect(storage.conversations.list()).rejects.toMatchObject({ code: 'storage-outdated' });
    expect(missed).not.toHaveBeenCalled();
  });

  it('tells that it is kept waiting by a tab that does not close, and goes on once it does', async () => {
    const { name, storage } = makeTold();
    await storage.lead('r1');
    await storage.close();
    const stubborn = await openDB(name);
    const problems: CountersignError[] = [];

    const later = openLater(name, [() => undefined], (problem) => {
      problems.push(problem);
      stubborn.close();
    });
    const epoch = await later.lead('r1');

    expect(problems.map(({ code }) => code)).toEqual(['storage-blocked']);
    expect(epoch).toBe(2);
    await later.close();
  });

  it('that fails in the middle leaves the database as it was, and the tab in memory', async () => {
    const { name, storage } = makeTold();
    await storage.journal('r1').step('a', work());
    await storage.close();
    const codes: string[] = [];
    const broken: Migration = (db) => {
      db.createObjectStore('half');
      throw new Error('This release is broken.');
    };

    const later = openLater(name, [broken], ({ code }) => codes.push(code));
    await later.lead('r1');

    const raw = await openRaw(name);
    expect(codes).toEqual(['storage-unavailable']);
    expect([raw.version, raw.objectStoreNames.contains('half')]).toEqual([migrations.length, false]);
    expect(await raw.count('steps')).toBe(1);
  });
});

it('a database that is deleted under a tab ends it, and is not made anew with nothing in it', async () => {
  const { name, storage, codes } = makeTold();
  await storage.journal('r1').step('a', work());
  const missed = work();

  await deleteDB(name);

  await expect(storage.journal('r1').step('a', missed)).rejects.toMatchObject({ code: 'storage-lost' });
  expect(codes()).toEqual(['storage-lost']);
  expect(missed).not.toHaveBeenCalled();
});

/** The disk takes nothing more, as the browser says it. */
function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('There is no more room.', 'QuotaExceededError');
  });
}

describe('a full disk', () => {
  it('rejects a step, keeps nothing of it, and does not begin what may run once', async () => {
    const { storage } = makeTold();
    const [often, once] = [work(), work()];
    const disk = fillDisk();

    await expect(storage.journal('r1').step('a', often)).rejects.toMatchObject({ code: 'storage-full' });
    await expect(storage.journal('r1').step('b', once, { once: true })).rejects.toMatchObject({ code: 'storage-full' });

    expect([often.mock.calls.length, once.mock.calls.length]).toEqual([1, 0]);
    disk.mockRestore();
    expect(await storage.journal('r1').steps()).toEqual([]);
    expect(await storage.journal('r1').step('b', async ({ isRepeated }) => isRepeated, { once: true })).toBe(false);
  });

  it('drops events, tells so once, and takes what comes later, counted without gaps', async () => {
    const { storage, codes } = makeTold();
    const log = storage.events('r1');
    await log.append(entriesOf(0, 1));
    const disk = fillDisk();

    await log.append(entriesOf(2, 3));
    await log.append(entriesOf(4, 5));
    disk.mockRestore();
    await log.append(entriesOf(6, 6));

    expect((await log.read()).entries.map(({ serial, key }) => [serial, key])).toEqual([
      [0, 'e0'],
      [1, 'e1'],
      [2, 'e6'],
    ]);
    expect(codes()).toEqual(['storage-full']);
    fillDisk();
    await log.append(entriesOf(7, 7));
    expect(codes()).toEqual(['storage-full', 'storage-full']);
  });

  it('rejects answers, so that the person learns that none was given', async () => {
    const { storage } = makeTold();
    const yes: StoredAnswer = { answer: { kind: 'tool-approved' }, by: { type: 'person' }, at: 1 };
    const disk = fillDisk();

    await expect(storage.answer('b', { c1: yes })).rejects.toMatchObject({ code: 'storage-full' });

    disk.mockRestore();
    expect(await storage.answersOf('b')).toEqual({});
  });
});

/** The browser ends a transaction after its last request, as when writing to the disk fails. */
function failCommits(last: string, error?: DOMException): void {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = put.apply(this, args);
    if (this.name !== last) return request;
    request.addEventListener('success', () => this.transaction.abort());
    if (error !== undefined) vi.spyOn(this.transaction, 'error', 'get').mockReturnValue(error);
    return request;
  });
}

describe('a transaction that the browser ends', () => {
  it('rejects the step, whose work is not begun if it may run once', async () => {
    const { storage } = makeTold();
    const missed = work();
    failCommits('runs');

    await expect(storage.journal('r1').step('a', missed, { once: true })).rejects.toMatchObject({
      code: 'storage-failed',
    });
    await expect(storage.journal('r1').step('b', work())).rejects.toMatchObject({ code: 'storage-failed' });

    vi.restoreAllMocks();
    expect(missed).not.toHaveBeenCalled();
    expect(await storage.journal('r1').steps()).toEqual([]);
  });

  it('says that the disk is full, where that is why', async () => {
    const { storage } = makeTold();
    failCommits('steps', new DOMException('There is no more room.', 'QuotaExceededError'));

    await expect(storage.journal('r1').step('a', work())).rejects.toMatchObject({ code: 'storage-full' });
  });

  it('keeps none of several answers', async () => {
    const { storage } = makeTold();
    const yes: StoredAnswer = { answer: { kind: 'tool-approved' }, by: { type: 'person' }, at: 1 };
    failCommits('answers');

    await expect(storage.answer('b', { c1: yes, c2: yes })).rejects.toMatchObject({ code: 'storage-failed' });

    vi.restoreAllMocks();
    expect(await storage.answersOf('b')).toEqual({});
  });
});

/** Which transactions were begun, in which order. */
async function watched(act: (db: IDBPDatabase) => Promise<void>, db: IDBPDatabase) {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await act(db);
  return begun.mock.calls
    .filter(([, mode]) => mode === 'readwrite')
    .map(([stores, , options]) => ({ stores, durability: options?.durability }));
}

describe('the write before an effect', () => {
  it('is on the disk before it: the mark before the work, the end before it is given back', async () => {
    const { name, storage } = makeTold();
    await storage.lead('r2');
    const raw = await openRaw(name);
    const found: unknown[] = [];

    const begun = await watched(async () => {
      await storage.journal('r1').step(
        'a',
        async () => {
          found.push(await raw.count('marks'), await raw.count('steps'));
          return 'done';
        },
        { once: true },
      );
      found.push(await raw.count('steps'));
    }, raw);

    expect(found).toEqual([1, 0, 1]);
    expect(begun).toEqual([
      { stores: ['runs', 'steps', 'marks', 'quarantine'], durability: 'strict' },
      { stores: ['runs', 'steps', 'quarantine'], durability: 'strict' },
    ]);
  });

  it('is written through, also for answers and the lead; events are not worth waiting for the disk', async () => {
    const { name, storage } = makeTold();
    await storage.lead('r2');
    const raw = await openRaw(name);

    const begun = await watched(async () => {
      await storage.answer('b', { c1: { answer: 'defer', by: { type: 'person' }, at: 1 } });
      await storage.lead('r1');
      await storage.events('r1', { epoch: 1 }).append(entriesOf(0, 0));
    }, raw);

    expect(begun.map(({ durability }) => durability)).toEqual(['strict', 'strict', 'relaxed']);
  });

  it('C184 prevents a second effect after an activation that was killed in the middle of it', async () => {
    const { name, storage } = makeTold();
    const worker = new Worker(new URL('./dying-activation.ts', import.meta.url), { type: 'module', name });
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    worker.terminate();

    const body = vi.fn(async ({ isRepeated }: { isRepeated: boolean }) => isRepeated);
    const kept = await storage.journal('r1').step('model', work());
    const repeated = await storage.journal('r1').step('tool', body, { once: true });

    expect(kept).toBe('Hi');
    expect(repeated).toBe(true);
    expect(body).toHaveBeenCalledTimes(1);
  });
});

it('lists a thousand conversations without their messages', { timeout: 120_000 }, async () => {
  const { storage } = makeTold();
  const text = 'x'.repeat(20_000);
  const messages = [{ id: 'm', role: 'user' as const, parts: [{ type: 'text' as const, text }] }];
  await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      storage.conversations.put(conversationOf(`c${index}`, { updatedAt: index, messages })),
    ),
  );

  const list = await storage.conversations.list();

  expect(list).toHaveLength(1000);
  expect(JSON.stringify(list)).not.toContain('xxxx');
});
