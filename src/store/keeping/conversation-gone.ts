import { CountersignError } from '../../protocol/base/errors.js';

/** Why a page leaves a conversation that it has open: another one may begin under the same name, and this one is not to be kept as that. */
export function conversationGone(cause?: unknown): CountersignError {
  return new CountersignError(
    'conversation-gone',
    'Nothing is kept of this conversation any more: it was deleted, in this tab or another, or the tab that had it could keep nothing. ' +
      'Its run was left, and what is on screen is lost with the page. Begin another conversation; under the same runKey, with a new component or page.',
    { cause },
  );
}

/** Whether a storage says that a conversation was deleted. */
export function isDeleted(error: unknown): boolean {
  return CountersignError.isInstance(error) && error.code === 'run-cleaned';
}
