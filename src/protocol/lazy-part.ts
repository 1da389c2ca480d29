import { UserError } from './errors.js';
import { serializeError } from './serialize-error.js';

/**
 * Code that most pages never use: loaded when it is first asked for, and again should that fail.
 *
 * @throws UserError `part-not-loaded` when the page is offline, or a new version has replaced its files.
 */
export function lazyPart<T>(load: () => Promise<T>): () => Promise<T> {
  let part: Promise<T> | undefined;
  return () => {
    part ??= load().catch((cause: unknown) => {
      part = undefined;
      throw new UserError(
        'part-not-loaded',
        `Code that this needs could not be loaded (${serializeError(cause).message}), so it was not done. The page may be offline, or older than the files on its server. Reload it, and go on from the history.`,
        { cause },
      );
    });
    return part;
  };
}
