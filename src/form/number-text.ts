import { isExactNumber, significantDigits } from '../protocol/foreign/exact-number.js';

/** A typed number: its value, or the reason why the text cannot become one. */
type NumberText =
  | { readonly status: 'number'; readonly value: number }
  | { readonly status: 'not-a-number' }
  /** A number that would be rounded: JSON numbers here have about 17 digits. */
  | { readonly status: 'inexact' }
  /** A comma that could separate thousands or decimals: `1,500`. */
  | { readonly status: 'ambiguous' };

/**
 * Parses a typed number, with the digits and separators of the user's language if only one number can be meant. A
 * number that would be changed is rejected.
 */
export function parseNumber(typed: string): NumberText {
  const text = withPlainCharacters(typed);
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return { status: 'ambiguous' };
  const plain = withoutSeparators(text);
  if (significantDigits(plain) === null) return { status: 'not-a-number' };
  return isExactNumber(plain) ? { status: 'number', value: Number(plain) || 0 } : { status: 'inexact' };
}

/** The zeros of the scripts whose digits keyboards type: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros: readonly number[] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

const signs: Readonly<Record<string, string>> = {
  '\u2212': '-',
  '\u2013': '-',
  '\uFF0D': '-',
  '\uFF0B': '+',
  '\uFF0E': '.',
  '\u066B': '.',
  '\uFF0C': ',',
};

/** Replaces digits, signs and points by those of ASCII. Removes direction marks, which some keyboards add to a sign. */
function withPlainCharacters(typed: string): string {
  return typed
    .replace(/[\u061C\u200E\u200F]/g, '')
    .replace(/\p{Nd}/gu, (digit) => {
      const value = digit.charCodeAt(0);
      const zero = zeros.find((first) => value >= first && value < first + 10);
      return zero === undefined ? digit : String(value - zero);
    })
    .replace(/[\u2212\u2013\uFF0D\uFF0B\uFF0E\u066B\uFF0C]/g, (sign) => signs[sign] ?? sign)
    .trim();
}

/**
 * A number in groups of three digits, with one kind of separator, and the decimal point or comma that the separator
 * leaves.
 */
const grouped =
  /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}|(?:[ \u00A0\u2009\u202F'\u2019\u066C]\d{3})+(?:[.,]\d+)?)$/;

/** Removes group separators, and turns a decimal comma into a point. */
function withoutSeparators(text: string): string {
  if (!grouped.test(text)) return text.replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const [, fraction] = /[.,](\d+)$/.exec(text) ?? [];
  const kinds = new Set(text.match(/[^\d+-]/g)).size;
  if (fraction === undefined || kinds === 1) return text.replace(/[^\d+-]/g, '');
  return `${text.slice(0, -fraction.length - 1).replace(/[^\d+-]/g, '')}.${fraction}`;
}

/** Returns the next number up or down, on the grid of the steps, within the limits. */
export function stepped(value: number, direction: 1 | -1, limits: NumberLimits): number {
  const step = limits.step ?? 1;
  const places = Math.min(12, (String(step).split('.')[1] ?? '').length);
  const grid = direction === 1 ? Math.floor(value / step + 1e-9) + 1 : Math.ceil(value / step - 1e-9) - 1;
  const next = Number((grid * step).toFixed(places));
  const { min = -Infinity, max = Infinity } = limits;
  return Math.min(max, Math.max(min, next));
}

/** The numbers that a schema allows. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** The step between allowed numbers; 1 for whole numbers. */
  readonly step?: number;
}
