import type * as z from 'zod/mini';
import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { CorruptRow, corruptRecord } from '../tables/corrupt-row.js';
import type { Entry, Key, Place, TableName } from '../tables/place.js';
import { notDecrypted, storageError } from '../tables/storage-errors.js';
import type { Access, OpenTables, Tables } from '../tables/tables.js';
import type { Data, DataRow, RowKind } from './row-kinds.js';

/** The dependencies of {@link Records}. */
export interface RecordsOptions {
  readonly now: () => number;
  readonly onProblem: (problem: CountersignError) => void;
  readonly encrypt?: ((text: string, record: string) => Promise<ArrayBuffer>) | undefined;
  readonly decrypt?: ((data: ArrayBuffer, record: string) => Promise<string>) | undefined;
}

/** The tables within a transaction, with methods that validate rows. Decisions must only be based on validated rows. */
export interface Rows extends OpenTables {
  /**
   * Returns a row, or `undefined` if it does not exist. A damaged or quarantined row aborts the transaction with {@link
   * CorruptRow}.
   */
  read<ROW>(place: Place, shape: z.ZodMiniType<ROW>): Promise<ROW | undefined>;
  /** Returns a row with its key, for {@link Records.open}. Behaves like `read` otherwise. */
  find<ROW>(
    kind: Pick<RowKind<ROW, unknown>, 'table' | 'row'>,
    key: Key,
  ): Promise<{ readonly key: Key; readonly row: ROW } | undefined>;
}

/** A row with its decrypted value. */
export interface ReadRow<ROW, VALUE> {
  readonly key: Key;
  readonly row: ROW;
  readonly value: VALUE;
}

/**
 * Reads and writes records. Their values are encrypted when they are written, if the app wants that, and validated when
 * they are read. Damaged rows are moved to the table `quarantine`.
 */
export class Records {
  readonly now: () => number;
  readonly #tables: Tables;
  readonly #options: RecordsOptions;

  constructor(tables: Tables, options: RecordsOptions) {
    this.#tables = tables;
    this.#options = options;
    this.now = options.now;
  }

  report(problem: CountersignError): void {
    this.#options.onProblem(problem);
  }

  close(): Promise<void> {
    return this.#tables.close();
  }

  /** Runs one transaction. A damaged row aborts it and is quarantined; the promise rejects with `corrupt-record`. */
  transact<T>(names: readonly TableName[], access: Access, work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.#orQuarantine(this.#tables.transact([...names, 'quarantine'], access, (open) => work(rowsOf(open))));
  }

