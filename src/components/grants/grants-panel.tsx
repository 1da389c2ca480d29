'use client';
import type { ReactElement } from 'react';
import * as GrantList from './grant-list.parts.js';
import type { GrantsRootProps } from './grants-root.js';

/**
 * The grants of users: their exact scope, lifetime, agent and time; with a button that revokes each. A revoked grant
 * stays readable until the panel is closed.
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
