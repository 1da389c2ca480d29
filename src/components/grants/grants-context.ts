'use client';
import { type Context, createContext } from 'react';
import type { Grant } from '../../approval/grants/grant.js';
import type { Grants } from '../../approval/grants/grants.js';
import { useWithin } from '../part/use-within.js';

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
  return useWithin(GrantsContext, { part, inside: 'GrantList.Root grants={…}', so: 'it has no decisions to show' });
}

/** Provided by `GrantList.Item`. */
export const GrantLineContext: Context<GrantLine | null> = createContext<GrantLine | null>(null);

/** The line that a part belongs to. */
export function useGrantLine(part: string): GrantLine {
  return useWithin(GrantLineContext, {
    part,
    inside: 'GrantList.Item line={…}',
    so: 'it does not know which decision is meant',
  });
}
