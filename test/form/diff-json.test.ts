import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffJson, type JsonChange, revertChange } from '../../src/form/diff-json.js';
import { valueAt, withValueAt } from '../../src/form/json-path.js';
import { isSameJson, type JSONValue } from '../../src/protocol/base/json.js';
import { randomCases } from '../support/random-cases.js';
import { anyJson } from './arbitraries.js';

/**
 * Applies a diff to a value: first removals from the end, so that the other positions stay valid, then the
 * rest in order.
 */
function applyDiff(before: JSONValue | undefined, changes: readonly JsonChange[]): JSONValue | undefined {
  const removed = changes.filter(({ kind }) => kind === 'removed').toReversed();
  const others = changes.filter(({ kind }) => kind !== 'removed');
  return [...removed, ...others].reduce<JSONValue | undefined>((value, { path, kind, after }) => {
    const holder = valueAt(value, path.slice(0, -1));
    if (kind === 'added' && path.length > 0 && Array.isArray(holder) && after !== undefined) {
      return withValueAt(value, path.slice(0, -1), holder.toSpliced(Number(path.at(-1)), 0, after));
    }
    return withValueAt(value, path, after);
  }, before);
}

describe('diffJson', () => {
  it('finds nothing between equal values, whatever the order of members', () => {
    expect(diffJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toEqual([]);
  });

  it.each<[JSONValue, JSONValue, readonly JsonChange[]]>([
    [{ a: 1 }, { a: '1' }, [{ path: ['a'], kind: 'changed', before: 1, after: '1' }]],
    [{ a: null }, {}, [{ path: ['a'], kind: 'removed', before: null }]],
    [{}, { a: '' }, [{ path: ['a'], kind: 'added', after: '' }]],
    [[1, 2, 3], [1, 3], [{ path: [1], kind: 'removed', before: 2 }]],
    [[1, 3], [0, 1, 3], [{ path: [0], kind: 'added', after: 0 }]],
    [[{ a: 1 }], [{ a: 2 }], [{ path: [0, 'a'], kind: 'changed', before: 1, after: 2 }]],
    [[], {}, [{ path: [], kind: 'changed', before: [], after: {} }]],
  ])('between %j and %j', (before, after, expected) => {
    expect(diffJson(before, after)).toEqual(expected);
  });

  it('says all that is needed to make the one of the other', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        const result = applyDiff(before, diffJson(before, after));

        expect(isSameJson(result, after)).toBe(true);
      }),
      { numRuns: randomCases(1000) },
    );
  });

  it('says it also where little differs', () => {
    fc.assert(
      fc.property(fc.array(anyJson), fc.array(fc.nat(20), { maxLength: 3 }), anyJson, (items, places, item) => {
        const after = places.reduce<JSONValue[]>((list, place) => list.toSpliced(place, place % 2, item), items);

        expect(isSameJson(applyDiff(items, diffJson(items, after)), after)).toBe(true);
      }),
    );
  });
});

describe('revertChange', () => {
  it('brings the original back when all changes are taken back, one after the other', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        let value = after;
        for (let left = diffJson(before, value); left.length > 0; left = diffJson(before, value)) {
          const next = revertChange(value, left[0] as JsonChange); // checked by the loop
          expect(diffJson(before, next).length).toBeLessThan(left.length);
          value = next;
        }

        expect(isSameJson(value, before)).toBe(true);
      }),
      { numRuns: randomCases(300) },
    );
  });
});
