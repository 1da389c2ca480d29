'use client';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';

/** State of `Batch.Bulk`: `data-state`. */
interface BatchBulkState {
  /** `review`: the calls that a press would approve are open, and wait for that press. */
  readonly state: 'ready' | 'review';
}

/**
 * The buttons for several calls, as one group that moves as a whole. The style sheet shows them in a row, and behind
 * one button where there is little room. Renders nothing while there are fewer than two calls to answer.
 */
export const BatchBulk: Part<'div', BatchBulkState> = part('Batch.Bulk', 'div', ({ children, ...props }, render) => {
  const { open, lines, asking } = useWithin(BatchContext, 'Batch.Bulk');
  const strings = useWords(batchStrings);
  const more = useRef<HTMLSpanElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isReview = lines.shown !== null;
  useEffect(() => {
    const element = items.current;
    const button = more.current?.querySelector('button');
    // Not as a prop: React 18 does not know it.
    if (button !== null && button !== undefined) button.popoverTargetElement = element;
    const onToggle = ({ newState }: ToggleEvent): void => setOpen(newState === 'open');
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  });
  useEffect(() => {
    const element = items.current;
    // The press came from the popover, which is closed.
    if (isReview && element !== null && focusedElement(element) === null) element.querySelector('button')?.focus();
  }, [isReview]);
  if (open.length < 2 || asking !== 'nothing') return null;
  const close = ({ target }: MouseEvent): void => {
    if (isOpen && (target as Element).closest('button') !== null) items.current?.hidePopover();
  };
  const inside = (
    <>
      <span ref={more} data-cs="bulk-more">
        <Button action="more" look="quiet" aria-label={strings.more} aria-expanded={isOpen} onPress={() => {}}>
          <Glyph name="more" />
        </Button>
      </span>
      {/* biome-ignore lint/a11y: its buttons take the press, and it only closes behind them */}
      <div ref={items} data-cs="bulk-items" popover="auto" onClick={close}>
        {children}
      </div>
    </>
  );
  return render(props, {
    'data-cs': 'bulk',
    state: { state: isReview ? 'review' : 'ready' },
    children: inside,
  });
});
