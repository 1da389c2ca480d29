/** Stands in place of what is not shown. */
export const hiddenMark = '[redacted]';
