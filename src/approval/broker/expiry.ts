/**
 * What becomes of a call that nobody answered in time: `deny` ends it as `expired`, and the model reads that nobody answered;
 * `park` leaves it open, and the run ends `deferred` (a sub-agent's call cannot be parked: the run fails); `fail` ends the run with a HandlerError `expired`.
 */
export type OnExpiry = 'deny' | 'park' | 'fail';

/** How long people have for each batch, where its handler says nothing else. */
export interface Expiry {
  /** Milliseconds from the question on. `Infinity`: no limit. */
  readonly after: number;
  /** Default: `deny`. */
  readonly onExpiry?: OnExpiry;
}
