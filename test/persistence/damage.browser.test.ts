import type { CountersignError } from 'countersign';
import type { StoredAnswer } from 'countersign/persistence';
import { describe, expect, it, vi } from 'vitest';
import { conversationOf, entriesOf } from './samples.js';
import { databaseName, openRaw, openStorage } from './storages.js';

/** A storage whose database anybody may write to. */
async function makeDamaged() {
  const name = databaseName();
  const problems: CountersignError[] = [];
  const storage = openStorage({ name, now: () => 7, onProblem: (problem) => problems.push(problem) });
  await storage.lead('elsewhere'); // so that the database is there
  const raw = await openRaw(name);
  const aside = async (): Promise<readonly unknown[]> => raw.getAll('quarantine');
  return { name, storage, raw, aside, codes: () => problems.map(({ code }) => code) };
}

const yes: StoredAnswer = { answer: { kind: 'tool-approved' }, by: { type: 'person', name: 'Ada' }, at: 1 };
const work = (): ReturnType<typeof vi.fn<() => Promise<string>>> => vi.fn(async () => 'done');

/** What may lie where a step was kept, and what is said of it. */
const damagedSteps: readonly (readonly [string, unknown, string])[] = [
  ['a text', 'garbage', 'it is missing or wrong'],
  ['no data', { order: 0, at: 1 }, 'its data is missing or wrong'],
  ['half a JSON', { order: 0, at: 1, data: '{"text":' }, 'its data is not JSON'],
  ['no order', { at: 1, data: '1' }, 'its order is missing or wrong'],
  ['what JSON cannot say', { order: 1n, at: new Map() }, 'its order is missing or wrong'],
];

describe('a damaged step', () => {
  it.each(damagedSteps)('of %s is put aside, and nothing runs in its place, now or later', async (_, row, reason) => {
    const { storage, raw, aside, codes } = await makeDamaged();
    await raw.put('steps', row, ['r1', 'a']);
    const [often, once] = [work(), work()];

    await expect(storage.journal('r1').step('a', often)).rejects.toMatchObject({
      code: 'corrupt-record',
      message: expect.stringContaining(`'steps' (r1, a) is damaged: ${reason}`),
    });
    await expect(storage.journal('r1').step('a', often)).rejects.toMatchObject({ code: 'corrupt-record' });
    await expect(storage.journal('r1').step('a', once, { once: true })).rejects.toMatchObject({
      code: 'corrupt-record',
    });

    expect([often.mock.calls, once.mock.calls]).toEqual([[], []]);
    expect(await aside()).toEqual([{ table: 'steps', key: ['r1', 'a'], reason, at: 7, row }]);
    expect(await raw.get('steps', ['r1', 'a'])).toBeUndefined();
    expect(codes()).toEqual(['corrupt-record']);
  });

  it('is left out of the list of steps, and the others are not', async () => {
    const { storage, raw, codes } = await makeDamaged();
    await storage.journal('r1').step('b', work());
    await raw.put('steps', 'garbage', ['r1', 'a']);

    expect((await storage.journal('r1').steps()).map(({ key }) => key)).toEqual(['b']);
    expect(codes()).toEqual(['corrupt-record']);
  });

  it('does not keep other runs from going on', async () => {
    const { storage, raw } = await makeDamaged();
    await raw.put('steps', 'garbage', ['r1', 'a']);
    await expect(storage.journal('r1').step('a', work())).rejects.toThrow('damaged');

    expect(await storage.journal('r2').step('a', work())).toBe('done');
    expect(await storage.journal('r1').step('b', work())).toBe('done');
  });

  it('stays where it is when it cannot be put aside, and is as damaged', async () => {
    const { storage, raw, codes } = await makeDamaged();
    await raw.put('steps', 'garbage', ['r1', 'a']);
    const disk = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('There is no more room.', 'QuotaExceededError');
    });

    await expect(storage.journal('r1').step('a', work())).rejects.toMatchObject({ code: 'corrupt-record' });

    disk.mockRestore();
    expect(await raw.get('steps', ['r1', 'a'])).toBe('garbage');
    expect(codes()).toEqual(['storage-full', 'corrupt-record']);
  });

  it('is gone with its conversation', async () => {
    const { storage, raw, aside } = await makeDamaged();
    await raw.put('steps', 'garbage', ['r1', 'a']);
    await expect(storage.journal('r1').step('a', work())).rejects.toThrow('damaged');
    await storage.conversations.put(conversationOf('a', { runIds: ['r1'] }));

    await storage.conversations.delete('a');

    expect(await aside()).toEqual([]);
  });
});

