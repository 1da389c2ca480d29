'use client';
import { type PartContext, partContext } from '../part/use-within.js';
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
export const ValueContext: PartContext<ValueContextValue> = partContext(
  'Value.Root value={…}',
  'there is no value for it to show',
);
