import type { DeferredKind } from '../../protocol/deferred.js';
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

/** What a call waits for that was deferred so. */
export function deferredAs(signal: ApprovalRequired | CallDeferred): DeferredKind | 'question' {
  // One of an older copy of the package knows no kinds.
  return signal.kind === 'approval-required' ? 'approval' : (signal.callKind ?? 'external');
}

/** Tells the two signals that defer a call. */
export function isDeferral(error: unknown): error is ApprovalRequired | CallDeferred {
  return isControlSignal(error) && (error.kind === 'approval-required' || error.kind === 'call-deferred');
}
