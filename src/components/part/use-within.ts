'use client';
import { type Context, useContext } from 'react';
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

/**
 * What the part around provides.
 *
 * @throws UserError for a part that stands outside of it: it says where it belongs.
 */
export function useWithin<VALUE>(context: Context<VALUE | null>, { part, inside, so }: Within): VALUE {
  const value = useContext(context);
  if (value !== null) return value;
  const [root] = inside.split(' ');
  throw new UserError(
    'no-root',
    `${part === undefined ? 'A part' : `<${part}>`} stands outside of <${root}>, so ${so}. Put it inside of <${inside}>.`,
  );
}
