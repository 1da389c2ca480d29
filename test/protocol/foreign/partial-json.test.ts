import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePartialJson } from '../../../src/protocol/foreign/partial-json.js';

describe('JSON that is still being written', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['{', {}],
    ['{"pa', {}],
    ['{"path"', {}],
    ['{"path":', {}],
    ['{"path":"', { path: '' }],
    ['{"path":"a b', { path: 'a b' }],
    ['{"path":"a\\', { path: 'a' }],
    ['{"path":"a\\u00e', { path: 'a' }],
    ['{"path":"a\\u00e9', { path: 'aé' }],
    ['{"path":"a\\"}', { path: 'a"}' }],
    ['{"n":12', {}],
    ['{"n":12,', { n: 12 }],
    ['{"n":12,"m', { n: 12 }],
    ['{"ok":tr', {}],
    ['{"ok":true}', { ok: true }],
    ['{"list":[1,2', { list: [1] }],
    ['{"list":["a","b', { list: ['a', 'b'] }],
    ['{"a":{"b":[{"c":"d', { a: { b: [{ c: 'd' }] } }],
    ['[', []],
    ['"text', 'text'],
    ['{"a":1}}', undefined],
    ['nonsense', undefined],
  ])('%j is %j', (text, expected) => {
    expect(parsePartialJson(text)).toEqual(expected);
  });

  it('is whole at its end and never fails on the way (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);

        expect(() => parsePartialJson(text.slice(0, cut % (text.length + 1)))).not.toThrow();
        if (typeof value === 'object' && value !== null) expect(parsePartialJson(text)).toEqual(JSON.parse(text));
      }),
      { seed: 11 },
    );
  });

  it('grows, and never takes back what it has shown of a list', () => {
    const text = JSON.stringify({ items: ['one', 'two', 'three'], done: true });
    let shown = 0;

    for (let end = 1; end <= text.length; end++) {
      const value = parsePartialJson(text.slice(0, end)) as { items?: string[] };
      const count = value.items?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(shown);
      shown = count;
    }

    expect(shown).toBe(3);
  });

  it('shows nothing of what would cost too much to read again for every piece', () => {
    expect(parsePartialJson(`{"a":"${'x'.repeat(70_000)}`)).toBeUndefined();
  });
});
