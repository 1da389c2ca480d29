import { createStorage } from '../../../src/persistence/create-storage.js';
import { Records } from '../../../src/persistence/records/records.js';
import type { RunStorage } from '../../../src/persistence/run-storage.js';
import { idbTables } from '../../../src/persistence/tables/idb-tables.js';
import { memoryTables } from '../../../src/persistence/tables/memory-tables.js';
import { migrations } from '../../../src/persistence/tables/open-database.js';
import type { TableName } from '../../../src/persistence/tables/place.js';
import type { Tables } from '../../../src/persistence/tables/tables.js';
import { randomId } from '../../../src/protocol/base/ids.js';

/** Selects the writes that are held back from the database while the page continues. */
export interface Hold {
  readonly at: number;
  /**
   * `one`: only write number `at`. `all but marks`: that one and all later ones except marks, as if only the
   * writes required before an effect were fast enough. `one and all saves`: that one, and every save of the
   * conversation after the first mark.
   */
  readonly which: 'one' | 'all but marks' | 'one and all saves';
}

/** Holds back writes of a page. */
export class HeldWrites {
  readonly #hold: Hold;
  readonly #onFirst: () => Promise<void>;
  #count = 0;
  #isMarked = false;
  #moment = '';
  #open = 0;
  #first: Promise<void> | undefined;

  /** @param onFirst called when the first write is held. The held writes continue when it resolves. */
  constructor(hold: Hold, onFirst: () => Promise<void>) {
    this.#hold = hold;
    this.#onFirst = onFirst;
  }

  /** True while a write is held or has yet to complete. */
  get isHolding(): boolean {
    return this.#open > 0;
  }

  /** The tables of write number `at`; empty before it. */
  get moment(): string {
    return this.#moment;
  }

  /** An IndexedDB storage, like an app's. */
  storage(name: string): RunStorage {
    const tables = this.#over(idbTables({ name, migrations, onProblem: () => {}, instead: memoryTables }));
    return createStorage(new Records(tables, { now: Date.now, onProblem: () => {} }), { name, generateId: randomId });
  }

  /**
   * The caller waits for a held write as for any other. IndexedDB does not know about it, so later writes are
   * not queued behind it.
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
