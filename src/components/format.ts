/** Formats numbers, sizes and times for a locale. */
export interface Format {
  /** A BCP 47 tag; `undefined` for the system's. */
  readonly locale: string | undefined;
  /** An IANA name; `undefined` for the system's. */
  readonly timeZone: string | undefined;
  readonly number: (value: number) => string;
  /** Formats a size in bytes. */
  readonly bytes: (value: number) => string;
  /** Formats a span in milliseconds, in whole seconds, minutes or hours: the two largest units. */
  readonly duration: (milliseconds: number) => string;
  /** Formats how long an action took: seconds, with tenths or `whole`, or minutes and seconds. */
  readonly elapsed: (milliseconds: number, digits?: 'tenths' | 'whole') => string;
  /** Formats a time of day, to the minute; `at` is milliseconds since 1970. */
  readonly time: (at: number) => string;
  /** Formats a date and time; `at` is milliseconds since 1970. */
  readonly moment: (at: number) => string;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns the format of a locale. `Intl` objects are created once, on first use. */
export function createFormat(locale: string | undefined, timeZone?: string): Format {
  const made = new Map<string, Intl.NumberFormat>();
  const numbers = (unit?: string): Intl.NumberFormat => {
    const known = made.get(unit ?? '');
    if (known !== undefined) return known;
    // The short form of a byte has no plural.
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const style = unit === undefined ? {} : { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 };
    const format = new Intl.NumberFormat(locale, style as Intl.NumberFormatOptions);
    made.set(unit ?? '', format);
    return format;
  };
  const narrow = (unit: string, digits: number): Intl.NumberFormat => {
    const key = `${unit} ${digits}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow', ...fraction });
    made.set(key, format);
    return format;
  };
  return {
    locale,
    timeZone,
    number: (value) => numbers().format(value),
    bytes: (value) => {
      const power = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(value, 1)) / 3));
      return numbers(sizes[power] ?? 'byte').format(value / 1000 ** power);
    },
    duration: (milliseconds) => {
      const seconds = Math.max(0, Math.round(milliseconds / 1000));
      const parts = [
        ['hour', Math.floor(seconds / 3600)],
        ['minute', Math.floor(seconds / 60) % 60],
        ['second', seconds % 60],
      ] as const;
      const first = parts.findIndex(([, value]) => value > 0);
      const shown = first < 0 ? parts.slice(2) : parts.slice(first, first + 2);
      // “5 min 0 sec” says no more than “5 min”.
      const told = shown.filter(([, value], at) => at === 0 || value > 0);
      return told.map(([unit, value]) => numbers(unit).format(value)).join(' ');
    },
    elapsed: (milliseconds, digits = 'tenths') => {
      const tenths = Math.max(1, Math.floor(milliseconds / 100));
      const seconds = Math.floor(tenths / 10);
      if (seconds < 60)
        return digits === 'whole' ? narrow('second', 0).format(seconds) : narrow('second', 1).format(tenths / 10);
      return `${narrow('minute', 0).format(Math.floor(seconds / 60))} ${narrow('second', 0).format(seconds % 60)}`;
    },
    time: (at) => new Date(at).toLocaleTimeString(locale, { timeZone, timeStyle: 'short' }),
    moment: (at) => new Date(at).toLocaleString(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  };
}
