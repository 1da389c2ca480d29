import type { CountersignError } from '../../protocol/base/errors.js';
import { storageClosed } from './storage-errors.js';
import type { Tables } from './tables.js';

/**
 * Tables that are opened at their first use, and again by the next operation if that failed.
 *
 * @param open opens them; `end` reports why nothing more is read or written from then on.
 */
export function laterTables(open: (end: (problem: CountersignError) => void) => Promise<Tables>): Tables {
  // Why nothing more is read or written.
  let ended: CountersignError | undefined;
  let opened: Promise<Tables> | undefined;
  const end = (problem: CountersignError): void => {
    ended ??= problem;
  };
  const opening = (): Promise<Tables> =>
    open(end).catch((cause: unknown) => {
      opened = undefined;
      throw cause;
    });
  return {
    transact: async (names, access, work) => {
      if (ended !== undefined) throw ended;
      opened ??= opening();
      const tables = await opened;
      if (ended !== undefined) throw ended;
      return tables.transact(names, access, work);
    },
    close: async () => {
      end(storageClosed());
      // What could not be opened need not be closed.
      await opened?.then(
        (tables) => tables.close(),
        () => {},
      );
    },
  };
}
