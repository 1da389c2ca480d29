'use client';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { CardFailed } from '../approval/plain-card.js';
import { BatchContext } from '../card/batch-context.js';
import { ClientToolOutlet } from '../outlet/client-tool-outlet.js';
import { scrollToNearest } from '../page-gaps.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import { BatchLine } from './batch-line.js';

/** State of `Batch.Items`: `data-count`. */
export interface BatchItemsState {
  readonly count: 'one' | 'many';
}

/** Props of `Batch.Items`. */
export interface BatchItemsProps {
  /**
   * Renders one call; `index` counts from 0. Default: `ApprovalCard` for approvals, `ClientToolOutlet` for calls that the page answers.
   * That stands there, too, where it throws.
   */
  readonly children?: ((item: PendingItem, index: number) => ReactNode) | undefined;
}

/** The calls in the order in which the model proposed them, as a numbered list; in a long batch, one open and the others as lines. */
export const BatchItems: Part<'ol', BatchItemsState, BatchItemsProps> = part(
  'Batch.Items',
  'ol',
  ({ children: renderItem, ...props }, render) => {
    const { items, run, batch, lines } = useWithin(BatchContext, 'Batch.Items');
    const card = (item: PendingItem): ReactNode =>
      item.kind === 'approval' ? (
        <ApprovalCard run={run} item={item} batch={batch} />
      ) : (
        <ClientToolOutlet run={run} item={item} />
      );
    const children = items.map((item, index) => (
      <ItemRow key={item.id} item={item}>
        {lines.isLine(item) ? null : renderItem === undefined ? (
          card(item)
        ) : (
          <OutletBoundary
            renderFailure={() => (
              <>
                {card(item)}
                <CardFailed />
              </>
            )}
          >
            <Rendered render={renderItem} item={item} index={index} />
          </OutletBoundary>
        )}
      </ItemRow>
    ));
    // Without its marks it is no list to some, unless it says so.
    return render(props, {
      'data-cs': 'batch-items',
      state: { count: items.length > 1 ? 'many' : 'one' },
      role: 'list',
      children,
    });
  },
);

interface ItemRowProps {
  readonly item: PendingItem;
  /** The card; nothing while the call is a line. */
  readonly children: ReactNode;
}

/** A call as a card, or as a line that becomes one, which then has the focus. */
function ItemRow({ item, children }: ItemRowProps): ReactElement {
  const { lines } = useWithin(BatchContext, 'Batch.Items');
  const row = useRef<HTMLLIElement>(null);
  const isWanted = useRef(false);
  const isLine = lines.isLine(item);
  useEffect(() => {
    if (isLine || !isWanted.current) return;
    isWanted.current = false;
    const card = row.current?.querySelector<HTMLElement>('[data-card]');
    (card?.querySelector<HTMLElement>('[data-cs="card-title"]') ?? card)?.focus({ preventScroll: true });
    scrollToNearest(card);
  }, [isLine]);
  const onOpen = (): void => {
    isWanted.current = true;
    lines.open(item);
  };
  return (
    <li ref={row} data-cs="batch-item">
      {isLine ? <BatchLine item={item} onOpen={onOpen} /> : children}
    </li>
  );
}

interface RenderedProps {
  readonly render: NonNullable<BatchItemsProps['children']>;
  readonly item: PendingItem;
  readonly index: number;
}

/** Within the boundary: what an app's function throws, too, is this card's alone. */
function Rendered({ render, item, index }: RenderedProps): ReactNode {
  return render(item, index);
}