  /** Serializes a value for its row, and encrypts it if there is an `encrypt`. */
  async seal(name: Place, value: unknown): Promise<Data> {
    const text = toDataText(name, value);
    if (this.#options.encrypt === undefined) return text;
    try {
      return await this.#options.encrypt(text, toRecordName(name));
    } catch (cause) {
      throw storageError(cause);
    }
  }

  /**
   * Validates and decrypts a row.
   *
   * @throws CountersignError `corrupt-record` or `not-decrypted`.
   */
  open<ROW extends DataRow, VALUE>(kind: RowKind<ROW, VALUE>, entry: Entry): Promise<ReadRow<ROW, VALUE>> {
    return this.#orQuarantine(this.#read(kind, entry));
  }

  /** Validates and decrypts rows. Unreadable rows are left out and reported. */
  async openAll<ROW extends DataRow, VALUE>(
    kind: RowKind<ROW, VALUE>,
    entries: readonly Entry[],
  ): Promise<readonly ReadRow<ROW, VALUE>[]> {
    // With a wrong key no row can be decrypted, so only the first failure is reported.
    let isReported = false;
    const read = await Promise.all(
      entries.map(async (entry) => {
        try {
          return [await this.open(kind, entry)];
        } catch (cause) {
          if (!CountersignError.isInstance(cause)) throw cause;
          // Damaged rows were reported when they were quarantined.
          if (cause.code === 'corrupt-record' || isReported) return [];
          isReported = true;
          this.report(cause);
          return [];
        }
      }),
    );
    return read.flat();
  }

  async #read<ROW extends DataRow, VALUE>(
    { table, row: shape, value: valueShape, nameOf = (place) => place }: RowKind<ROW, VALUE>,
    { key, row: raw }: Entry,
  ): Promise<ReadRow<ROW, VALUE>> {
    const place: Place = [table, ...key];
    const row = checkShape(place, shape, { raw, value: raw });
    const text = await this.#unseal(nameOf(place, row), row.data);
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

  /** Waits for work. If it rejects with {@link CorruptRow}, quarantines the row and rejects with `corrupt-record`. */
  async #orQuarantine<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      throw cause instanceof CorruptRow ? await this.quarantine(cause) : cause;
    }
  }

  /**
   * Moves a damaged row to the quarantine. Later reads of its place still fail, but lists and other rows are readable.
   *
   * @returns the error to throw.
   */
  async quarantine(corrupt: CorruptRow): Promise<CountersignError> {
    const { place, reason, row } = corrupt;
    const problem = corruptRecord(corrupt);
    if (row === undefined) return problem;
    const [table, ...key] = place;
    const at = this.now();
    try {
      await this.#tables.transact([table, 'quarantine'], 'write-through', async (open) => {
        // Another tab may have quarantined or replaced it.
        if (!isSameRow(await open.get(place), row)) return;
        await open.put(quarantinePlace(place), { table, key, reason, at, row });
        await open.remove(place);
      });
    } catch (cause) {
      // The row stays in its table. The next read finds the same damage.
      this.report(CountersignError.isInstance(cause) ? cause : storageError(cause));
    }
    this.report(problem);
    return problem;
  }
}

/** Returns the place of a damaged row in the quarantine. */
function quarantinePlace(place: Place): Place {
  return ['quarantine', ...place];
}

function rowsOf(open: OpenTables): Rows {
  const read: Rows['read'] = async (place, shape) => {
    const [raw, quarantined] = await Promise.all([open.get(place), open.get(quarantinePlace(place))]);
    if (raw !== undefined) return checkShape(place, shape, { raw, value: raw });
    if (quarantined !== undefined) throw new CorruptRow(place, 'it was found damaged before');
    return undefined;
  };
  return {
    ...open,
    read,
    find: async ({ table, row: shape }, key) => {
      const row = await read([table, ...key], shape);
      return row === undefined ? undefined : { key, row };
    },
    remove: (place) => Promise.all([open.remove(place), open.remove(quarantinePlace(place))]),
  };
}

function checkShape<T>(place: Place, shape: z.ZodMiniType<T>, { raw, value }: { raw: unknown; value: unknown }): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new CorruptRow(place, `${path === '' ? 'it' : `its ${path}`} is missing or wrong`, raw);
}

/** Serializes a value. `undefined` cannot be JSON, so it becomes an empty string. */
function toDataText(name: Place, value: unknown): string {
  if (value === undefined) return '';
  try {
    return toJsonText(value);
  } catch (cause) {
    throw new UserError(
      'not-json',
      `The record ${toRecordName(name)} contains values that are not JSON, so it was not stored. Store plain data.`,
      { cause },
    );
  }
}

function parseData(place: Place, raw: unknown, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CorruptRow(place, 'its data is not JSON', raw);
  }
}

function toRecordName(place: Place): string {
  return place.map((part) => encodeURIComponent(part)).join('/');
}

function isSameRow(one: unknown, other: unknown): boolean {
  // Encrypted data is an ArrayBuffer, which JSON.stringify would write as an empty object.
  const withBytes = (_: string, value: unknown): unknown =>
    value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value;
  try {
    return JSON.stringify(one, withBytes) === JSON.stringify(other, withBytes);
  } catch {
    return true; // No row of this library is cyclic, so the row in the table is damaged, too.
  }
}
