const englishLazy = {
  loading: 'Loading…',
  failed:
    'This part of the page could not be loaded. Check your connection, or reload the page: it may have been updated.',
  retry: 'Try again',
};

/** The English strings shown in place of a view that is still loading. */
export const lazyStrings = { group: 'lazy' as const, english: englishLazy };
