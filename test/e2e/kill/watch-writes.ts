/** What else is waited for. */
interface Wait {
  readonly isElseBusy?: () => boolean;
  /** In how many tasks nothing is to happen. Default 5: who waits for those who wait so long waits longer. */
  readonly tasks?: number;
}

/** What a page's databases do just now. */
export interface WatchedWrites {
  /**
   * Resolves once nothing is read or written, and nothing follows from what was; nor is anything else going on that is
   * named.
   */
  readonly quiet: (wait?: Wait) => Promise<void>;
}

/**
 * Tells of every transaction that writes: before it begins, and once it is complete, before anybody else hears of that.
 *
 * @param reach is given the name of the moment. While it does not return, nothing goes on in the page.
 */
export function watchWrites(reach: (moment: string) => void): WatchedWrites {
  let open = 0;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const isWrite = mode === 'readwrite';
    const tables = [stores].flat().filter((name) => name !== 'quarantine');
    if (isWrite) reach(`before ${tables.join('+')}`);
    const begun = transaction.call(this, stores, mode, options);
    open += 1;
    begun.addEventListener('abort', () => {
      open -= 1;
    });
    begun.addEventListener('complete', () => {
      open -= 1;
      if (isWrite) reach(`after ${tables.join('+')}`);
    });
    return begun;
  };
  const quiet = async ({ isElseBusy = () => false, tasks = 5 }: Wait = {}): Promise<void> => {
    for (let still = 0; still < tasks; still = open === 0 && !isElseBusy() ? still + 1 : 0) await newTask();
  };
  return { quiet };
}

/** Timers of a tab that nobody looks at come once a second, messages at once. */
function newTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
