const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Returns `true` if JavaScript represents a decimal number exactly: `1.50e2` is `150`. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && significantDigits(String(value)) === significantDigits(text);
}

/**
 * Returns the digits and the power of ten of a number: `1.50e2` and `150` have the same. Returns `null` for other text.
 */
export function significantDigits(text: string): string | null {
  const match = decimal.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (match === null || whole + fraction === '') return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  const exact = digits.replace(/0+$/, '');
  if (exact === '') return '0';
  return `${sign === '-' ? '-' : ''}${exact}e${Number(power) - fraction.length + digits.length - exact.length}`;
}
