/** Additional conditions to wait for. */
interface Wait {
  readonly isElseBusy?: () => boolean;
  /** The number of idle macrotasks. Default: 5. To wait for others that wait, use a higher number. */
  readonly tasks?: number;
}

/** The database activity of the page. */
export interface WatchedWrites {
  /** Resolves when there are no reads, no writes, no follow-up work, and none of the activity in `wait`. */
  readonly quiet: (wait?: Wait) => Promise<void>;
}

/**
 * Reports every write transaction: before it starts, and when it is complete, before any other listener.
 *
 * @param reach receives the name of the moment. The page is blocked until it returns.
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

/** Timers in a hidden tab fire once a second, messages immediately. */
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
