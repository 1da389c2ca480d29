'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { CardFailed } from '../approval/plain-card.js';
import { useBatch } from '../card/batch-context.js';
import { ClientToolOutlet } from '../outlet/client-tool-outlet.js';
import { type PartProps, renderPart } from '../part/part.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';

/** State of `Batch.Items`: `data-count`. */
export interface BatchItemsState extends Record<string, string> {
  readonly count: 'one' | 'many';
}

/** Props of `Batch.Items`. */
export interface BatchItemsProps extends Omit<PartProps<'ol', BatchItemsState>, 'children'> {
  /**
   * Renders one call; `index` counts from 0. Default: `ApprovalCard` for approvals, `ClientToolOutlet` for calls that the page answers.
   * That stands there, too, where it throws.
   */
  readonly children?: ((item: PendingItem, index: number) => ReactNode) | undefined;
}

/** The calls in the order in which the model proposed them, as a numbered list. */
export const BatchItems: ForwardRefExoticComponent<BatchItemsProps & RefAttributes<HTMLOListElement>> = forwardRef(
  function BatchItems({ children: render, ...props }: BatchItemsProps, ref) {
    const { items, run, batch } = useBatch('Batch.Items');
    const card = (item: PendingItem): ReactNode =>
      item.kind === 'approval' ? (
        <ApprovalCard run={run} item={item} batch={batch} />
      ) : (
        <ClientToolOutlet run={run} item={item} />
      );
    const children = items.map((item, index) => (
      <li key={item.id} data-cs="batch-item">
        {render === undefined ? (
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
            <Rendered render={render} item={item} index={index} />
          </OutletBoundary>
        )}
      </li>
    ));
    const state: BatchItemsState = { count: items.length > 1 ? 'many' : 'one' };
    // Without its marks it is no list to some, unless it says so.
    return renderPart<'ol', BatchItemsState>(
      'ol',
      { ...props, children },
      { slot: 'batch-items', state, own: { role: 'list' }, ref },
    );
  },
);

export declare namespace BatchItems {
  type Props = BatchItemsProps;
  type State = BatchItemsState;
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
