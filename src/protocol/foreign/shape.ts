import { isRecord } from '../base/record.js';

/** A function that returns `true` for values of one shape. */
export type Check = (value: unknown) => boolean;

const hasTextType: Check = (value) => typeof value === 'string';
const isFiniteNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const listOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);

/** The checks from which parsers of foreign data are composed. */
export const is: {
  readonly text: Check;
  readonly finite: Check;
  /** A time that a `Date` can hold, in milliseconds since 1970. */
  readonly time: Check;
  readonly flag: Check;
  readonly anything: Check;
  readonly record: Check;
  readonly oneOf: (...names: readonly string[]) => Check;
  readonly listOf: (item: Check) => Check;
  readonly recordOf: (item: Check) => Check;
  readonly maybe: (check: Check) => Check;
  readonly orNull: (check: Check) => Check;
  readonly shape: (members: Readonly<Record<string, Check>>) => Check;
} = {
  text: hasTextType,
  finite: isFiniteNumber,
  time: (value) => isFiniteNumber(value) && Math.abs(Number(value)) <= 8.64e15,
  flag: (value) => typeof value === 'boolean',
  anything: (value) => value !== undefined,
  record: isRecord,
  oneOf:
    (...names) =>
    (value) =>
      names.includes(value as string),
  listOf,
  recordOf: (item) => (value) => isRecord(value) && Object.values(value).every(item),
  maybe: (check) => (value) => value === undefined || check(value),
  orNull: (check) => (value) => value === null || check(value),
  shape: (members) => (value) => isRecord(value) && wrongMember(value, members) === undefined,
};

/** Returns the first member that fails its check. */
export function wrongMember(
  value: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Check>>,
): string | undefined {
  return Object.keys(members).find((name) => members[name]?.(value[name]) === false);
}
