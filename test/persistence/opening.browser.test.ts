import type { CountersignError } from 'countersign';
import { createVirtualClock } from 'countersign/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStorage } from '../../src/persistence/create-storage.js';
import { Records } from '../../src/persistence/records/records.js';
import { idbTables } from '../../src/persistence/tables/idb-tables.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import { migrations } from '../../src/persistence/tables/open-database.js';
import { conversationOf } from './samples.js';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the browser fail to open databases so often, as Chromium and WebKit do after their own process has ended. */
function failToOpen(times: number) {
  const native = indexedDB.open.bind(indexedDB);
  let left = times;
  return vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (left-- <= 0) return native(...args);
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  });
}

/** Lets the browser not tell that a database is open, as WebKit does at times. Returns what makes it tell. */
function holdAnswers(): () => void {
  const native = indexedDB.open.bind(indexedDB);
  const held: IDBOpenDBRequest[] = [];
  let isHeld = true;
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = native(...args);
    held.push(request);
    request.addEventListener('success', (event) => {
      if (isHeld) event.stopImmediatePropagation();
    });
    return request;
  });
  const answer = (): void => {
    isHeld = false;
    for (const request of held.splice(0))
      if (request.readyState === 'done') request.dispatchEvent(new Event('success'));
  };
  // A connection that stays open would keep the database from being deleted.
  onTestFinished(answer);
  return answer;
}

/** A storage whose time stands still. */
function makeWaiting(name = databaseName()) {
  const clock = createVirtualClock();
  const problems: CountersignError[] = [];
  const onProblem = (problem: CountersignError): void => void problems.push(problem);
  const tables = idbTables({ name, migrations, onProblem, instead: memoryTables, clock: clock.environment });
  const storage = createStorage(new Records(tables, { now: Date.now, onProblem }), { name, generateId: () => 'new' });
  const isWaitedFor = async (): Promise<void> => await vi.waitFor(() => expect(clock.timers).toBe(1));
  return { name, storage, problems, isWaitedFor, advance: clock.advance };
}

describe('a browser that fails to open the database', () => {
  it('C432 is tried again, and the stored data is there', async () => {
    const name = databaseName();
    const before = openStorage({ name });
    await before.conversations.put(conversationOf('talk'));
    await before.close();
    failToOpen(2);
    const codes: string[] = [];

    const storage = openStorage({ name, onProblem: ({ code }) => codes.push(code) });

    expect((await storage.conversations.list()).map(({ id }) => id)).toEqual(['talk']);
    expect(codes).toEqual([]);
  });

  it('C432 is tried three times, and the page then works in memory', async () => {
    const open = failToOpen(9);
    const codes: string[] = [];
    const storage = openStorage({ name: databaseName(), onProblem: ({ code }) => codes.push(code) });

    await storage.conversations.put(conversationOf('talk'));

    expect(await storage.conversations.list()).toHaveLength(1);
    expect(codes).toEqual(['storage-unavailable']);
    expect(open).toHaveBeenCalledTimes(3);
  });
});

describe('a browser that never answers', () => {
  /** A database that is there, and a storage of it that gets no answer. */
  async function makeSilent() {
    const name = databaseName();
    const before = openStorage({ name });
    await before.conversations.put(conversationOf('before'));
    await before.close();
    const answer = holdAnswers();
    return { answer, ...makeWaiting(name) };
  }

  it('C433 is waited for ten seconds, and the page then works in memory, which is reported', async () => {
    const { storage, problems, isWaitedFor, advance } = await makeSilent();

    const put = storage.conversations.put(conversationOf('talk'));
    await isWaitedFor();
    await advance(9_999);
    expect(problems).toEqual([]);
    await advance(1);
    await put;

    expect((await storage.conversations.list()).map(({ id }) => id)).toEqual(['talk']);
    expect(problems.map(({ code }) => code)).toEqual(['storage-unavailable']);
    expect(problems[0]?.message).toContain('did not answer within 10 seconds');
  });

  it('C433 has its late connection closed, so that it does not block a newer version', async () => {
    const { name, storage, answer, isWaitedFor, advance } = await makeSilent();
    const put = storage.conversations.put(conversationOf('talk'));
    await isWaitedFor();
    await advance(10_000);
    await put;
    const closed = vi.spyOn(IDBDatabase.prototype, 'close');

    answer();

    await vi.waitFor(() =>
      expect(closed.mock.contexts.map((db) => db instanceof IDBDatabase && db.name)).toContain(name),
    );
  });

  it('C433 that is busy with an older version in another tab is waited for', async () => {
    const { name, storage, problems, advance } = makeWaiting();
    const older = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 1);
      request.onsuccess = () => resolve(request.result);
    });

    const put = storage.conversations.put(conversationOf('talk'));
    await vi.waitFor(() => expect(problems.map(({ code }) => code)).toEqual(['storage-blocked']));
    await advance(60_000);
    older.close();

    // What lies there has no tables of ours.
    await put;
    expect(problems.map(({ code }) => code)).not.toContain('storage-lost');
  });
});
