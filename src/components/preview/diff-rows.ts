import type { Comparison, DiffBlock } from './compare-lines.js';

/** One line of one side. */
export interface DiffSide {
  readonly line: number;
  readonly text: string;
}

/** One row: a line of both texts, a changed line of one or both, or folded lines. */
export type DiffRow =
  | { readonly type: 'same' | 'changed'; readonly before?: DiffSide; readonly after?: DiffSide }
  | { readonly type: 'fold'; readonly key: string; readonly count: number };

/** The layout of the texts: below each other, or side by side. */
export type DiffLayout = 'unified' | 'split';

/** The number of unchanged lines to show around a change. */
const context = 3;

/** Lays out a comparison; unchanged lines far from a change are folded, unless their fold is in `unfolded`. */
export function toRows(
  { blocks }: Pick<Comparison, 'blocks'>,
  layout: DiffLayout,
  unfolded: ReadonlySet<string>,
): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  for (const [at, block] of blocks.entries()) {
    const isLast = block.removed.length === 0 && block.added.length === 0;
    const first = at === 0 ? 0 : context;
    const last = isLast ? 0 : context;
    pushSame(rows, block, { first, last, unfolded });
    pushChanged(rows, block, layout);
  }
  return rows;
}

interface Fold {
  readonly first: number;
  readonly last: number;
  readonly unfolded: ReadonlySet<string>;
}

function pushSame(rows: DiffRow[], { before, after, same }: DiffBlock, { first, last, unfolded }: Fold): void {
  const key = String(before);
  const count = same.length - first - last;
  // A fold takes a line itself.
  const isFolded = count > 1 && !unfolded.has(key);
  for (const [at, text] of same.entries()) {
    if (isFolded && at === first) rows.push({ type: 'fold', key, count });
    if (isFolded && at >= first && at < first + count) continue;
    rows.push({ type: 'same', before: { line: before + at, text }, after: { line: after + at, text } });
  }
}

function pushChanged(rows: DiffRow[], block: DiffBlock, layout: DiffLayout): void {
  const removed = block.removed.map((text, at) => ({ line: block.before + block.same.length + at, text }));
  const added = block.added.map((text, at) => ({ line: block.after + block.same.length + at, text }));
  if (layout === 'unified') {
    for (const before of removed) rows.push({ type: 'changed', before });
    for (const after of added) rows.push({ type: 'changed', after });
    return;
  }
  for (let at = 0; at < Math.max(removed.length, added.length); at++) {
    const [before, after] = [removed[at], added[at]];
    rows.push({ type: 'changed', ...(before && { before }), ...(after && { after }) });
  }
}

/**
 * Returns the counterpart of each changed line, so that words can be compared: `-12` is line 12 of the first text,
 * `+12` of the second.
 */
export function counterparts({ blocks }: Pick<Comparison, 'blocks'>): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const { before, after, same, removed, added } of blocks) {
    for (let at = 0; at < Math.min(removed.length, added.length); at++) {
      pairs.set(`-${before + same.length + at}`, added[at] ?? '');
      pairs.set(`+${after + same.length + at}`, removed[at] ?? '');
    }
  }
  return pairs;
}
