import type { CallWords } from '../conversation/call-look.js';
import type { FeedLineStrings } from '../words/english/feed.js';

/** Formats numbers and times for a locale. Times (`at`) are milliseconds since 1970. */
export interface FeedFormat {
  readonly number: (value: number) => string;
  /** Formats a duration in milliseconds, seconds with tenths, or minutes and seconds. */
  readonly duration: (milliseconds: number) => string;
  /** Formats the hours and minutes of a time. */
  readonly minute: (at: number) => string;
  /** Formats the seconds and tenths of a time. */
  readonly second: (at: number) => string;
  /** Formats a time of day. */
  readonly clock: (at: number) => string;
}

const made = new Map<string, FeedFormat>();

/**
 * Returns the format for a locale and a time zone; `undefined` stands for those of the system. Cached, because making
 * an `Intl` formatter is more expensive than using it.
 */
export function feedFormat(locale: string | undefined, timeZone?: string): FeedFormat {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = createFeedFormat(locale, timeZone);
  made.set(key, format);
  return format;
}

function createFeedFormat(locale: string | undefined, timeZone: string | undefined): FeedFormat {
  const number = lazily(() => new Intl.NumberFormat(locale));
  const time = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const unit = (name: string, digits = 0) =>
    lazily(() => {
      const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow', ...fraction });
    });
  const milliseconds = unit('millisecond');
  const seconds = [unit('second'), unit('second', 1)] as const;
  const minutes = unit('minute');
  const minute = time({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  // For seconds with tenths alone, Intl writes “9 (second: 3)” in many locales, so they are formatted as a number. This
  // works in all time zones, because their offsets are whole minutes.
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const second = lazily(() => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, ...tenths }));
  const clock = time({ timeStyle: 'medium' });
  return {
    number: (value) => number().format(value),
    duration: (span) => {
      if (span < 1000) return milliseconds().format(Math.round(span));
      if (span < 60_000) return seconds[1]().format(span / 1000);
      const rest = Math.floor(span / 1000) % 60;
      return `${minutes().format(Math.floor(span / 60_000))} ${seconds[0]().format(rest)}`;
    },
    minute: (at) => minute().format(at),
    // The colon shows that these are seconds.
    second: (at) => `:${second().format((Math.floor(at / 100) % 600) / 10)}`,
    clock: (at) => clock().format(at),
  };
}

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** The strings and formats for rows. */
export interface FeedWords {
  readonly feed: FeedLineStrings;
  /** The strings for the states of calls. */
  readonly calls: CallWords;
  readonly format: FeedFormat;
}
