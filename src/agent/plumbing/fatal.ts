import type { DeferredKind } from '../../protocol/deferred.js';
import { type ApprovalRequired, type CallDeferred, isControlSignal } from '../../protocol/signals.js';

const fatal: WeakSet<object> = new WeakSet();

/** Marks an error that ends the run wherever it comes from, instead of failing one tool. */
export function asFatal<E>(error: E): E {
  if (typeof error === 'object' && error !== null) fatal.add(error);
  return error;
}

/** Returns `true` if an error ends the run. */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && fatal.has(error);
}

/** Returns the kind of answer that a deferred call waits for. */
export function deferredAs(signal: ApprovalRequired | CallDeferred): DeferredKind | 'question' {
  // A signal of an older copy of the package has no kind.
  return signal.kind === 'approval-required' ? 'approval' : (signal.callKind ?? 'external');
}

/** Returns `true` for the two signals that defer a call. */
export function isDeferral(error: unknown): error is ApprovalRequired | CallDeferred {
  return isControlSignal(error) && (error.kind === 'approval-required' || error.kind === 'call-deferred');
}
