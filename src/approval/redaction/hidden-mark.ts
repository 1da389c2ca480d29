/** Stands in place of what is not shown. */
export const hiddenMark = '[redacted]';

/** Hides what is hidden, and cuts nothing. */
export const uncut: { readonly maxText: number; readonly maxItems: number } = {
  maxText: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
};
