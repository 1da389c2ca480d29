import type { ReactElement, ReactNode } from 'react';

interface ScrollerProps {
  readonly label: string;
  readonly className?: string;
  /** The component whose props are inside. */
  readonly part?: string | undefined;
  readonly children: ReactNode;
}

/** Scrolls wide tables inside the page, by keyboard as well. */
export function Scroller({ label, className = '', part, children }: ScrollerProps): ReactElement {
  const attributes = { className: `reference-scroller ${className}`, 'data-part': part, 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reachable by keyboard
    <figure {...attributes} tabIndex={0}>
      {children}
    </figure>
  );
}
