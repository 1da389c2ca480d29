'use client';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/base/errors.js';
import type { Reveal } from './use-reveal.js';
import type { ValueModel } from './value-model.js';

/** What the parts of a value share. */
export interface ValueContextValue {
  readonly model: ValueModel;
  readonly reveal: Reveal;
  /** The model still writes it. */
  readonly isPartial: boolean;
  /** Whether web addresses may be opened from here. */
  readonly links: 'none' | 'new-tab';
}

/** Provided by `Value.Root`. */
export const ValueContext: Context<ValueContextValue | null> = createContext<ValueContextValue | null>(null);

/** The value that a part belongs to. */
export function useValue(part: string): ValueContextValue {
  const value = useContext(ValueContext);
  if (value !== null) return value;
  throw new UserError(
    'no-root',
    `<${part}> stands outside of <Value.Root>, so there is no value for it to show. Put it inside of <Value.Root value={…}>.`,
  );
}
