import { UserError } from './errors.js';
import { serializeError } from './serialize-error.js';

/**
 * Loads code that most pages never use, at its first use.
 *
 * @throws UserError `part-not-loaded` when the page is offline, or a new version has replaced its files.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new UserError(
      'part-not-loaded',
      `Code that this needs could not be loaded (${serializeError(cause).message}), so it was not done. The page may be offline, or older than the files on its server. Reload it, and go on from the history.`,
      { cause },
    );
  }
}
