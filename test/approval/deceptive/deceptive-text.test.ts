import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeceptiveMark, TextKind } from '../../../src/approval/deceptive/deceptive-mark.js';
import { cutAtMarks, findDeceptiveText } from '../../../src/approval/deceptive/deceptive-text.js';
import { findDeceptiveValues } from '../../../src/approval/deceptive/deceptive-values.js';
import { decodePunycode } from '../../../src/approval/reading/punycode.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { randomCases } from '../../support/random-cases.js';
import { deceptive, inSelectors, inTags, legitimate } from './deceptive-samples.js';

const kinds: readonly TextKind[] = ['text', 'path', 'url', 'host', 'code'];
const places = (marks: readonly DeceptiveMark[]): string[] =>
  marks.map(({ kind, start, end }) => `${kind}@${start}-${end}`);
const find = (text: string, kind?: TextKind): readonly DeceptiveMark[] => findDeceptiveText(text, { kind });

describe('findDeceptiveText', () => {
  it.each(deceptive)('marks %s', (...[, text, kind, expected]) => {
    const marks = find(text, kind);

    expect(places(marks)).toEqual(expected);
    expect(marks.map((mark) => mark.text)).toEqual(marks.map(({ start, end }) => text.slice(start, end)));
  });

  it.each(legitimate.map(([text, kind]) => ({ text, kind })))('does not mark $text', ({ text, kind }) => {
    expect(places(find(text, kind))).toEqual([]);
  });

  it('has at least sixty samples of each side', () => {
    expect(deceptive.length).toBeGreaterThanOrEqual(60);
    expect(legitimate.length).toBeGreaterThanOrEqual(60);
  });
});

describe('a mark', () => {
  it.each<[string, string, TextKind, object]>([
    ['the code point', 'a\u202Eb', 'text', { label: 'U+202E' }],
    ['each code point once', 'x\u200B\u200C\u200By', 'text', { label: 'U+200B U+200C' }],
    [
      'eight code points at most',
      `x${inTags('abcdefghij')}`,
      'text',
      { label: expect.stringMatching(/^(U\+\w+ ){8}…$/) },
    ],
    ['what tags hide', `x${inTags('ls')}`, 'text', { hidden: 'ls' }],
    ['what selectors hide', `x${inSelectors('grüße')}`, 'text', { hidden: 'grüße' }],
    ['what a look-alike reads as', '/bin/\u{1D42B}\u{1D426}', 'path', { looksLike: 'rm' }],
    ['what dots read as', '/a/\u2025/b', 'path', { looksLike: '..' }],
    ['what an escape reads as', 'https://%65%76il.example', 'url', { looksLike: 'ev' }],
    ['the scripts', 'p\u0430ypal', 'text', { scripts: ['Latin', 'Cyrillic'] }],
    [
      'both forms of a label',
      'xn--80ak6aa92e.com',
      'host',
      { ascii: 'xn--80ak6aa92e', decoded: 'аррӏе', scripts: ['Cyrillic'] },
    ],
    ['the ASCII form of a label', 'аррӏе.com', 'host', { ascii: 'xn--80ak6aa92e', decoded: 'аррӏе' }],
    ['what a label is without accents', 'xn--ggle-qqaa.com', 'host', { decoded: 'góógle', looksLike: 'google' }],
    ['where a URL goes', 'https://a.example@b.example', 'url', { host: 'b.example' }],
    ['where a path goes', '/srv/a/../../etc', 'path', { resolved: '/etc' }],
    ['where a path with a drive goes', 'C:\\a\\..\\b', 'path', { resolved: 'C:/b' }],
    ['where a relative path goes', 'a/../../b', 'path', { resolved: '../b' }],
    ['the limit', 'a'.repeat(2_001), 'text', { limit: 2_000 }],
  ])('%s', (...[, text, kind, expected]) => {
    expect(find(text, kind)).toEqual([expect.objectContaining(expected)]);
  });

  it.each([
    ['a label that does not lead back to itself', 'xn--99999999.com'],
    ['a label that hides a control', 'xn--ab-g4t.com'],
  ])('has no decoded form of %s', (_, host) => {
    expect(find(host, 'host')).toEqual([expect.not.objectContaining({ decoded: expect.anything() })]);
  });

  it('has no hidden text when the bytes are not text', () => {
    expect(find('x\uFE00\u{E01EF}', 'text')).toEqual([expect.not.objectContaining({ hidden: expect.anything() })]);
  });

  it('has the requested length limit', () => {
    expect(findDeceptiveText('abcdef', { maxLength: 4 })).toEqual([
      { kind: 'long', start: 4, end: 6, text: 'ef', limit: 4 },
    ]);
  });
});

const odd = fc.constantFrom(
  ...[
    '\u202E',
    '\u200B',
    '\u200D',
    '\uFE0F',
    '\u{E0041}',
    '\u{E0101}',
    '\u0430',
    '\u03B1',
    'a',
    'xn--',
    'http://',
    '@',
    '/',
    '..',
    '\t',
    '\r',
    'javascript:',
    'data:',
    '%2f',
    '%25',
    '0x7f',
    '.pdf',
    '.exe',
  ],
  ...[
    '.',
    ' ',
    '\n',
    '%2e',
    '\x1B[',
    '\uD83D',
    '\uDE00',
    '\u{1F600}',
    '\u0301',
    '\u3164',
    'ａ',
    '。',
    '\u05D0',
    '\\',
    '1',
    '漢',
    'ー',
  ],
);
const anyText = fc.oneof(
  fc.array(odd, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.oneof(
        odd,
        fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      ),
    )
    .map((parts) => parts.join('')),
);
const anyKind = fc.constantFrom(undefined, ...kinds);

