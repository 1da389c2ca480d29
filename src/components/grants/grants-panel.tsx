'use client';
import type { ReactElement } from 'react';
import * as GrantList from './grant-list.parts.js';
import type { GrantsRootProps } from './grants-root.js';

/**
 * What people asked to be remembered: exactly what, for how long, for whom, since when; and a button that takes it back. What
 * was revoked stays readable until the panel is closed.
 *
 * @example <GrantsPanel grants={run.grants} />
 */
export function GrantsPanel(props: GrantsRootProps): ReactElement {
  return (
    <GrantList.Root {...props}>
      <GrantList.Title />
      <GrantList.Problem />
      <GrantList.Empty />
      <GrantList.Items />
    </GrantList.Root>
  );
}
