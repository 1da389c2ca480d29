'use client';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** The values that the parts of a choice share. */
export interface RememberContextValue {
  readonly id: string;
  readonly toolName: string;
  readonly agentPath: readonly string[];
  readonly effect: Grant['effect'];
  readonly scopes: readonly RememberScope[];
  /** The lifetimes that the chosen scope may have. */
  readonly lifetimes: readonly Remember['for'][];
  /** The indices in the two lists. `-1`: just this once. */
  readonly scopeIndex: number;
  readonly lifetimeIndex: number;
  readonly value: Remember | undefined;
  /** The capabilities of the call that the choice does not cover. */
  readonly alsoAsks: readonly string[];
  /** Removes the redacted values of the call’s input from a string. */
  readonly hide: (words: string) => string;
  readonly choose: (scopeIndex: number, lifetimeIndex: number) => void;
}

/** Provided by `RememberChoice.Root`. */
export const RememberContext: PartContext<RememberContextValue> = partContext(
  'RememberChoice.Root call={…}',
  'there is no call to choose for',
);
