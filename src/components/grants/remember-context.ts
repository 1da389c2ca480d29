'use client';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { type PartContext, partContext } from '../part/use-within.js';

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
export const RememberContext: PartContext<RememberContextValue> = partContext(
  'RememberChoice.Root call={…}',
  'there is no call to choose for',
);
