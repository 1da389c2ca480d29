'use client';
import { type Context, createContext, useContext } from 'react';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { UserError } from '../../protocol/base/errors.js';

/** What the parts of a choice share. */
export interface RememberContextValue {
  readonly id: string;
  readonly toolName: string;
  readonly agentPath: readonly string[];
  readonly effect: Grant['effect'];
  readonly scopes: readonly RememberScope[];
  /** Those that the chosen scope may have. */
  readonly lifetimes: readonly Remember['for'][];
  /** Places in the two lists. `-1`: just this once. */
  readonly scopeIndex: number;
  readonly lifetimeIndex: number;
  readonly value: Remember | undefined;
  /** What the call asks for that the choice does not cover. */
  readonly alsoAsks: readonly string[];
  /** Words without what is hidden in the call’s input. */
  readonly hide: (words: string) => string;
  readonly choose: (scopeIndex: number, lifetimeIndex: number) => void;
}

/** Provided by `RememberChoice.Root`. */
export const RememberContext: Context<RememberContextValue | null> = createContext<RememberContextValue | null>(null);

/** The choice that a part belongs to. */
export function useRemember(part: string): RememberContextValue {
  const value = useContext(RememberContext);
  if (value !== null) return value;
  throw new UserError(
    'no-root',
    `<${part}> stands outside of <RememberChoice.Root>, so there is no call to choose for. Put it inside of <RememberChoice.Root call={…}>.`,
  );
}
