import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedId, isDerivedId } from '../../../src/protocol/base/ids.js';

/** Parts that would collide if they were joined as they are. */
const part = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '1',
    '.',
    '~',
    '%',
    'a.1',
    'a~b',
    '~batch.1.1',
    '%007e',
    '/',
    ':',
    '-',
    '\0',
    '\ud83d',
    '🎉',
    '__proto__',
  ),
  fc.string({ unit: 'binary' }),
  fc.nat({ max: 20 }),
);
const derivation = fc.tuple(fc.constantFrom('run', 'batch', 'tool'), fc.array(part, { maxLength: 3 }));
const path = fc.tuple(fc.constantFrom('r', 'r1', 'a.b', 'a/b', 'a:b', '%', ''), fc.array(derivation, { maxLength: 3 }));

type Path = readonly [
  root: string,
  derivations: readonly (readonly [kind: string, parts: readonly (string | number)[]])[],
];

function idOf([root, derivations]: Path): string {
  let id = root;
  for (const [kind, parts] of derivations) id = derivedId(id, kind, ...parts);
  return id;
}

const textOf = ([root, derivations]: Path): string =>
  JSON.stringify([root, derivations.map(([kind, parts]) => [kind, parts.map(String)])]);

describe('a derived id', () => {
  it('belongs to one parent, kind and list of parts only (property)', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(idOf(one) === idOf(other)).toBe(textOf(one) === textOf(other));
      }),
      { numRuns: 5000 },
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
