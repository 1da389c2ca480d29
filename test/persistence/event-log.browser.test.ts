import { describe, expect, it } from 'vitest';
import { endOf, entriesOf } from './samples.js';
import { kinds } from './storages.js';

describe.each(kinds)('the log of a run in $name', ({ make }) => {
  it('takes each key once, and counts without gaps', async () => {
    const { storage, other } = make();
    const log = storage.events('r1');
    await log.append(entriesOf(0, 2));
    await log.append([...entriesOf(1, 3), ...entriesOf(3, 4)]);

    const { entries, next } = await other.events('r1').read();

    expect(entries.map(({ serial, key }) => [serial, key])).toEqual([0, 1, 2, 3, 4].map((one) => [one, `e${one}`]));
    expect(entries.map(({ event }) => event)).toEqual(entriesOf(0, 4).map(({ event }) => event));
    expect(next).toBeUndefined();
    expect(await log.count()).toBe(5);
  });

  it('keeps the order of the calls, also of those side by side', async () => {
    const { storage } = make();
    const log = storage.events('r1');

    await Promise.all([log.append(entriesOf(0, 30)), log.append(entriesOf(31, 31)), log.append(entriesOf(32, 40))]);

    const { entries } = await log.read();
    expect(entries.map(({ key }) => key)).toEqual(entriesOf(0, 40).map(({ key }) => key));
  });

  it('takes what two tabs tell at once, each event once', async () => {
    const { storage, other } = make();

    await Promise.all([storage.events('r1').append(entriesOf(0, 9)), other.events('r1').append(entriesOf(5, 14))]);

    const { entries } = await storage.events('r1').read();
    expect(entries.map(({ serial }) => serial)).toEqual(entriesOf(0, 14).map((_, index) => index));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(15);
  });

  it('is read in windows', async () => {
    const { storage } = make();
    const log = storage.events('r1');
    await log.append(entriesOf(0, 6));
    await storage.events('r2').append(entriesOf(0, 1, 'r2'));

    const first = await log.read({ limit: 3 });
    const second = await log.read({ from: first.next ?? 0, limit: 3 });
    const last = await log.read({ from: second.next ?? 0, limit: 3 });
    const beyond = await log.read({ from: 7 });

    expect([first, second, last].map(({ entries, next }) => [entries.map(({ serial }) => serial), next])).toEqual([
      [[0, 1, 2], 3],
      [[3, 4, 5], 6],
      [[6], undefined],
    ]);
    expect(beyond).toEqual({ entries: [] });
  });

  it('refuses a life that lost the lead', async () => {
    const { storage, other } = make();
    const log = storage.events('r1', { epoch: await storage.lead('r1') });
    await log.append(entriesOf(0, 0));
    await other.lead('r1');

    await expect(log.append(entriesOf(1, 1))).rejects.toMatchObject({ code: 'stale-leader' });
    expect(await log.count()).toBe(1);
  });

  it('takes the end of a run as an event like any other', async () => {
    const { storage } = make();
    const log = storage.events('r1');

    await log.append([...entriesOf(0, 0), endOf('r1')]);

    expect((await log.read()).entries.map(({ event }) => event.type)).toEqual(['warning', 'run-end']);
  });
});
