import { CountersignError } from '../../protocol/base/errors.js';

/** A right that one page has at a time. */
export interface PageClaim {
  /** Fires when the page is put away, and with `release`. */
  readonly lost: AbortSignal;
  readonly release: () => void;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly onWait: () => void;
  readonly tell: (problem: CountersignError) => void;
}

type Locks = Pick<LockManager, 'request'>;

/** The page as far as it exists here: not in a worker, nor on a server. */
const page: EventTarget | undefined = typeof document === 'undefined' ? undefined : globalThis;

/** Whether the page is put away: in the back-forward cache, or frozen. */
let isAway = false;
for (const type of ['pagehide', 'freeze']) page?.addEventListener(type, () => (isAway = true));
for (const type of ['pageshow', 'resume']) page?.addEventListener(type, () => (isAway = false));

/**
 * Takes a right that one page of an origin has at a time, over Web Locks: a page that closes or crashes loses it at once. One that is put away gives it
 * back by itself.
 *
 * @throws what the signal was fired with.
 */
export async function claimForPage(name: string, { signal, onWait, tell }: Waiting): Promise<PageClaim> {
  await untilShown(signal);
  const locks: Locks | undefined = globalThis.navigator?.locks;
  const lost = new AbortController();
  if (locks === undefined) tell(noLocks());
  const release = locks === undefined ? () => {} : await takeLock(locks, name, { signal, onWait });
  const end = (): void => {
    for (const type of ['pagehide', 'freeze']) page?.removeEventListener(type, end);
    lost.abort();
    release();
  };
  for (const type of ['pagehide', 'freeze']) page?.addEventListener(type, end);
  return { lost: lost.signal, release: end };
}

/** Takes a lock; gives what lets it go. */
async function takeLock(
  locks: Locks,
  name: string,
  { signal, onWait }: Pick<Waiting, 'signal' | 'onWait'>,
): Promise<() => void> {
  const take = (options: LockOptions): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      locks
        .request(name, options, (lock) => {
          if (lock === null) return resolve(undefined);
          return new Promise<void>((release) => resolve(release));
        })
        .catch(reject);
    });
  const free = await take({ ifAvailable: true });
  if (free !== undefined) return free;
  onWait();
  return (await take({ signal })) ?? (() => {});
}

async function untilShown(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!isAway) return;
  await new Promise<void>((resolve, reject) => {
    for (const type of ['pageshow', 'resume']) page?.addEventListener(type, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function noLocks(): CountersignError {
  return new CountersignError(
    'no-tabs',
    'This browser has no Web Locks (or the page is not served over https), so that two tabs may go on with one conversation at the same time. Keep it open in one tab only.',
  );
}