describe('for any text', () => {
  it('marks are inside it, in order, do not split surrogate pairs, and are reproducible', () => {
    fc.assert(
      fc.property(anyText, anyKind, fc.integer({ min: 1, max: 50 }), (text, kind, maxLength) => {
        const marks = findDeceptiveText(text, { kind, maxLength });

        for (const [index, { start, end, text: part }] of marks.entries()) {
          expect(0 <= start && start < end && end <= text.length).toBe(true);
          expect(part).toBe(text.slice(start, end));
          expect(start).toBeGreaterThanOrEqual(marks[index - 1]?.start ?? 0);
          for (const at of [start, end])
            expect(/^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(at - 1, 0), at + 1)) && at > 0).toBe(
              false,
            );
        }
        expect(findDeceptiveText(text, { kind, maxLength })).toEqual(marks);
      }),
      { numRuns: randomCases(2_000) },
    );
  });

  it('the concatenated pieces are the text, and have the marks that contain them', () => {
    fc.assert(
      fc.property(anyText, anyKind, (text, kind) => {
        const marks = find(text, kind);

        const pieces = cutAtMarks(text, marks);

        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        let start = 0;
        for (const piece of pieces) {
          const end = start + piece.text.length;
          expect(piece.marks).toEqual(marks.filter((mark) => mark.start <= start && end <= mark.end));
          start = end;
        }
      }),
      { numRuns: randomCases(1_000) },
    );
  });

  it('ASCII words have no marks', () => {
    const words = fc.array(
      fc.stringMatching(/^[a-zA-Z0-9_,:;!?()-]{1,12}$/).filter((word) => !/xn--/i.test(word)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(words, fc.constantFrom<TextKind>('text', 'code', 'path'), (parts, kind) => {
        expect(find(parts.join(' '), kind)).toEqual([]);
      }),
    );
  });
});

describe('decodePunycode', () => {
  it('agrees with the platform on every label that has such a form', () => {
    const letters = fc.constantFrom(...'abz09яжёλωçßøéüא中国日本한국어กไ'.normalize('NFC'), '\u{10400}', '\u{20000}');
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 20 }), (parts) => {
        const ascii = domainToASCII(parts.join(''));
        fc.pre(ascii.startsWith('xn--'));

        expect(decodePunycode(ascii.slice(4))).toBe(domainToUnicode(ascii));
      }),
      { numRuns: randomCases(2_000) },
    );
  });

  it.each(['99999999', 'a!', '-', 'ü', 'a-ü', 'zzzzzzzzzzzz'])(
    'rejects %j or returns a label that does not encode to it',
    (label) => {
      const decoded = decodePunycode(label);

      expect(decoded === undefined || domainToASCII(decoded) !== `xn--${label}`).toBe(true);
    },
  );
});

describe('findDeceptiveValues', () => {
  const summary = (value: JSONValue): unknown[] =>
    findDeceptiveValues(value).map((found) => [found.path.join('/'), found.in, ...places(found.marks)]);

  it('finds names and values, in the order of the input', () => {
    const input = { a: ['ok', { 'b\u200B': 'x\u202Ey' }], n: 1, t: null, z: 'p\u0430y' };

    expect(summary(input)).toEqual([
      ['a/1/b\u200B', 'key', 'invisible@1-2'],
      ['a/1/b\u200B', 'value', 'bidi-control@1-2'],
      ['z', 'value', 'mixed-script@0-3'],
    ]);
  });

  it.each<[string, string, string]>([
    ['fileName', 'a.pdf      .exe', 'padding@5-11'],
    ['target_path', 'a.txt ', 'padding@5-6'],
    ['host', 'аррӏе.com', 'punycode@0-5'],
    ['command', 'rm\u00A0-rf', 'look-alike@2-3'],
    ['sourceUrl', 'https://a.example@b.example', 'userinfo@8-18'],
    ['paths', 'a\u2215b', 'look-alike@1-2'],
  ])('derives the kind from the name %s', (name, text, mark) => {
    expect(summary({ [name]: name === 'paths' ? [text] : text })).toEqual([[expect.any(String), 'value', mark]]);
  });

  it.each([{ profile: 'ends with dots...' }, { file: 'line one. \nline two\n' }, { url: 'none yet' }])(
    'does not misinterpret %j by its name',
    (input) => {
      expect(summary(input)).toEqual([]);
    },
  );

  it('calls the app’s kindOf first', () => {
    const found = findDeceptiveValues(
      { target: 'a.txt ' },
      { kindOf: ([name]) => (name === 'target' ? 'path' : undefined) },
    );

    expect(found.map(({ marks }) => places(marks))).toEqual([['padding@5-6']]);
  });

  it('passes the length limit on', () => {
    expect(findDeceptiveValues(['abcdef'], { maxLength: 3 }).map(({ marks }) => places(marks))).toEqual([['long@3-6']]);
  });

  it('supports deep inputs', () => {
    let value: JSONValue = 'a\u202Eb';
    for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { a: value };

    const [found] = findDeceptiveValues(value);

    expect(found?.path).toHaveLength(20_000);
    expect(places(found?.marks ?? [])).toEqual(['bidi-control@1-2']);
  });
});
