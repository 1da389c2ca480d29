import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import { Refusal } from '../request/refusal.js';

/** The part of a server's options that {@link toRefusal} needs. */
interface FailureOptions {
  readonly store: { isUnavailable?(error: unknown): boolean };
  readonly onProblem?: (error: unknown) => void;
}

/** Returns the refusal for an error of a request. Errors that are not the client's fault are reported. */
export function toRefusal(error: unknown, { store, onProblem }: FailureOptions): Refusal {
  if (error instanceof Refusal) return error;
  invokeCallback(onProblem, error);
  return new Refusal(store.isUnavailable?.(error) === true ? 'server-unavailable' : 'server-failed');
}
