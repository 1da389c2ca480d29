import type * as z from 'zod/mini';
import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { CorruptRow, corruptRecord } from '../tables/corrupt-row.js';
import { notDecrypted, storageError } from '../tables/storage-errors.js';
import type { Access, Entry, Key, Table, TableName, Tables, Window } from '../tables/tables.js';
import type { Data, DataRow, RowKind } from './row-kinds.js';

/** What records need from outside. */
export interface RecordsOptions {
  readonly now: () => number;
  readonly onProblem: (problem: CountersignError) => void;
  readonly encrypt?: ((text: string, record: string) => Promise<ArrayBuffer>) | undefined;
  readonly decrypt?: ((data: ArrayBuffer, record: string) => Promise<string>) | undefined;
}

/** Where a row lies. */
export interface Place {
  readonly table: TableName;
  readonly key: Key;
}

/** The tables within a transaction, with every row looked at before it is used. */
export interface Rows {
  /** `undefined`: there is none. A damaged row, also one that was put aside, ends the transaction as {@link CorruptRow}. */
  read<ROW>(place: Place, shape: z.ZodMiniType<ROW>): Promise<ROW | undefined>;
  has(place: Place): Promise<boolean>;
  list(place: Place, window?: Window): Promise<readonly Entry[]>;
  put(place: Place, row: unknown): Promise<void>;
  remove(place: Place): Promise<void>;
}

/** A row that was read, with what it carries. */
export interface ReadRow<ROW, VALUE> {
  readonly key: Key;
  readonly row: ROW;
  readonly value: VALUE;
}

/** Reads and writes records: sealed on their way in, looked at on their way out, put aside where they are damaged. */
export class Records {
  readonly now: () => number;
  readonly #tables: Tables;
  readonly #options: RecordsOptions;

  constructor(tables: Tables, options: RecordsOptions) {
    this.#tables = tables;
    this.#options = options;
    this.now = options.now;
  }

  tell(problem: CountersignError): void {
    this.#options.onProblem(problem);
  }

  close(): Promise<void> {
    return this.#tables.close();
  }

  /** One transaction. A damaged row ends it, is put aside, and makes it reject as `corrupt-record`. */
  async transact<T>(names: readonly TableName[], access: Access, work: (rows: Rows) => Promise<T>): Promise<T> {
    try {
      return await this.#tables.transact([...names, 'quarantine'], access, (table) => work(rowsOf(table)));
    } catch (cause) {
      throw cause instanceof CorruptRow ? await this.#putAside(cause) : cause;
    }
  }

  /** A value as its row carries it. */
  async seal(name: Place, value: unknown): Promise<Data> {
    const text = writeText(name, value);
    if (this.#options.encrypt === undefined) return text;
    try {
      return await this.#options.encrypt(text, toRecordName(name));
    } catch (cause) {
      throw storageError(cause);
    }
  }

  /** What a row carries. @throws CountersignError `corrupt-record` or `not-decrypted`. */
  async open<ROW extends DataRow, VALUE>(kind: RowKind<ROW, VALUE>, entry: Entry): Promise<ReadRow<ROW, VALUE>> {
    try {
      return await this.#read(kind, entry);
    } catch (cause) {
      throw cause instanceof CorruptRow ? await this.#putAside(cause) : cause;
    }
  }

  /** What rows carry. Those that cannot be read are left out, and told. */
  async openAll<ROW extends DataRow, VALUE>(
    kind: RowKind<ROW, VALUE>,
    entries: readonly Entry[],
  ): Promise<readonly ReadRow<ROW, VALUE>[]> {
    // With the wrong key, all of a list are as unreadable as the first.
    let isTold = false;
    const read = await Promise.all(
      entries.map(async (entry) => {
        try {
          return [await this.open(kind, entry)];
        } catch (cause) {
          // The damaged ones were told when they were put aside.
          if (!CountersignError.isInstance(cause)) throw cause;
          if (cause.code !== 'corrupt-record' && !isTold) this.tell(cause);
          isTold ||= cause.code !== 'corrupt-record';
          return [];
        }
      }),
    );
    return read.flat();
  }

  async #read<ROW extends DataRow, VALUE>(
    { table, row: shape, value: valueShape, nameOf }: RowKind<ROW, VALUE>,
    { key, row: raw }: Entry,
  ): Promise<ReadRow<ROW, VALUE>> {
    const place = { table, key };
    const row = checkShape(place, shape, { raw, value: raw });
    const text = await this.#unseal({ table, key: nameOf(key, row) }, row.data);
    return { key, row, value: checkShape(place, valueShape, { raw, value: parseData(place, raw, text) }) };
  }

