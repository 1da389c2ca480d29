import { describe, expect, it } from 'vitest';
import { createFormat } from '../../src/components/format.js';
import { isoTime } from '../../src/protocol/base/words.js';

describe('a duration', () => {
  it.each([
    [0, '0 sec'],
    [-1000, '0 sec'],
    [59_400, '59 sec'],
    [300_000, '5 min'],
    [272_000, '4 min 32 sec'],
    [3_600_000, '1 hr'],
    [3_605_000, '1 hr'],
    [5_400_000, '1 hr 30 min'],
  ])('of %d ms is said as %s', (milliseconds, words) => {
    expect(createFormat('en').duration(milliseconds)).toBe(words);
  });
});

describe('isoTime', () => {
  it('writes a time as far as dates reach', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(isoTime(8.64e15)).toBe('+275760-09-13T00:00:00.000Z');
  });

  it.each([8.64e15 + 1, -8.64e15 - 1, 1e300, Number.POSITIVE_INFINITY, Number.NaN])('has none for %d', (at) => {
    expect(isoTime(at)).toBeUndefined();
  });
});

describe('a moment', () => {
  it('is said with its day, which a time alone would leave open', () => {
    expect(createFormat('en', 'UTC').moment(0)).toMatch(/^Jan 1, 1970, 12:00\sAM$/);
  });
});
