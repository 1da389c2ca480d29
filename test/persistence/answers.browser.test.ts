import type { StoredAnswer } from 'countersign/persistence';
import { describe, expect, it } from 'vitest';
import { kinds } from './storages.js';

const answerOf = (name: string, at = 1): StoredAnswer => ({
  answer: { kind: 'tool-approved' },
  by: { type: 'person', name },
  at,
});

describe.each(kinds)('answers in $name', ({ make }) => {
  it('are kept with who gave them, when, and what the tool gets', async () => {
    const { storage, other } = make();
    const answers: Record<string, StoredAnswer> = {
      c1: {
        answer: { kind: 'tool-approved', overrideArgs: { path: 'b' } },
        by: { type: 'person', name: 'Ada' },
        at: 5,
      },
      c2: { answer: 'defer', by: { type: 'handler' }, at: 6, metadata: { ticket: 7 } },
    };

    const result = await storage.answer('r1-1-1', answers);

    expect(result).toEqual({ status: 'accepted' });
    expect(await other.answersOf('r1-1-1')).toEqual(answers);
    expect(await other.answersOf('r1-1-2')).toEqual({});
  });

  it('are final: the first wins, and who comes late learns whose it was', async () => {
    const { storage, other } = make();
    await storage.answer('b', { c1: answerOf('Ada', 5) });

    const late = await other.answer('b', { c1: answerOf('Ben', 6) });

    expect(late).toEqual({ status: 'late', answers: { c1: answerOf('Ada', 5) } });
    expect(await storage.answersOf('b')).toEqual({ c1: answerOf('Ada', 5) });
  });

  it('are kept all or none', async () => {
    const { storage, other } = make();
    await storage.answer('b', { c2: answerOf('Ada') });

    const late = await other.answer('b', { c1: answerOf('Ben'), c2: answerOf('Ben'), c3: answerOf('Ben') });

    expect(late).toEqual({ status: 'late', answers: { c2: answerOf('Ada') } });
    expect(Object.keys(await storage.answersOf('b'))).toEqual(['c2']);
  });

  it('to one call are no answers to another, also where ids are the same in other batches or begin alike', async () => {
    const { storage } = make();
    await storage.answer('b', { c1: answerOf('Ada') });

    expect(await storage.answer('b', { c2: answerOf('Ben') })).toEqual({ status: 'accepted' });
    expect(await storage.answer('b2', { c1: answerOf('Ben'), __proto__x: answerOf('Ben') })).toEqual({
      status: 'accepted',
    });
    expect(Object.keys(await storage.answersOf('b'))).toEqual(['c1', 'c2']);
  });

  it('C180 of two tabs at once to the same batch: exactly one tab wins, in every attempt', async () => {
    const { storage, other } = make();
    const batches = Array.from({ length: 60 }, (_, index) => `b${index}`);

    const results = await Promise.all(
      batches.map(async (batch, index) => {
        const [first, second] = index % 2 === 0 ? [storage, other] : [other, storage];
        return Promise.all([
          first.answer(batch, { c1: answerOf('Ada'), c2: answerOf('Ada') }),
          second.answer(batch, { c2: answerOf('Ben'), c3: answerOf('Ben') }),
        ]);
      }),
    );

    const won = results.map((pair) => pair.map(({ status }) => status).sort());
    expect(won).toEqual(batches.map(() => ['accepted', 'late']));
    for (const [index, batch] of batches.entries()) {
      const kept = await storage.answersOf(batch);
      const [first] = Object.values(kept);
      const late = results[index]?.find((result) => result.status === 'late');
      expect(Object.keys(kept)).toHaveLength(2);
      expect(late).toEqual({ status: 'late', answers: { c2: first } });
    }
  });
});
