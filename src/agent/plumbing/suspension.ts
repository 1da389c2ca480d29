/** The abort reason that suspends a run: this activation ends, and another one may continue. */
export const suspension: unique symbol = Symbol('countersign.suspension');

/** Returns `true` if a signal suspends the run instead of stopping it. */
export function isSuspended({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason === suspension;
}
