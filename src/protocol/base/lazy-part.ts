import { UserError } from './errors.js';
import { serializeError } from './serialize-error.js';

/** Code that a page need not have at its start. */
export interface LazyPart<T> {
  /** @throws UserError `part-not-loaded` when the page is offline, or a new version has replaced its files. */
  (): Promise<T>;
  /** It, where it is there already. */
  readonly loaded: () => T | undefined;
  /** It, where it came with the page: then a server that renders the page has it, too. */
  readonly given: () => T | undefined;
  /** Takes it from a page that came with it, so that nothing has to be loaded. */
  readonly give: (part: T) => void;
}

/** Code that is loaded when it is first asked for, and again should that fail. */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: Promise<T> | undefined;
  let loaded: T | undefined;
  let given: T | undefined;
  let handOver = (_: T): void => {};
  const take = (value: T): void => {
    // Of two, the first stays: what it has made is in use.
    loaded ??= value;
    handOver(loaded);
  };
  const get = (): Promise<T> => {
    part ??= onItsWay(
      new Promise<T>((resolve, reject) => {
        handOver = resolve;
        load().then(take, (cause: unknown) => {
          // It may have been given meanwhile.
          if (loaded === undefined) part = undefined;
          reject(partNotLoaded(cause));
        });
      }),
    );
    return part;
  };
  const give = (value: T): void => {
    take(value);
    given = loaded;
    part = Promise.resolve(loaded ?? value);
  };
  return Object.assign(get, { loaded: () => loaded, given: () => given, give });
}

function partNotLoaded(cause: unknown): UserError {
  return new UserError(
    'part-not-loaded',
    `Code that this needs could not be loaded (${serializeError(cause).message}), so it was not done. The page may be offline, or older than the files on its server. Reload it, and go on from the history.`,
    { cause },
  );
}

/**
 * Waits for a part, but no longer than so many milliseconds.
 *
 * @throws UserError `part-not-loaded`, also for one that has not come by then.
 */
export async function loadWithin<T>(part: LazyPart<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(partNotLoaded(new Error(`nothing came for ${patience / 1000} s`))), patience);
  });
  return await Promise.race([part(), tooLate]).finally(() => clearTimeout(timer));
}

/** Code that came with what uses it. */
export function ownPart<T>(own: T): LazyPart<T> {
  const part = lazyPart(async () => own);
  part.give(own);
  return part;
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

/** Does something once the page has nothing better to do, or after a second. Gives what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}
