/** A stretch of a text; `end` is the first place behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which characters belong to a stretch, by their code. */
export type CharTest = (code: number) => boolean;

/** Tells ASCII characters by a table; of all others, `beyond` decides. */
export function charsOf(pattern: RegExp, beyond: CharTest = () => false): CharTest {
  const table = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => (code < 128 ? table[code] === true : beyond(code));
}

/** Space and tab: what stands between words of one line. */
export const isBlank: CharTest = charsOf(/[ \t]/);

/**
 * Reads a text in stretches, and counts the characters that it looks at: searches over hostile texts have to stay linear, and a
 * count shows it where a clock would not.
 */
export class TextScan {
  readonly text: string;
  /** How many characters were looked at so far. */
  looked = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Where the stretch that begins at `start` ends. */
  endOf(start: number, isIn: CharTest, limit: number = Number.POSITIVE_INFINITY): number {
    const last = Math.min(this.text.length, start + limit);
    let at = start;
    while (at < last && isIn(this.text.charCodeAt(at))) at++;
    this.looked += at - start + 1;
    return at;
  }

  /** Where the stretch that ends at `end` begins. */
  startOf(end: number, isIn: CharTest, limit: number): number {
    const first = Math.max(0, end - limit);
    let at = end;
    while (at > first && isIn(this.text.charCodeAt(at - 1))) at--;
    this.looked += end - at + 1;
    return at;
  }

  /** Part of the text, looked at as a whole. */
  slice(start: number, end: number): string {
    this.looked += Math.max(0, Math.min(end, this.text.length) - Math.max(0, start));
    return this.text.slice(Math.max(0, start), end);
  }
}

/** Spans in order, those that meet or overlap made one. */
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

/** A path that says so: a folder that every system has, or one from here or from home. Commands are called by such. */
export function isPathLike(text: string): boolean {
  return /^(?:~|\.{1,2}|[A-Za-z]:)\/|^\/(?:bin|boot|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)\//i.test(
    text,
  );
}
