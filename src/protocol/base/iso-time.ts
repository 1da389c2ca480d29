/** The furthest that a date reaches from 1970, in milliseconds: some 270,000 years. */
const farthest = 8.64e15;

/** A time in ISO 8601, for `<time>`; `undefined` for one that no date reaches, which may as well be never. */
export function isoTime(at: number): string | undefined {
  return Math.abs(at) <= farthest ? new Date(at).toISOString() : undefined;
}
