/** The abort reason that suspends a run: this activation ends, and another one may continue. */
export const leaving: unique symbol = Symbol('countersign.leaving');

/** Returns `true` if a signal suspends the run instead of stopping it. */
export function isLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason === leaving;
}
