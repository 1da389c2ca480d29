import type { RedactOptions } from './redact.js';

/** Stands in place of what is not shown. */
export const hiddenMark = '[redacted]';

/** Hides what is hidden, and cuts nothing. */
export const uncut: Pick<RedactOptions, 'maxText' | 'maxItems'> = {
  maxText: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
};
