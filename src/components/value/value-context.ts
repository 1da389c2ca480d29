'use client';
import { type PartContext, partContext } from '../part/use-within.js';
import type { Reveal } from './use-reveal.js';
import type { ValueModel } from './value-model.js';

/** The values that the parts of a value share. */
interface ValueContextValue {
  readonly model: ValueModel;
  readonly reveal: Reveal;
  /** True while the model is still writing it. */
  readonly isPartial: boolean;
  /** `new-tab`: web addresses are links. */
  readonly links: 'none' | 'new-tab';
}

/** Provided by `Value.Root`. */
export const ValueContext: PartContext<ValueContextValue> = partContext(
  'Value.Root value={…}',
  'there is no value for it to show',
);
