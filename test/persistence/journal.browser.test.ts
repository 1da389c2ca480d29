import type { StepAttempt } from 'countersign/persistence';
import { describe, expect, it, vi } from 'vitest';
import { kinds } from './storages.js';

const never = (): never => {
  throw new Error('This work was done before.');
};

describe.each(kinds)('a journal in $name', ({ make }) => {
  it('gives what an earlier life kept, and does not do the work again', async () => {
    const { storage, other } = make();
    const value = { text: 'Hi', list: [1, null, { deep: true }] };

    const first = await storage.journal('r1').step('model:r1/1', async () => value);
    const again = await other.journal('r1').step('model:r1/1', async () => never());

    expect(first).toBe(value);
    expect(again).toEqual({ text: 'Hi', list: [1, null, { deep: true }] });
  });

  it('keeps that a step gave nothing', async () => {
    const { storage, other } = make();
    await storage.journal('r1').step('tool:r1/c1:1', async () => undefined);

    expect(await other.journal('r1').step('tool:r1/c1:1', async () => never())).toBeUndefined();
  });

  it('keeps nothing of a step that rejects, and passes the rejection on as it is', async () => {
    const { storage, other } = make();
    const failure = { kind: 'left' };

    const failed = storage.journal('r1').step('a', () => Promise.reject(failure));

    await expect(failed).rejects.toBe(failure);
    expect(await other.journal('r1').step('a', async () => 'done')).toBe('done');
  });

  it('tells a step that may run once that it was begun in an earlier life', async () => {
    const { storage, other } = make();
    const body = vi.fn(async (attempt: StepAttempt) => attempt);
    const died = new Error('The page was killed.');
    const before = Date.now();
    const begun = storage.journal('r1').step('tool:r1/c1:1', () => Promise.reject(died), { once: true });
    await expect(begun).rejects.toBe(died);

    const later = other.journal('r1');
    await expect(later.step('tool:r1/c1:1', () => Promise.reject(died), { once: true })).rejects.toBe(died);
    const repeated = await later.step('tool:r1/c1:1', body, { once: true });
    const kept = await storage.journal('r1').step('tool:r1/c1:1', body, { once: true });

    expect(repeated).toEqual({ isRepeated: true, since: expect.any(Number) });
    expect(repeated.since).toBeGreaterThanOrEqual(before);
    expect(kept).toEqual(repeated);
    expect(body).toHaveBeenCalledTimes(1);
  });

  it('does not call a step repeated that the same life tries again, nor one that may run twice', async () => {
    const { storage, other } = make();
    const journal = storage.journal('r1');
    await expect(journal.step('once', () => Promise.reject(new Error('no')), { once: true })).rejects.toThrow('no');
    await expect(journal.step('often', () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    const inSameLife = await journal.step('once', async ({ isRepeated }) => isRepeated, { once: true });
    const inAnother = await other.journal('r1').step('often', async ({ isRepeated }) => isRepeated);

    expect([inSameLife, inAnother]).toEqual([false, false]);
  });

  it('goes on from one value where two lives did the same step at once', async () => {
    const { storage, other } = make();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });

    const slow = storage.journal('r1').step('a', async () => {
      await held;
      return 'slow';
    });
    const fast = await other.journal('r1').step('a', async () => 'fast');
    goOn();

    expect([fast, await slow]).toEqual(['fast', 'fast']);
  });

  it('shows the steps of a run in the order in which they were kept, and no other run’s', async () => {
    let at = 100;
    const { storage, other } = make(() => at++);
    const journal = storage.journal('r1');
    for (const key of ['b', 'a', 'c']) await journal.step(key, async () => key.toUpperCase());
    await storage.journal('r10').step('x', async () => 'X');

    const steps = await other.journal('r1').steps();

    expect(steps.map(({ key, value }) => [key, value])).toEqual([
      ['b', 'B'],
      ['a', 'A'],
      ['c', 'C'],
    ]);
    expect(steps.map((step) => step.at)).toEqual([100, 101, 102]);
  });

  it('keeps steps that end side by side', async () => {
    const { storage, other } = make();
    const journal = storage.journal('r1');
    const keys = Array.from({ length: 20 }, (_, index) => `s${index}`);

    await Promise.all(keys.map((key) => journal.step(key, async () => key, { once: true })));
    const again = other.journal('r1');
    const kept = await Promise.all(keys.map((key) => again.step(key, async () => never(), { once: true })));

    expect(kept).toEqual(keys);
    expect(await again.steps()).toHaveLength(20);
  });

  it('refuses what JSON cannot carry, and names the step', async () => {
    const { storage } = make();
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;

    const kept = storage.journal('r1').step('model:1', async () => cycle);

    await expect(kept).rejects.toMatchObject({
      code: 'not-json',
      message: expect.stringContaining('steps/r1/model%3A1'),
    });
  });
});

describe.each(kinds)('the lead of a run in $name', ({ make }) => {
  it('is taken by one after the other', async () => {
    const { storage, other } = make();

    const epochs = await Promise.all([storage.lead('r1'), other.lead('r1'), storage.lead('r1'), other.lead('r2')]);

    expect(epochs.slice(0, 3).sort()).toEqual([1, 2, 3]);
    expect(epochs[3]).toBe(1);
  });

  it('is asked for before a step begins: whoever lost it does no work', async () => {
    const { storage, other } = make();
    const journal = storage.journal('r1', { epoch: await storage.lead('r1') });
    await journal.step('a', async () => 1);
    await other.lead('r1');
    const work = vi.fn(async () => 2);

    await expect(journal.step('b', work)).rejects.toMatchObject({ code: 'stale-leader' });
    await expect(journal.step('c', work, { once: true })).rejects.toMatchObject({ code: 'stale-leader' });
    await expect(journal.step('a', work)).rejects.toMatchObject({ code: 'stale-leader' });
    expect(work).not.toHaveBeenCalled();
  });

  it('is asked for again when a step is kept: what was done meanwhile by a life that lost it is not kept', async () => {
    const { storage, other } = make();
    const journal = storage.journal('r1', { epoch: await storage.lead('r1') });

    const lost = journal.step('a', async () => {
      await other.lead('r1');
      return 'mine';
    });

    await expect(lost).rejects.toMatchObject({ code: 'stale-leader' });
    expect(await other.journal('r1', { epoch: 2 }).step('a', async () => 'theirs')).toBe('theirs');
  });

  it('refuses lives that never took it, as soon as somebody did', async () => {
    const { storage, other } = make();
    const journal = storage.journal('r1');
    await journal.step('a', async () => 1);
    const epoch = await other.lead('r1');

    await expect(journal.step('b', async () => 1)).rejects.toMatchObject({ code: 'stale-leader' });
    await expect(storage.events('r1').append([])).rejects.toMatchObject({ code: 'stale-leader' });
    expect(await storage.journal('r1', { epoch }).step('b', async () => 2)).toBe(2);
  });
});
