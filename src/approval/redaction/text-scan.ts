/** A part of a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns `true` when a character code belongs to a set. */
export type CharTest = (code: number) => boolean;

/** Returns a test for characters that uses a table for ASCII, and `beyond` for all others. */
export function charsOf(pattern: RegExp, beyond: CharTest = () => false): CharTest {
  const table = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => (code < 128 ? table[code] === true : beyond(code));
}

/** Matches space and tab. */
export const isBlank: CharTest = charsOf(/[ \t]/);

/**
 * Reads a text and counts the characters that it reads. Searches in hostile texts have to be linear, and tests can
 * verify that with a count, but not with a clock.
 */
export class TextScan {
  readonly text: string;
  /** The number of characters that were read. */
  looked = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the end of the run of characters that begins at `start`. */
  endOf(start: number, isIn: CharTest, limit: number = Number.POSITIVE_INFINITY): number {
    const last = Math.min(this.text.length, start + limit);
    let at = start;
    while (at < last && isIn(this.text.charCodeAt(at))) at++;
    this.looked += at - start + 1;
    return at;
  }

  /** Returns the start of the run of characters that ends at `end`. */
  startOf(end: number, isIn: CharTest, limit: number): number {
    const first = Math.max(0, end - limit);
    let at = end;
    while (at > first && isIn(this.text.charCodeAt(at - 1))) at--;
    this.looked += end - at + 1;
    return at;
  }

  /** Returns a part of the text, and counts it as read. */
  slice(start: number, end: number): string {
    this.looked += Math.max(0, Math.min(end, this.text.length) - Math.max(0, start));
    return this.text.slice(Math.max(0, start), end);
  }
}

/** Returns spans in order, with touching and overlapping ones merged. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

/** Returns `true` for a path with a well-known root folder, or one that starts at `.`, `..`, `~` or a drive. */
export function isPathLike(text: string): boolean {
  return /^(?:~|\.{1,2}|[A-Za-z]:)\/|^\/(?:bin|boot|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)\//i.test(
    text,
  );
}
