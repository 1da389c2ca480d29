/** The replacement for hidden values. */
export const hiddenMark = '[redacted]';

/** Options that hide secrets without truncating anything. */
export const uncut: { readonly maxText: number; readonly maxItems: number } = {
  maxText: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
};
