import type { Clock } from '../../protocol/base/clock.js';

/** The time limit, in seconds, for a browser that shows no sign of opening a database. */
const patience = 10;

/** The times before another attempt, in milliseconds. */
const delays: readonly number[] = [100, 400];

/** Something that is opened, and can be closed. */
interface Closable {
  close(): void;
}

/**
 * Opens a database, also in a browser whose databases fail temporarily or never respond. Those of Chromium and WebKit
 * fail after the process of their database has crashed.
 *
 * @param open makes one attempt. It calls back when the browser shows that it is working; then the time limit ends.
 * @throws the error of the last attempt, or a `TimeoutError`.
 */
export async function openReliably<T extends Closable>(
  open: (onSign: () => void) => Promise<T>,
  clock: Clock,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await openInTime(open, clock);
    } catch (cause) {
      if (!(cause instanceof Error && cause.name === 'UnknownError')) throw cause;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, delay));
    }
  }
  return await openInTime(open, clock);
}

async function openInTime<T extends Closable>(open: (onSign: () => void) => Promise<T>, clock: Clock): Promise<T> {
  let cancel = (): void => {};
  let state: 'silent' | 'answering' | 'abandoned' = 'silent';
  const opening = open(() => {
    if (state === 'silent') state = 'answering';
    cancel();
  });
  const silence = new Promise<never>((_, reject) => {
    // A timer for each second: a page that was frozen handles the browser's response before the last one fires.
    const tick = (left: number): void => {
      if (state !== 'silent') return;
      if (left > 0) {
        cancel = clock.setTimeout(() => tick(left - 1), 1_000);
        return;
      }
      state = 'abandoned';
      reject(new DOMException(`The browser did not answer within ${patience} seconds.`, 'TimeoutError'));
    };
    tick(patience);
  });
  opening.then(
    (opened) => state === 'abandoned' && opened.close(),
    () => {},
  );
  try {
    return await Promise.race([opening, silence]);
  } finally {
    cancel();
  }
}
