'use client';
import { type ForwardedRef, type ReactElement, useEffect, useMemo, useRef } from 'react';
import { RememberMenu } from '../grants/remember-menu.js';
import { RememberRoot, type RememberRootProps } from '../grants/remember-root.js';
import { focusedElement } from '../page-realm.js';
import { composeRefs } from '../part/compose-refs.js';

/** Props of {@link RememberNow}. */
export interface RememberNowProps extends RememberRootProps {
  readonly outerRef: ForwardedRef<HTMLDivElement>;
  /** Whether a press has asked for it, on a button that it takes the place of. */
  readonly isAsked: boolean;
}

/** The choice itself. One that a press has asked for opens at once, unless the focus has gone elsewhere since. */
export function RememberNow({ outerRef, isAsked, children, ...props }: RememberNowProps): ReactElement {
  const own = useRef<HTMLDivElement>(null);
  const both = useMemo(() => composeRefs(own, outerRef), [outerRef]);
  const hasOpened = useRef(!isAsked);
  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    const button = own.current?.querySelector<HTMLElement>('[data-cs="remember-select"]');
    if (button === null || button === undefined || focusedElement(button) !== null) return;
    // Not from within an effect: there, what opens would be drawn only after it has opened.
    queueMicrotask(() => {
      button.focus();
      button.click();
    });
  }, []);
  if (children === undefined) return <RememberMenu {...props} ref={both} />;
  return (
    <RememberRoot {...props} ref={both}>
      {children}
    </RememberRoot>
  );
}
