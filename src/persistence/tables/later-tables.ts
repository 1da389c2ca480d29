import type { CountersignError } from '../../protocol/base/errors.js';
import { storageClosed } from './storage-errors.js';
import type { Tables } from './tables.js';

/**
 * Returns tables that are opened at the first use. If that fails, the next operation opens them again.
 *
 * @param open opens the tables. It can call `end` with an error, with which all later operations reject.
 */
export function laterTables(open: (end: (problem: CountersignError) => void) => Promise<Tables>): Tables {
  // The error with which operations reject.
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
      // Tables that could not be opened need not be closed.
      await opened?.then(
        (tables) => tables.close(),
        () => {},
      );
    },
  };
}
