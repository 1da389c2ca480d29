import type { PendingItem } from '../../approval/broker/pending.js';

/** `long`: of four calls and more, one is open and the others are lines. `never`: each call is a card. */
export type Fold = 'long' | 'never';

/** Which button for several shows what it would approve. */
export type BulkAction = 'approve-all' | 'approve-low-risk';

/** Which calls of a batch are open, and which are lines. */
export interface BatchLines {
  readonly layout: 'lines' | 'cards';
  readonly isLine: (item: PendingItem) => boolean;
  /** Opens one, in place of the one that is open. */
  readonly open: (item: PendingItem) => void;
  /** What a press for several has opened, by the ids of the items, so that the next one approves what was seen. */
  readonly shown: { readonly by: BulkAction; readonly ids: ReadonlySet<string> } | null;
  readonly show: (shown: BatchLines['shown']) => void;
}
