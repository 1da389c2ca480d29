import type { Ref, RefCallback } from 'react';

/** One ref that sets several. */
export function composeRefs(...refs: readonly (Ref<unknown> | undefined)[]): RefCallback<unknown> {
  return (value) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(value);
      else if (ref) (ref as { current: unknown }).current = value; // a ref object is there to be written
    }
  };
}
