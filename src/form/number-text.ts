/** A typed number: its value, or why the text cannot become one. */
export type NumberText =
  | { readonly status: 'number'; readonly value: number }
  | { readonly status: 'not-a-number' }
  /** It is one, but would be rounded: JSON numbers here have about 17 digits. */
  | { readonly status: 'inexact' };

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Reads what a person typed. A number that would come out as another one is refused rather than changed. */
export function parseNumber(typed: string): NumberText {
  const text = typed.trim();
  const digits = significant(text);
  if (digits === null) return { status: 'not-a-number' };
  const value = Number(text);
  return Number.isFinite(value) && significant(String(value)) === digits
    ? { status: 'number', value: value === 0 ? 0 : value }
    : { status: 'inexact' };
}

/** The digits and the power of ten that make a number: `1.50e2` and `150` have the same. */
function significant(text: string): string | null {
  const match = decimal.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (match === null || whole + fraction === '') return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign === '-' ? '-' : ''}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
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
