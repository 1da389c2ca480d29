'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type PropsWithoutRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { textViews } from '../../approval/text-checks/text-checks.js';
import { textChecksPart } from '../../approval/text-checks/text-checks-part.js';
import { whenIdle } from '../../protocol/base/lazy-part.js';
import { Meanwhile } from './later-view.js';
import { useLaterPart } from './use-later-part.js';

// Said as the module is loaded, which it is with any view that needs the checks: a run then has them before it shows anything.
textViews.state = 'present';

/** What stands there while texts cannot be looked through: words and a way to try again, or within a line of text `…`. */
type Place = 'block' | 'text';

/** Props of {@link Checked}. */
export interface CheckedProps {
  readonly place?: Place;
  /** `nothing`: there is no text in it yet, so that it is shown at once. Default `texts`. */
  readonly holds?: 'texts' | 'nothing';
  readonly children: ReactNode;
}

/**
 * Shows what is in it once secrets can be hidden and what deceives can be marked. A run has that loaded before it shows anything: only a view
 * without one, such as a list of events from a file, may have to wait here.
 */
export function Checked({ place = 'block', holds = 'texts', children }: CheckedProps): ReactNode {
  const { part, state, retry } = useLaterPart(textChecksPart, holds === 'nothing' ? whenIdle : undefined);
  if (part !== undefined || holds === 'nothing') return children;
  return place === 'text' ? <Gap /> : <Meanwhile state={state} onRetry={retry} />;
}

function Gap(): ReactElement {
  return (
    <span data-cs="unchecked" aria-busy="true">
      …
    </span>
  );
}

type Part<PROPS, ELEMENT> = ForwardRefExoticComponent<PropsWithoutRef<PROPS> & RefAttributes<ELEMENT>>;

/** The same part, within {@link Checked}. */
export function checked<PROPS extends object, ELEMENT>(
  View: Part<PROPS, ELEMENT>,
  place?: Place,
): Part<PROPS, ELEMENT> {
  return forwardRef<ELEMENT, PROPS>(function CheckedPart(props, ref) {
    return (
      <Checked {...(place === undefined ? {} : { place })}>
        <View {...props} ref={ref} />
      </Checked>
    );
  });
}
