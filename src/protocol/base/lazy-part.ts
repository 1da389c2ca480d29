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
    part ??= onItsWay(load()).catch((cause: unknown) => {
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

const loading: Set<Promise<unknown>> = new Set();

function onItsWay<T>(part: Promise<T>): Promise<T> {
  loading.add(part);
  return part.finally(() => loading.delete(part));
}

/** Waits for the code that is on its way, and tells whether there was any: for a virtual clock, which cannot see the network. */
export async function allLoaded(): Promise<boolean> {
  const parts = await Promise.allSettled(loading);
  return parts.length > 0;
}
