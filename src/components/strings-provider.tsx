'use client';
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { StringTable } from '../words/string-table.js';
import type { CountersignStrings, StringOverrides } from '../words/strings.js';
import { createFormat, type Format } from './format.js';
import { useHydrated } from './part/use-hydrated.js';
import { withVisibleArguments } from './visible-arguments.js';

const noStrings: StringOverrides = Object.freeze({});

/**
 * The strings that replace those of the tables. Each component imports its own table, so that a page loads only the
 * strings that it shows.
 */
export const StringsContext: Context<StringOverrides> = createContext(noStrings);

/**
 * The formats. A server knows neither the reader's locale nor their time zone, and hydration must render its markup.
 */
interface Formats {
  readonly first: Format;
  readonly later: Format;
}

const FormatContext: Context<Formats> = createContext(createFormats(undefined));

function createFormats(locale: string | undefined): Formats {
  return { first: createFormat(locale ?? 'en', 'UTC'), later: createFormat(locale) };
}

/** Props of {@link StringsProvider}. */
interface StringsProviderProps {
  /** The strings to replace. Keep the object outside the component to avoid needless rendering. Default: none. */
  readonly strings?: StringOverrides;
  /**
   * The locale of numbers, sizes and times: a BCP 47 tag such as `de-CH`. Default: that of the provider around, or else
   * the system's.
   */
  readonly locale?: string;
  /** The components with these strings. */
  readonly children?: ReactNode;
}

/**
 * Replaces strings of the components inside: another language, another tone. The page sets the text direction: set
 * `dir` on an element around.
 *
 * @throws RangeError when `locale` is not a BCP 47 tag.
 * @example <StringsProvider strings={arabicStrings} locale="ar-EG"><AgentChat run={run} /></StringsProvider>
 * @example <StringsProvider strings={{ approval: { approve: 'Genehmigen' } }}><AgentChat run={run} /></StringsProvider>
 */
export function StringsProvider({ strings = noStrings, locale, children }: StringsProviderProps): ReactElement {
  const outer = useContext(StringsContext);
  const merged = useMemo(() => mergeOverrides(outer, strings), [outer, strings]);
  const outerFormat = useContext(FormatContext);
  const format = useMemo(() => (locale === undefined ? outerFormat : createFormats(locale)), [outerFormat, locale]);
  return (
    <FormatContext.Provider value={format}>
      <StringsContext.Provider value={merged}>{children}</StringsContext.Provider>
    </FormatContext.Provider>
  );
}

/** Returns the current strings of a table; the same object until they change. A table may hold a part of its group. */
export function useWords<GROUP extends keyof CountersignStrings, WORDS extends Partial<CountersignStrings[GROUP]>>(
  table: StringTable<GROUP, WORDS>,
): WORDS {
  const overrides = useContext(StringsContext);
  const own = overrides[table.group];
  return useMemo(
    () => withVisibleArguments(own === undefined ? table.english : { ...table.english, ...own }),
    [table, own],
  );
}

/**
 * Returns the current format of numbers, sizes and times. On a server, and during hydration, times are in UTC, and
 * without a `locale` at the provider everything is formatted as in English.
 */
export function useFormat(): Format {
  const { first, later } = useContext(FormatContext);
  return useHydrated() ? later : first;
}

/** Merges group by group: no group has nested groups that could be replaced in part. */
function mergeOverrides(outer: StringOverrides, inner: StringOverrides): StringOverrides {
  const merged = Object.entries(inner).map(([group, words]) => [
    group,
    { ...outer[group as keyof StringOverrides], ...words }, // its own keys
  ]);
  return { ...outer, ...Object.fromEntries(merged) };
}