describe('damage elsewhere', () => {
  it('in a mark says what a mark says: the step was begun', async () => {
    const { storage, raw } = await makeDamaged();
    await raw.put('marks', 'garbage', ['r1', 'a']);

    expect(await storage.journal('r1').step('a', async (attempt) => attempt, { once: true })).toEqual({
      isRepeated: true,
    });
  });

  it('in what is known of who leads a conversation goes with it, and lets nobody keep anything who led it', async () => {
    const { storage, raw } = await makeDamaged();
    const options = { signal: new AbortController().signal, onWait: () => {} };
    const before = await storage.claim('a', options);
    await raw.put('runs', 'garbage', ['~conversation.a']);
    await storage.conversations.delete('a');

    await expect(before.journal('r1').step('a', work())).rejects.toMatchObject({ code: 'run-cleaned' });
    const after = await storage.claim('a', options);

    expect(await after.journal('r1').step('a', work())).toBe('done');
    after.release();
  });

  it('in what is known of a run lets nobody lead it or work on it', async () => {
    const { storage, raw, codes } = await makeDamaged();
    await raw.put('runs', { epoch: -1, steps: 0, events: 0, state: 'open', at: 1 }, ['r1']);
    const missed = work();

    await expect(storage.journal('r1').step('a', missed)).rejects.toMatchObject({ code: 'corrupt-record' });
    await expect(storage.lead('r1')).rejects.toMatchObject({ code: 'corrupt-record' });
    await storage.events('r1').append(entriesOf(0, 0));

    expect(missed).not.toHaveBeenCalled();
    expect(codes()).toEqual(['corrupt-record']);
  });

  it.each([
    ['is none', 'garbage'],
    ['is no JSON', { data: '{' }],
    ['is of no kind', { data: JSON.stringify({ ...yes, answer: { kind: 'maybe' } }) }],
    ['is nobody’s', { data: JSON.stringify({ ...yes, by: undefined }) }],
    ['has no time', { data: JSON.stringify({ ...yes, at: 'now' }) }],
  ])('in an answer that %s: nobody can say what was answered, and nobody may answer anew', async (_, row) => {
    const { storage, raw, aside } = await makeDamaged();
    await storage.answer('b', { c1: yes });
    await raw.put('answers', row, ['b', 'c2']);

    await expect(storage.answersOf('b')).rejects.toMatchObject({ code: 'corrupt-record' });
    await expect(storage.answersOf('b')).rejects.toMatchObject({ code: 'corrupt-record' });
    await expect(storage.answer('b', { c2: yes })).rejects.toMatchObject({ code: 'corrupt-record' });

    expect(await aside()).toHaveLength(1);
    expect(await storage.answer('b', { c3: yes })).toEqual({ status: 'accepted' });
  });

  it.each([
    ['is none', 'garbage'],
    ['has no key', { data: '{}' }],
    ['is of no type', { key: 'e1', data: JSON.stringify({ ...entriesOf(1, 1)[0]?.event, type: undefined }) }],
  ])('in an event that %s: the log is read without it, to its end', async (_, row) => {
    const { storage, raw, codes } = await makeDamaged();
    const log = storage.events('r1');
    await log.append(entriesOf(0, 3));
    await raw.put('events', row, ['r1', 1]);

    const first = await log.read({ limit: 2 });
    const second = await log.read({ from: first.next ?? 0, limit: 2 });

    expect([...first.entries, ...second.entries].map(({ serial }) => serial)).toEqual([0, 2, 3]);
    expect(codes()).toEqual(['corrupt-record']);
    await log.append([...entriesOf(1, 1), ...entriesOf(4, 4)]);
    expect((await log.read()).entries.map(({ serial }) => serial)).toEqual([0, 2, 3, 4]);
  });

  it.each([
    ['conversations', 'garbage'],
    ['conversations', { state: 'busy', updatedAt: 1, data: '{"title":"A"}' }],
    ['conversations', { state: 'idle', updatedAt: 1, data: '{}' }],
    ['contents', 'garbage'],
    ['contents', { data: '{"messages":[{"role":"user"}]}' }],
    ['contents', { data: '{"messages":[],"stored":{"v":2}}' }],
  ])('in %s: a conversation is never half there, and can be put anew', async (table, row) => {
    const { storage, raw, codes } = await makeDamaged();
    await storage.conversations.put(conversationOf('a'));
    await storage.conversations.put(conversationOf('b'));
    await raw.put(table, row, ['a']);

    await expect(storage.conversations.get('a')).rejects.toMatchObject({ code: 'corrupt-record' });
    await expect(storage.conversations.get('a')).rejects.toMatchObject({ code: 'corrupt-record' });
    expect((await storage.conversations.list()).map(({ id }) => id)).toContain('b');
    expect(codes()).toEqual(['corrupt-record']);

    await storage.conversations.put(conversationOf('a', { title: 'Anew' }));
    expect((await storage.conversations.get('a'))?.title).toBe('Anew');
  });

  it('in a list leaves that conversation out', async () => {
    const { storage, raw, codes } = await makeDamaged();
    await storage.conversations.put(conversationOf('a'));
    await raw.put('conversations', 'garbage', ['b']);
    await raw.put('conversations', null, ['c']);

    expect((await storage.conversations.list()).map(({ id }) => id)).toEqual(['a']);
    expect(codes()).toEqual(['corrupt-record', 'corrupt-record']);
  });

  it('in the order of runs loses none of them', async () => {
    const { storage, raw } = await makeDamaged();
    await storage.conversations.put(conversationOf('a', { runIds: ['r1', 'r2'] }));
    await raw.put('members', 'garbage', ['a', 'r1']);

    expect((await storage.conversations.get('a'))?.runIds).toEqual(['r2', 'r1']);
  });

  it('keeps nobody from making room', async () => {
    const { storage, raw } = await makeDamaged();
    await storage.journal('r1').step('a', work());
    await storage.conversations.put(conversationOf('a', { runIds: ['r1'] }));
    await raw.put('runs', 'garbage', ['r2']);
    await raw.put('conversations', 'garbage', ['b']);

    expect(await storage.clean({ olderThan: 100 })).toBe(1);
  });
});
