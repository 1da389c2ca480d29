'use client';
import { type Context, createContext, useContext } from 'react';
import type { Grant } from '../../approval/grants/grant.js';
import type { Grants } from '../../approval/grants/grants.js';
import { UserError } from '../../protocol/base/errors.js';

/** One line of a panel. */
export interface GrantLine {
  readonly grant: Grant;
  readonly state: 'alive' | 'revoked';
}

/** What the parts of a panel share. */
export interface GrantsContextValue {
  readonly titleId: string;
  /** Oldest first. What was revoked here stays until the panel is closed. */
  readonly lines: readonly GrantLine[];
  readonly problem: Grants['problem'];
  readonly revoke: (grant: Grant) => void;
}

/** Provided by `GrantList.Root`. */
export const GrantsContext: Context<GrantsContextValue | null> = createContext<GrantsContextValue | null>(null);

/** The panel that a part belongs to. */
export function useGrantLines(part: string): GrantsContextValue {
  const value = useContext(GrantsContext);
  if (value !== null) return value;
  throw new UserError(
    'no-root',
    `<${part}> stands outside of <GrantList.Root>, so it has no decisions to show. Put it inside of <GrantList.Root grants={…}>.`,
  );
}

/** Provided by `GrantList.Item`. */
export const GrantLineContext: Context<GrantLine | null> = createContext<GrantLine | null>(null);

/** The line that a part belongs to. */
export function useGrantLine(part: string): GrantLine {
  const line = useContext(GrantLineContext);
  if (line !== null) return line;
  throw new UserError(
    'no-root',
    `<${part}> stands outside of <GrantList.Item>, so it does not know which decision is meant. Put it inside of <GrantList.Item line={…}>.`,
  );
}
