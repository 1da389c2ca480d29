import type { RedactOptions } from './redact.js';

/** Hides what is hidden, and cuts nothing. */
export const uncut: Pick<RedactOptions, 'maxText' | 'maxItems'> = {
  maxText: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
};
