'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import * as RememberChoice from './remember-choice.parts.js';
import type { RememberRootProps } from './remember-root.js';

/**
 * Just this once, or for which calls and for how long, with the exact words of what is granted.
 *
 * @example <RememberMenu call={item.call} agentPath={batch.agentPath} value={remember} onValueChange={setRemember} />
 */
export const RememberMenu: ForwardRefExoticComponent<RememberMenuProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function RememberMenu(props: RememberMenuProps, ref) {
    return (
      <RememberChoice.Root {...props} ref={ref}>
        <RememberChoice.Scope />
        <RememberChoice.Lifetime />
        <RememberChoice.Words />
      </RememberChoice.Root>
    );
  },
);

export type RememberMenuProps = Omit<RememberRootProps, 'children'>;
