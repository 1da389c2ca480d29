'use client';
import type { Grant } from '../../approval/grants/grant.js';
import type { Grants } from '../../approval/grants/grants.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** One line of a panel. */
export interface GrantLine {
  readonly grant: Grant;
  readonly state: 'alive' | 'revoked';
}

/** The values that the parts of a panel share. */
export interface GrantsContextValue {
  readonly titleId: string;
  /** The lines, oldest first. A grant that was revoked here stays until the panel is closed. */
  readonly lines: readonly GrantLine[];
  readonly problem: Grants['problem'];
  readonly revoke: (grant: Grant) => void;
}

/** Provided by `GrantList.Root`. */
export const GrantsContext: PartContext<GrantsContextValue> = partContext(
  'GrantList.Root grants={…}',
  'it has no decisions to show',
);

/** Provided by `GrantList.Item`. */
export const GrantLineContext: PartContext<GrantLine> = partContext(
  'GrantList.Item line={…}',
  'it does not know which decision is meant',
);
