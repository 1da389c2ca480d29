import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedId, isDerivedId } from '../../../src/protocol/base/ids.js';
import { randomCases } from '../../support/random-cases.js';

/** Parts that would collide if they were only concatenated. */
const parts = ['', 'a', '1', '.', '~', '%', 'a.1', 'a~b', '~run.a', '%002e', '/', ':', '-', '\0', '\ud83d', '🎉'];
const kinds = ['run', 'batch'];
const lists: readonly (readonly string[])[] = [
  [],
  ...parts.map((one) => [one]),
  ...parts.flatMap((one) => parts.map((two) => [one, two])),
];

/** Yields every id that is derived from some roots in one or two steps. */
function* allDerived(): Generator<readonly [description: string, id: string]> {
  for (const root of ['', 'r', 'a.b']) {
    for (const kind of kinds) {
      for (const list of lists) {
        const id = derivedId(root, kind, ...list);
        yield [JSON.stringify([root, kind, list]), id];
        for (const one of parts) yield [JSON.stringify([root, kind, list, one]), derivedId(id, 'run', one)];
      }
    }
  }
}

describe('a derived id', () => {
  it('belongs to one parent, kind and list of parts only', () => {
    const known = new Map<string, string>();
    const shared = [...allDerived()].flatMap(([description, id]) => {
      const other = known.get(id);
      known.set(id, description);
      return other === undefined ? [] : [`${other} and ${description} share ${id}`];
    });

    expect(known.size).toBeGreaterThan(25_000);
    expect(shared).toEqual([]);
  });

  it('belongs to one list of parts only, whatever these hold (property)', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.constantFrom('', '.', '~', '/'), (list, glue) => {
        expect(derivedId('r', 'run', list.join(glue)) === derivedId('r', 'run', ...list)).toBe(list.length === 1);
      }),
      { numRuns: randomCases(2000) },
    );
  });

  it.each([
    [derivedId('m1', 'run', 'k'), 'm1.k'],
    [derivedId('org/run1', 'tool', 'c', 1), derivedId('org', 'tool', 'run1/c', 1)],
    [derivedId('r~run.a', 'batch', 1, 2), derivedId(derivedId('r', 'batch', 1, 1), 'again', 2)],
    [derivedId('r', 'batch', 1, 11), derivedId('r', 'batch', 11, 1)],
  ])('%s is not %s', (one, other) => {
    expect(one).not.toBe(other);
  });

  it('is recognised, and no ordinary id is taken for one', () => {
    expect(isDerivedId(derivedId('r', 'run', 'a'))).toBe(true);
    expect(isDerivedId(derivedId('', 'conversation', 'a'))).toBe(true);
    expect(['r', 'order-17', 'a.b', 'a:b', 'a/b', crypto.randomUUID()].filter(isDerivedId)).toEqual([]);
  });
});
