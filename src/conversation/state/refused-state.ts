import { ModelError, UserError } from '../../protocol/base/errors.js';
import type { RefusedContent } from '../../protocol/base/serialize-error.js';
import type { ConversationState } from './conversation-state.js';
import { notNow } from './turns.js';

/**
 * Returns the content that the provider refused in the last request; `undefined` when the last run did not fail because
 * of its content.
 */
export function refusedOf({ status, error }: Pick<ConversationState, 'status' | 'error'>): RefusedContent | undefined {
  return status === 'failed' && ModelError.isInstance(error) ? error.refused : undefined;
}

/** @throws UserError when there is nothing to remove, or not now. */
export function findRefused(state: ConversationState, isBusy: boolean): RefusedContent {
  if (isBusy || state.status === 'deferred') throw notNow('removeRefused', state.status);
  const refused = refusedOf(state);
  if (refused !== undefined) return refused;
  throw new UserError(
    'nothing-refused',
    'removeRefused() was called, but the last run did not fail because of its content, so nothing was removed. Look at `error.refused` first.',
  );
}