  async #unseal(name: Place, data: Data): Promise<string> {
    if (typeof data === 'string') return data;
    const record = toRecordName(name);
    if (this.#options.decrypt === undefined) throw notDecrypted(record);
    try {
      return await this.#options.decrypt(data, record);
    } catch (cause) {
      throw notDecrypted(record, cause);
    }
  }

  /** Moves a damaged row away, so that it stays damaged for whoever asks again, but is in nobody's way. */
  async #putAside(corrupt: CorruptRow): Promise<CountersignError> {
    const { table, key, reason, row } = corrupt;
    const problem = corruptRecord(corrupt);
    if (row === undefined) return problem;
    const at = this.now();
    try {
      await this.#tables.transact([table, 'quarantine'], 'write-through', async (open) => {
        // Another tab may have put it aside, or written it anew.
        if (!isSameRow(await open(table).get(key), row)) return;
        await open('quarantine').put([table, ...key], { table, key, reason, at, row });
        await open(table).remove(key);
      });
    } catch (cause) {
      // It stays where it is, and is as damaged when it is read again.
      this.tell(CountersignError.isInstance(cause) ? cause : storageError(cause));
    }
    this.tell(problem);
    return problem;
  }
}

function rowsOf(open: (name: TableName) => Table): Rows {
  const isAside = async ({ table, key }: Place): Promise<boolean> =>
    (await open('quarantine').get([table, ...key])) !== undefined;
  return {
    read: async (place, shape) => {
      const [raw, wasAside] = await Promise.all([open(place.table).get(place.key), isAside(place)]);
      if (raw !== undefined) return checkShape(place, shape, { raw, value: raw });
      if (wasAside) throw new CorruptRow(place, 'it was found damaged before');
      return undefined;
    },
    has: async ({ table, key }) => (await open(table).get(key)) !== undefined,
    list: ({ table, key }, window) => open(table).list(key, window),
    put: ({ table, key }, row) => open(table).put(key, row),
    remove: async ({ table, key }) => {
      await open(table).remove(key);
      await open('quarantine').remove([table, ...key]);
    },
  };
}

function checkShape<T>(place: Place, shape: z.ZodMiniType<T>, { raw, value }: { raw: unknown; value: unknown }): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new CorruptRow(place, `${path === '' ? 'it' : `its ${path}`} is missing or wrong`, raw);
}

/** `undefined` has no JSON: an empty text stands for it. */
function writeText(name: Place, value: unknown): string {
  if (value === undefined) return '';
  try {
    return toJsonText(value);
  } catch (cause) {
    throw new UserError(
      'not-json',
      `The record ${toRecordName(name)} holds what JSON cannot carry, so it was not kept. Keep plain data instead.`,
      { cause },
    );
  }
}

function parseData(place: Place, raw: unknown, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CorruptRow(place, 'its data is no JSON', raw);
  }
}

function toRecordName({ table, key }: Place): string {
  return [table, ...key.map((part) => encodeURIComponent(part))].join('/');
}

function isSameRow(one: unknown, other: unknown): boolean {
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    return true; // nothing of ours: what is there is as damaged
  }
}
