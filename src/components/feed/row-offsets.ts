/** A line that shows more than itself. */
export interface TallRow {
  readonly index: number;
  /** Pixels that it adds to a line's height. */
  readonly extra: number;
}

/** Where lines stand, from the top, when all have one height but a few. */
export interface RowOffsets {
  /** Pixels. */
  readonly height: number;
  /** By index, ascending. */
  readonly tall: readonly TallRow[];
}

/** Where a line begins, in pixels. */
export function offsetOf({ height, tall }: RowOffsets, index: number): number {
  let offset = index * height;
  for (const row of tall) {
    if (row.index >= index) break;
    offset += row.extra;
  }
  return offset;
}

/** The line at so many pixels from the top. */
export function indexAt({ height, tall }: RowOffsets, offset: number): number {
  let before = 0;
  for (const { index, extra } of tall) {
    const top = index * height + before;
    if (offset < top) break;
    if (offset < top + height + extra) return index;
    before += extra;
  }
  return Math.max(0, Math.floor((offset - before) / height));
}
