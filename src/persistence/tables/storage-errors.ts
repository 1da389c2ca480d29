import { CountersignError } from '../../protocol/base/errors.js';

/** Returns the error for a failed transaction. */
export function storageError(cause: unknown): CountersignError {
  if (cause instanceof Error && cause.name === 'QuotaExceededError') {
    return new CountersignError(
      'storage-full',
      'The storage quota of this site is used up, so nothing was stored, and nothing that depends on it ran. ' +
        'Free some with storage.clean() or by deleting conversations, then run it again.',
      { cause },
    );
  }
  return new CountersignError(
    'storage-failed',
    `A transaction of the storage failed (${storageMessage(cause)}). Nothing was stored, and nothing that depends on it ran. ` +
      'Reload the page and try again; if it stays so, the data of this site in the browser is damaged.',
    { cause },
  );
}

/** Returns the error for a page that uses memory because the browser opens no database. */
export function storageUnavailable(cause: unknown): CountersignError {
  return new CountersignError(
    'storage-unavailable',
    `The browser does not open a database for this page (${storageMessage(cause)}), as in some private windows. Everything works in memory, and is lost when the page closes, ` +
      'and other tabs do not see it. Tell the user, or ask them to allow storage for this site.',
    { cause },
  );
}

function storageMessage(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Returns the error for an operation on a closed storage. */
export function storageClosed(): CountersignError {
  return new CountersignError(
    'storage-closed',
    'The storage was closed, so it reads and stores nothing any more. Close it only when no run uses it, or create another one.',
  );
}

/** Returns the error for a record that cannot be decrypted. It stays as it is. */
export function notDecrypted(record: string, cause?: unknown): CountersignError {
  return new CountersignError(
    'not-decrypted',
    `The record ${record} could not be decrypted, so it was not read; it stays where it is. ` +
      'Give indexedDbStorage() the `decrypt` that belongs to the `encrypt` it was written with, with the same key.',
    { cause },
  );
}
