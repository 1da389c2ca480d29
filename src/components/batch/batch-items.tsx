'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
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
interface BatchItemsState {
  readonly count: 'one' | 'many';
}

/** Props of `Batch.Items`. */
interface BatchItemsProps {
  /**
   * Renders one call; `index` starts at 0. Default: `ApprovalCard` for approvals, `ClientToolOutlet` for external
   * calls. If it throws, the default is rendered.
   */
  readonly children?: ((item: PendingItem, index: number) => ReactNode) | undefined;
}

/** The calls in the model's order, as a numbered list; in a long batch, one is open and the others are lines. */
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
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
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

/** A call as a card, or as a line that opens as a card and receives the focus. */
function ItemRow({ item, children }: ItemRowProps): ReactElement {
  const { lines } = useWithin(BatchContext, 'Batch.Items');
  const row = useRef<HTMLLIElement>(null);
  const isWanted = useRef(false);
  const isLine = lines.isLine(item);
  const [wasLine, setWasLine] = useState(isLine);
  if (isLine && !wasLine) setWasLine(true);
  useEffect(() => {
    if (isLine || !isWanted.current) return;
    isWanted.current = false;
    const card = row.current?.querySelector<HTMLElement>('[data-card]');
    (card?.querySelector<HTMLElement>('[data-cs="card-title"]') ?? card)?.focus({ preventScroll: true });
    scrollToNearest(card);
    // While the card unfolds, its end is not known.
    void unfolded(card).then(() => scrollToNearest(card));
  }, [isLine]);
  const onOpen = (): void => {
    isWanted.current = true;
    lines.open(item);
  };
  return (
    <li ref={row} data-cs="batch-item" data-opened={wasLine && !isLine ? '' : undefined}>
      {isLine ? <BatchLine item={item} onOpen={onOpen} /> : children}
    </li>
  );
}

/** Resolves once the animations of a card have ended. */
async function unfolded(card: HTMLElement | null | undefined): Promise<void> {
  const animations = card?.getAnimations?.() ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}

interface RenderedProps {
  readonly render: NonNullable<BatchItemsProps['children']>;
  readonly item: PendingItem;
  readonly index: number;
}

/** Inside the boundary, so that an error in the app's function affects only this card. */
function Rendered({ render, item, index }: RenderedProps): ReactNode {
  return render(item, index);
}
