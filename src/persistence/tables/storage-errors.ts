import { CountersignError } from '../../protocol/base/errors.js';

/** Returns the error for a failed transaction. */
export function storageError(cause: unknown): CountersignError {
  if (cause instanceof Error && cause.name === 'QuotaExceededError') {
    return new CountersignError(
      'storage-full',
      'The browser gives this site no more room, so nothing was kept, and nothing that depends on it has run. ' +
        'Free some with storage.clean() or by deleting conversations, then run it again.',
      { cause },
    );
  }
  return new CountersignError(
    'storage-failed',
    `The storage could not do what it was asked to (${saidBy(cause)}), so nothing was kept, and nothing that depends on it has run. ` +
      'Reload the page and try again; if it stays so, the data of this site in the browser is damaged.',
    { cause },
  );
}

/** Returns the error for a page that uses memory because the browser opens no database. */
export function storageUnavailable(cause: unknown): CountersignError {
  return new CountersignError(
    'storage-unavailable',
    `The browser opens no database for this page (${saidBy(cause)}), as in some private windows. Everything works, in memory: it is gone with the page, ` +
      'and other tabs do not see it. Say so to people, or let them allow storage for this site.',
    { cause },
  );
}

function saidBy(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Why a storage answers no more. */
export function storageClosed(): CountersignError {
  return new CountersignError(
    'storage-closed',
    'The storage was closed, so nothing is read or kept any more. Close it only when no run uses it, or make another one.',
  );
}

/** Why a record stays as it is and unread. */
export function notDecrypted(record: string, cause?: unknown): CountersignError {
  return new CountersignError(
    'not-decrypted',
    `The record ${record} could not be decrypted, so it was not read; it stays where it is. ` +
      'Give indexedDbStorage() the `decrypt` that belongs to the `encrypt` it was written with, with the same key.',
    { cause },
  );
}
