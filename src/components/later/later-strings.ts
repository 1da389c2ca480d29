import type { StringTable } from '../../protocol/base/string-table.js';

/** Words in place of what is still to be loaded. */
export interface LaterStrings {
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
}

const englishLater: LaterStrings = {
  loading: 'Loading…',
  failed: 'This part of the page could not be loaded. You may be offline.',
  retry: 'Try again',
};

/** The English words in place of what is still to be loaded. */
export const laterStrings: StringTable<'later', LaterStrings> = { group: 'later', english: englishLater };
