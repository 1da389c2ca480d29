import { charactersAt, type DeceptiveMark, maxMarks, type TextKind } from './deceptive-mark.js';
import { rightToLeft } from './right-to-left.js';

const selector = '[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]';
const ignorable = '\\p{Default_Ignorable_Code_Point}';
const emoji = `\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F](?!${selector}))?\\p{Emoji_Modifier}?`;
const joining =
  'Adlam Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Mandaic Mongolian Myanmar Nko Oriya Sinhala Syriac Tamil Telugu Tibetan'
    .split(' ')
    .map((script) => `\\p{sc=${script}}`)
    .join('');
const [england, scotland, wales] = ['gbeng', 'gbsct', 'gbwls'].map((flag) =>
  [...flag].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(''),
);

/**
 * Sequences in which invisible characters are legitimate. They are skipped together with the characters they belong to.
 */
const ordinary: readonly string[] = [
  // Only these three flags are rendered. Other tags after a flag are hidden text.
  `\\u{1F3F4}(?:${england}|${scotland}|${wales})\\u{E007F}`,
  `${emoji}(?:\\u200D${emoji}){0,9}`,
  '[0-9#*]\\uFE0F\\u20E3',
  `[\\p{sc=Han}\\p{sc=Myanmar}\\p{sc=Phags_Pa}\\p{Sm}\\u3001\\u3002\\uFF01-\\uFF1F]${selector}(?!${ignorable})`,
  '\\p{sc=Mongolian}[\\u180B-\\u180F](?![\\u180B-\\u180F])',
  '[\\u1100-\\u11FF][\\u115F\\u1160]|[\\u115F\\u1160](?=[\\u1161-\\u11FF])',
  '\\p{M}\\u034F(?=\\p{M})',
  '[\\u2801-\\u28FF]\\u2800+|\\u2800+(?=[\\u2801-\\u28FF])',
];
const joiners = `(?=[\\p{L}\\p{M}])[${joining}][\\u200C\\u200D](?!${ignorable})`;
/** Positions where a line may break: inside a word, or in scripts that have no spaces between words. */
const breaks = `\\p{L}\\u00AD(?=\\p{L})|[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]\\u200B(?!${ignorable})`;

const escapes = '\\x1B\\][^\\x07\\x1B]*(?:\\x07|\\x1B\\\\)|(?:\\x1B\\[|\\x9B)[0-?]*[ -/]*[@-~]';

function scanner(kind: TextKind): RegExp {
  const isProse = kind === 'text' || kind === 'code';
  const skipped = [
    ...ordinary,
    ...(kind === 'host' ? [] : [joiners]),
    ...(kind === 'text' ? [breaks] : []),
    ...(isProse ? ['^\\uFEFF', '\\r+(?:\\n|$)'] : []),
  ];
  // A character that may begin an escape sequence is a match of its own, so that the sequence after it is still found.
  const controls = isProse ? '\\r+|[\\0-\\x08\\x0B\\x0C\\x0E-\\x1A' : '[\\0-\\x1A';
  return new RegExp(
    [
      ...skipped,
      '(?<bidi>\\p{Bidi_Control}+)',
      `(?<invisible>(?:(?!\\p{Bidi_Control})[${ignorable}\\u2800\\uFFF9-\\uFFFC])+)`,
      `(?<control>${escapes}|[\\x1B\\x9B]|${controls}\\x1C-\\x1F\\x7F-\\x9A\\x9C-\\x9F\\u2028\\u2029\\p{Cs}]+)`,
      `(?<stacked>(?:(?!${ignorable})[\\p{Mn}\\p{Me}]){6,})`,
    ].join('|'),
    'gu',
  );
}

const scanners = new Map<TextKind, RegExp>();

/**
 * Finds characters that are invisible or change how others are shown, except where a language or an emoji needs them.
 *
 * Single left-to-right and right-to-left marks are ordinary in prose with right-to-left letters; overrides, embeddings
 * and isolates are always marked. A carriage return is ordinary at the end of a line.
 */
export function findHiddenCharacters(text: string, kind: TextKind): readonly DeceptiveMark[] {
  const pattern = scanners.get(kind) ?? scanner(kind);
  scanners.set(kind, pattern);
  const mayTurn = kind === 'text' && rightToLeft.test(text);
  const marks: DeceptiveMark[] = [];
  for (const { groups = {}, index } of text.matchAll(pattern)) {
    if (marks.length > maxMarks) break;
    const { bidi, invisible, control, stacked } = groups;
    if (bidi !== undefined) {
      if (!mayTurn || !/^[\u061C\u200E\u200F]$/.test(bidi))
        marks.push({ kind: 'bidi-control', ...charactersAt(bidi, index) });
    } else if (invisible !== undefined) {
      const hidden = readHidden(invisible);
      marks.push({ kind: 'invisible', ...charactersAt(invisible, index), ...(hidden === '' ? {} : { hidden }) });
    } else if (control !== undefined) marks.push({ kind: 'control', ...charactersAt(control, index) });
    else if (stacked !== undefined) marks.push({ kind: 'stacked', ...charactersAt(stacked, index) });
  }
  return marks;
}

/**
 * Decodes text that is hidden in tag characters (one per ASCII character), or in variation selectors (one per byte).
 */
function readHidden(run: string): string {
  const tags: number[] = [];
  const bytes: number[] = [];
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code < 0xe007f) tags.push(code - 0xe0000);
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
  }
  if (tags.length + bytes.length === 0) return '';
  const decoded = new TextDecoder().decode(Uint8Array.from(tags.length > 0 ? tags : bytes));
  // The result is shown on screen, so only plain text is accepted.
  return /^[^\p{C}\uFFFD]+$/u.test(decoded) ? decoded : '';
}
