import type { FeedContextValue } from './feed-context.js';

/** A key, the line that it is pressed on, and how many lines a page has. */
export interface FeedMove {
  readonly key: string;
  readonly at: number;
  readonly page: number;
}

/** Does what a key of a tree grid does: gives the line to go to, the same for one that stays; `undefined` for other keys. */
export function moveIn(feed: FeedContextValue, { key, at, page }: FeedMove): number | undefined {
  const { view, folded, open, actions } = feed;
  const row = view.row(at);
  const to = (index: number): number => Math.max(0, Math.min(view.length - 1, index));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + page);
    case 'PageUp':
      return to(at - page);
    case 'Home':
      return 0;
    case 'End':
      return view.length - 1;
    case 'Enter':
    case ' ':
      if (row === undefined) return undefined;
      actions.open(row, !open.has(row.key));
      return at;
    case 'ArrowRight':
      if (row?.isGroup === undefined) return undefined;
      if (!folded.has(row.key)) return to(at + 1);
      actions.fold(row, false);
      return at;
    case 'ArrowLeft':
      if (row === undefined) return undefined;
      if (row.isGroup === undefined || folded.has(row.key)) return to(Math.max(view.indexOf(row.parent), 0));
      actions.fold(row, true);
      return at;
    default:
      return undefined;
  }
}
