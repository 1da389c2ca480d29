import { isExactNumber, significantDigits } from '../protocol/foreign/exact-number.js';

/** A typed number: its value, or why the text cannot become one. */
export type NumberText =
  | { readonly status: 'number'; readonly value: number }
  | { readonly status: 'not-a-number' }
  /** It is one, but would be rounded: JSON numbers here have about 17 digits. */
  | { readonly status: 'inexact' };

/** Reads what a person typed. A number that would come out as another one is refused rather than changed. */
export function parseNumber(typed: string): NumberText {
  const text = typed.trim();
  if (significantDigits(text) === null) return { status: 'not-a-number' };
  return isExactNumber(text) ? { status: 'number', value: Number(text) || 0 } : { status: 'inexact' };
}

/** The next number up or down, on the grid of the steps, within the limits. */
export function stepped(value: number, direction: 1 | -1, limits: NumberLimits): number {
  const step = limits.step ?? 1;
  const places = Math.min(12, (String(step).split('.')[1] ?? '').length);
  const grid = direction === 1 ? Math.floor(value / step + 1e-9) + 1 : Math.ceil(value / step - 1e-9) - 1;
  const next = Number((grid * step).toFixed(places));
  const { min = -Infinity, max = Infinity } = limits;
  return Math.min(max, Math.max(min, next));
}

/** What a schema allows of a number. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Numbers on the grid of this one are allowed; 1 for whole numbers. */
  readonly step?: number;
}
