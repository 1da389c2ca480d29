import type { RunJournal } from 'countersign/core';
import { type JournalWrite, journalContract, memoryJournal, type OpenJournal } from 'countersign/testing';
import { describe, expect, it } from 'vitest';

function inMemory(change: (journal: RunJournal) => RunJournal = (journal) => journal): () => OpenJournal {
  return () => {
    const journal = memoryJournal();
    return () => change(journal);
  };
}

describe('a run whose life ends at any write', () => {
  it.each(journalContract(inMemory()).map(({ name, check }) => [name, check] as const))(
    'comes to the same end: %s',
    async (_, check) => {
      expect(await check()).toBeGreaterThanOrEqual(14);
    },
  );
});

/** Returns the first problem of a journal in the first script. */
async function problemOf(makeStore: () => OpenJournal): Promise<string> {
  const [first] = journalContract(makeStore);
  return await (first?.check().then(() => 'nothing', String) ?? 'no script');
}

describe('the contract finds', () => {
  it('a journal that writes no marks', async () => {
    const forgetful = inMemory(({ step }) => ({ step: (key, work) => step(key, work) }));

    expect(await problemOf(forgetful)).toMatch(/ended at before '.*~tool\..*the effect 'a' happened 2 times/);
  });

  it('a journal that gives a value back before it is kept', async () => {
    const lax = (): OpenJournal => {
      const kept = new Map<string, unknown>();
      const marks = new Set<string>();
      return () => {
        const unwritten = new Map<string, unknown>();
        return {
          step: async (key, work, { once = false } = {}) => {
            for (const [before, value] of unwritten) kept.set(before, value);
            if (kept.has(key)) return structuredClone(kept.get(key)) as never;
            const isRepeated = marks.has(key);
            if (once) marks.add(key);
            const value = await work({ isRepeated });
            unwritten.set(key, structuredClone(value));
            return value;
          },
        };
      };
    };

    expect(await problemOf(lax)).toMatch(
      /the effect '.' happened 2 times|step \d+ was '.*' in one activation and '.*' in the next/,
    );
  });
});

it('keeps no bytes and no errors as they are, only plain JSON', async () => {
  const writes: JournalWrite[] = [];
  const journal = memoryJournal({ onWrite: (write) => void writes.push(write) });
  const made = await journal.step('a', async () => ({ at: 1, gone: undefined }));

  expect(made).toEqual({ at: 1 });
  expect(writes).toEqual([{ type: 'end', key: 'a', value: { at: 1 } }]);
});
