/** The reason with which a run is stopped whose life ends here, and which goes on in another. */
export const leaving: unique symbol = Symbol('countersign.leaving');

/** Whether a signal has ended a life, and not a run. */
export function isLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason === leaving;
}
