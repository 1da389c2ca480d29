import type { StringTable } from '../../protocol/base/string-table.js';

/** Strings shown in place of a view that is still loading. */
export interface LazyStrings {
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
}

const englishLazy: LazyStrings = {
  loading: 'Loading…',
  failed:
    'This part of the page could not be loaded. Check your connection, or reload the page: it may have been updated.',
  retry: 'Try again',
};

/** The English strings shown in place of a view that is still loading. */
export const lazyStrings: StringTable<'lazy', LazyStrings> = { group: 'lazy', english: englishLazy };
