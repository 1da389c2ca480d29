import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';

/** Returns the error of a conversation that cannot be persisted or opened, because its storage or its record failed. */
export function notPersisted(cause: unknown): CountersignError {
  if (isDeleted(cause)) return conversationGone(cause);
  if (CountersignError.isInstance(cause) && cause.code === 'conversation-gone') return cause;
  return new UserError(
    'not-kept',
    `The conversation could not be stored or opened (${serializeError(cause).message}). Its messages are lost when the page closes. Fix the storage, or continue without one.`,
    { cause },
  );
}

/**
 * Returns the error of a page that has a deleted conversation open. Another conversation may start under the same key,
 * so this one must not be saved there.
 */
export function conversationGone(cause?: unknown): CountersignError {
  return new CountersignError(
    'conversation-gone',
    'This conversation was deleted, in this tab or another, or its tab could not store it. Nothing of it is stored any more. ' +
      'Its run was suspended. The messages on screen are lost when the page closes. Start another conversation; under the same runKey, with a new component or page.',
    { cause },
  );
}

/** Returns `true` for the error of a storage whose conversation was deleted. */
export function isDeleted(error: unknown): boolean {
  return CountersignError.isInstance(error) && error.code === 'run-cleaned';
}
