import { createStorage } from '../../../src/persistence/create-storage.js';
import { Records } from '../../../src/persistence/records/records.js';
import type { RunStorage } from '../../../src/persistence/run-storage.js';
import { idbTables } from '../../../src/persistence/tables/idb-tables.js';
import { memoryTables } from '../../../src/persistence/tables/memory-tables.js';
import { migrations } from '../../../src/persistence/tables/open-database.js';
import type { TableName } from '../../../src/persistence/tables/place.js';
import type { Tables } from '../../../src/persistence/tables/tables.js';
import { randomId } from '../../../src/protocol/base/ids.js';

/** Which writes are asked for and not yet given to the database, while the page goes on. */
export interface Hold {
  readonly at: number;
  /**
   * `one`: the so manieth. `all but marks`: that one and those that come after it, as if nothing but what has to be
   * kept before an effect were quick enough. `one and all saves`: that one, and those of the conversation from the
   * first mark on, which keep some of the same.
   */
  readonly which: 'one' | 'all but marks' | 'one and all saves';
}

/** Holds writes of a page back. */
export class HeldWrites {
  readonly #hold: Hold;
  readonly #onFirst: () => Promise<void>;
  #count = 0;
  #isMarked = false;
  #moment = '';
  #open = 0;
  #first: Promise<void> | undefined;

  /** @param onFirst hears that the first one is held; what is held goes on once it resolves. */
  constructor(hold: Hold, onFirst: () => Promise<void>) {
    this.#hold = hold;
    this.#onFirst = onFirst;
  }

  /** Some write is held, or has been and is not over. */
  get isHolding(): boolean {
    return this.#open > 0;
  }

  /** What was to be written at the moment; empty as long as that has not come. */
  get moment(): string {
    return this.#moment;
  }

  /** A storage like that of an app, in IndexedDB. */
  storage(name: string): RunStorage {
    const tables = this.#over(idbTables({ name, migrations, onProblem: () => {}, instead: memoryTables }));
    return createStorage(new Records(tables, { now: Date.now, onProblem: () => {} }), { name, generateId: randomId });
  }

  /**
   * Who calls waits for a write that is held as for any other, and IndexedDB does not know of it: no later one stands
   * behind it.
   */
  #over(tables: Tables): Tables {
    return {
      close: () => tables.close(),
      transact: async (names, access, work) => {
        if (access === 'read' || !this.#isHeld(names)) return await tables.transact(names, access, work);
        this.#first ??= this.#onFirst();
        this.#open += 1;
        try {
          await this.#first;
          return await tables.transact(names, access, work);
        } finally {
          this.#open -= 1;
        }
      },
    };
  }

  #isHeld(names: readonly TableName[]): boolean {
    const { at, which } = this.#hold;
    const place = this.#count++;
    if (place === at) this.#moment = names.filter((name) => name !== 'quarantine').join('+');
    const isMark = names.includes('marks');
    const isSave = this.#isMarked && names.includes('contents');
    this.#isMarked ||= isMark;
    if (which === 'all but marks') return place >= at && !isMark;
    return place === at || (which === 'one and all saves' && isSave);
  }
}
