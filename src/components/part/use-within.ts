'use client';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/base/errors.js';

/** Where a part has to stand. */
export interface Within {
  /** The part, as it is written: `Batch.Plan`. Without it, nobody knows which one it is. */
  readonly part?: string;
  /** What has to be around it, with what that needs: `Batch.Root run={…}`. */
  readonly inside: string;
  /** What the part lacks without it: ends a sentence that begins with “so”. */
  readonly so: string;
}

/** The context that a root provides for its parts. */
export interface PartContext<VALUE> extends Context<VALUE | null>, Omit<Within, 'part'> {}

/**
 * Makes the context of a root.
 *
 * @param inside the root, with what it needs: `Batch.Root run={…}`.
 * @param so what a part lacks without it: ends a sentence that begins with “so”.
 */
export function partContext<VALUE>(inside: string, so: string): PartContext<VALUE> {
  return Object.assign(createContext<VALUE | null>(null), { inside, so });
}

/**
 * Returns the value that the root around provides.
 *
 * @param given the part that needs it, as an app writes it: `Batch.Plan`; or, for a context that does not say where it belongs, all of that.
 * @throws UserError `no-root` for a part that stands outside of it: it says where it belongs.
 */
export function useWithin<VALUE>(context: Context<VALUE | null> | PartContext<VALUE>, given?: Within | string): VALUE {
  const value = useContext(context);
  if (value !== null) return value;
  const { part, inside, so } = typeof given === 'object' ? given : { ...(context as PartContext<VALUE>), part: given };
  const [root] = inside.split(' ');
  throw new UserError(
    'no-root',
    `${part === undefined ? 'A part' : `<${part}>`} stands outside of <${root}>, so ${so}. Put it inside of <${inside}>.`,
  );
}
