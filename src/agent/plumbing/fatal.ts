import { type ApprovalRequired, type CallDeferred, isControlSignal } from '../../protocol/signals.js';

const fatal: WeakSet<object> = new WeakSet();

/** Marks an error as one that ends the run wherever it comes from: no tool's failure, but the run's. */
export function asFatal<E>(error: E): E {
  if (typeof error === 'object' && error !== null) fatal.add(error);
  return error;
}

/** Tells whether an error ends the run. */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && fatal.has(error);
}

/** Tells the two signals that defer a call. */
export function isDeferral(error: unknown): error is ApprovalRequired | CallDeferred {
  return isControlSignal(error) && (error.kind === 'approval-required' || error.kind === 'call-deferred');
}
