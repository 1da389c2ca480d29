import type { Ref, RefCallback } from 'react';

const composed = new WeakMap<object, WeakMap<object, RefCallback<never>>>();

/** Returns one ref that sets both: the same one for the same two, since React detaches a ref that changes. */
export function composeRefs<T>(first: Ref<T> | undefined, second: Ref<T> | undefined): Ref<T> | undefined {
  if (!first || !second) return first ?? second;
  const known = composed.get(first) ?? new WeakMap<object, RefCallback<never>>();
  composed.set(first, known);
  const both: RefCallback<T> =
    known.get(second) ??
    ((value: T | null) => {
      setRef(first, value);
      setRef(second, value);
    });
  known.set(second, both);
  return both;
}

function setRef<T>(ref: Exclude<Ref<T>, null>, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else ref.current = value;
}
