import type { CountersignError } from 'countersign';
import { indexedDbStorage } from 'countersign/persistence';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('where there are no browsers, a storage works in memory, and says so once', async () => {
  const problems: CountersignError[] = [];
  const storage = indexedDbStorage({ onProblem: (problem) => problems.push(problem) });

  await Promise.all([storage.journal('r1').step('a', async () => 1), storage.lead('r2')]);

  expect(await storage.journal('r1').step('a', async () => 2)).toBe(1);
  expect(problems.map(({ code }) => code)).toEqual(['storage-unavailable']);
});

it('what the app throws when it is told is the page’s to hear of, and keeps nothing from going on', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const failure = new Error('No place to show it.');
  const storage = indexedDbStorage({
    onProblem: () => {
      throw failure;
    },
  });

  expect(await storage.lead('r1')).toBe(1);
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
});
