import { CountersignError } from '../../protocol/base/errors.js';
import type { Locks } from './page-locks.js';

/** A lock that one page holds at a time. */
export interface PageClaim {
  /** Fires when the page is suspended, when another page steals the lock, and with `release`, whose reason it has. */
  readonly lost: AbortSignal;
  readonly release: (reason?: unknown) => void;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly onWait: () => void;
  readonly steal?: AbortSignal | undefined;
  readonly tell: (problem: CountersignError) => void;
  /** Used where the browser has no Web Locks, or refuses them. */
  readonly ownLocks: Locks;
}

/** The window. `undefined` in a worker and on a server. */
const page: EventTarget | undefined = typeof document === 'undefined' ? undefined : globalThis;

const away = ['pagehide', 'freeze'] as const;
const back = ['pageshow', 'resume'] as const;
/** Listeners capture: events of the document itself, such as `freeze`, do not bubble. */
const capture = true;

/** `true` if the page is in the back-forward cache or frozen. */
let isAway = false;
for (const type of away) page?.addEventListener(type, () => (isAway = true), { capture });
for (const type of back) page?.addEventListener(type, () => (isAway = false), { capture });

/**
 * Takes a lock that one page of an origin holds at a time, with Web Locks: a page that is closed or crashes releases it
 * at once. A page that is suspended (frozen, or in the back-forward cache) releases it, too.
 *
 * @throws the reason of the signal.
 */
export async function claimForPage(
  name: string,
  { signal, onWait, steal, tell, ownLocks }: Waiting,
): Promise<PageClaim> {
  await untilShown(signal);
  let locks = globalThis.navigator?.locks as Locks | null | undefined; // missing without https, `null` in happy-dom
  const lost = new AbortController();
  let release = (): void => {};
  const end = (reason?: unknown): void => {
    lost.abort(reason);
    release();
  };
  const onAway = (): void => end();
  const waiting = { signal, onWait, steal, onStolen: onAway };
  try {
    if (locks) release = await takeLock(locks, name, waiting);
  } catch (error) {
    // In a sandboxed frame, Web Locks exist but cannot be used.
    if (signal.aborted || !isRefused(error)) throw error;
    locks = null;
  }
  if (!locks) {
    tell(noLocks());
    release = await takeLock(ownLocks, name, waiting);
  }
  for (const type of away) page?.addEventListener(type, onAway, { capture, signal: lost.signal });
  return { lost: lost.signal, release: end };
}

/** Takes a lock, and returns the function that releases it. */
async function takeLock(
  locks: Locks,
  name: string,
  { signal, onWait, steal, onStolen }: Omit<Waiting, 'tell' | 'ownLocks'> & { readonly onStolen: () => void },
): Promise<() => void> {
  const take = (options: LockOptions): Promise<() => void> =>
    new Promise((resolve, reject) => {
      let isHeld = false;
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        if (lock === null) {
          reject(isTaken);
          return undefined;
        }
        isHeld = true;
        return new Promise<void>((release) => resolve(release));
      };
      locks.request(name, options, hold).catch((error: unknown) => (isHeld ? onStolen() : reject(error)));
    });
  try {
    return await take({ ifAvailable: true });
  } catch (error) {
    if (error !== isTaken) throw error;
  }
  signal.throwIfAborted();
  onWait();
  try {
    return await take({ signal: steal === undefined ? signal : AbortSignal.any([signal, steal]) });
  } catch (error) {
    if (signal.aborted || !steal?.aborted) throw error;
    return await take({ steal: true });
  }
}

/** The error of a request with `ifAvailable` while another page holds the lock. */
const isTaken: unique symbol = Symbol('another page has it');

async function untilShown(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!isAway) return;
  await new Promise<void>((resolve, reject) => {
    for (const type of back) page?.addEventListener(type, () => resolve(), { once: true, signal, capture });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function isRefused(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

function noLocks(): CountersignError {
  return new CountersignError(
    'no-tabs',
    'This browser has no Web Locks for this page (it is not served over https, or in a sandboxed frame), so two tabs may continue one conversation at the same time. Keep it open in one tab only.',
  );
}
