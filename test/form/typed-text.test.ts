import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonProblem } from '../../src/form/check-fields.js';
import { movedKey, removal, swap, withoutDrafts } from '../../src/form/drafts.js';
import { parseText } from '../../src/form/json-text-error.js';
import { parseNumber, stepped } from '../../src/form/number-text.js';
import { randomCases } from '../support/random-cases.js';
import { anyJson } from './arbitraries.js';

describe('parseNumber', () => {
  it('reads every number that a script writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(String(value))).toEqual({ status: 'number', value: value === 0 ? 0 : value });
      }),
    );
  });

  it.each([
    ['1.50', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['+3', 3],
    ['1e3', 1000],
    [' 7 ', 7],
    ['-0', 0],
    ['007', 7],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text)).toEqual({ status: 'number', value });
  });

  it.each([
    ['1,5', 1.5],
    ['-0,125', -0.125],
    ['1234,567', 1234.567],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1 234,5', 1234.5],
    ['12\u202F345\u202F678', 12345678],
    ['1’234.50', 1234.5],
    ['\u061C-٣٫٥', -3.5],
    ['۱۲٬۳۴۵', 12345],
    ['１２．５', 12.5],
    ['−5', -5],
    ['१२', 12],
  ])('C396 reads %s in the notation of another language', (text, value) => {
    expect(parseNumber(text)).toEqual({ status: 'number', value });
  });

  it.each(['1,500', '-12,345', '١،٥٠٠'.replace('،', '，')])(
    'C396 does not choose between the meanings of %s',
    (text) => {
      expect(parseNumber(text)).toEqual({ status: 'ambiguous' });
    },
  );

  it.each(['', '-', '1e', '0x10', 'Infinity', 'NaN', '1 2', '.', ',', '1,2,3', '1 23', '1.2,3.4', 'x'])(
    'takes %j for no number',
    (text) => {
      expect(parseNumber(text)).toEqual({ status: 'not-a-number' });
    },
  );

  it.each(['12345678901234567890', '0.1000000000000000055', '1e999', '9007199254740993'])(
    'refuses %s, which would come out as another number',
    (text) => {
      expect(parseNumber(text)).toEqual({ status: 'inexact' });
    },
  );
});

describe('stepped', () => {
  it.each([
    [0, 1, {}, 1],
    [0.3, 1, { step: 0.1 }, 0.4],
    [0.35, -1, { step: 0.1 }, 0.3],
    [7, 1, { step: 5 }, 10],
    [10, 1, { step: 5, max: 12 }, 12],
    [1, -1, { min: 1 }, 1],
  ] as const)('goes from %d by %d', (...[value, direction, limits, expected]) => {
    expect(stepped(value, direction, limits)).toBe(expected);
  });
});

describe('parseText', () => {
  it('reads all JSON, however it is laid out', () => {
    fc.assert(
      fc.property(anyJson, fc.nat(3), (value, indent) => {
        expect(parseText(JSON.stringify(value, null, indent))).toEqual({ status: 'parsed', value });
      }),
    );
  });

  it('agrees with the platform on what is JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '01',
      'true',
      'nul',
      '"',
      '\\',
      ' ',
      '\n',
      '\u0000',
      '"\\u12"',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }

        expect(parseText(text).status).toMatch(isJson ? /parsed|inexact/ : /broken/);
      }),
      { numRuns: randomCases(2000) },
    );
  });

  it.each(['9007199254740993', '{"id": [1, -9007199254740993]}', '1e999', '0.12345678901234567890123'])(
    'C343 rejects %s, of which JavaScript keeps only a part',
    (text) => {
      expect(parseText(text)).toEqual({ status: 'inexact' });
      expect(jsonProblem(text)).toEqual({ code: 'inexact' });
    },
  );

  it.each([
    ['', 1, 1, ''],
    ['{"a": 1,}', 1, 9, '}'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"b":'],
    ["{'a': 1}", 1, 2, "'a':"],
    ['[1, 2', 1, 6, ''],
    ['{"a": undefined}', 1, 7, 'undefined}'],
    ['1 2', 1, 3, '2'],
  ])('says where %j breaks', (...[text, line, column, found]) => {
    expect(parseText(text)).toEqual({ status: 'broken', error: { line, column, found } });
  });

  it('refuses what is too deep to be stored, and reads what is long', () => {
    expect(parseText('['.repeat(100_000) + ']'.repeat(100_000)).status).toBe('broken');
    expect(parseText(JSON.stringify('\\"x'.repeat(1_000_000))).status).toBe('parsed');
  });
});

describe('drafts', () => {
  it('go with what they belong to', () => {
    expect(withoutDrafts({ '/a': '1', '/a/b': '2', '/ab': '3' }, '/a')).toEqual({ '/ab': '3' });
  });

  it('move with the items of a list', () => {
    expect(movedKey('/l/1/a', '/l', swap(1, 2))).toBe('/l/2/a');
    expect(movedKey('/l/2', '/l', removal(1))).toBe('/l/1');
    expect(movedKey('/l/1', '/l', removal(1))).toBeNull();
    expect(movedKey('/other/1', '/l', removal(1))).toBe('/other/1');
  });
});
