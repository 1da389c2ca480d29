import type { PendingItem } from '../../approval/broker/pending.js';

/** `long`: of four calls and more, one is open and the others are lines. `never`: each call is a card. */
export type Fold = 'long' | 'never';

/** The buttons for several calls that show the calls they would approve. */
export type BulkAction = 'approve-all' | 'approve-low-risk';

/** The calls of a batch that are open; the others are lines. */
export interface BatchLines {
  readonly layout: 'lines' | 'cards';
  readonly isLine: (item: PendingItem) => boolean;
  /** Opens a call in place of the open one. */
  readonly open: (item: PendingItem) => void;
  /** The item ids that a press for several calls has opened, so that the next press approves those that were seen. */
  readonly shown: { readonly by: BulkAction; readonly ids: ReadonlySet<string> } | null;
  readonly show: (shown: BatchLines['shown']) => void;
}
