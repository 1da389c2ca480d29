'use client';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/base/errors.js';

/** The context that a root provides for its parts. */
export interface PartContext<VALUE> extends Context<VALUE | null> {
  readonly inside: string;
  readonly so: string;
}

/**
 * Creates the context of a root.
 *
 * @param inside the root, with its required prop: `Batch.Root run={…}`.
 * @param so the consequence for a part without it: ends a sentence that begins with “so”.
 */
export function partContext<VALUE>(inside: string, so: string): PartContext<VALUE> {
  return Object.assign(createContext<VALUE | null>(null), { inside, so });
}

/**
 * Returns the value of the root around.
 *
 * @param part the part that needs it, as an app writes it: `Batch.Plan`.
 * @throws UserError `no-root` for a part outside of its root; the message names the root.
 */
export function useWithin<VALUE>(context: PartContext<VALUE>, part?: string): VALUE {
  const value = useContext(context);
  if (value !== null) return value;
  const { inside, so } = context;
  const [root] = inside.split(' ');
  throw new UserError(
    'no-root',
    `${part === undefined ? 'A part' : `<${part}>`} is outside of <${root}>, so ${so}. Put it inside of <${inside}>.`,
  );
}
