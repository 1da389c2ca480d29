import {
  type IndexedDbStorageOptions,
  indexedDbStorage,
  memoryStorage,
  type RunStorage,
} from 'countersign/persistence';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { onTestFinished } from 'vitest';

let count = 0;

/** A unique name for a database, which is deleted after the test. */
export function databaseName(): string {
  count += 1;
  const name = `countersign-test-${Date.now().toString(36)}-${count}`;
  onTestFinished(() => deleteDB(name));
  return name;
}

/** A storage in IndexedDB that is closed after the test. */
export function openStorage(options: IndexedDbStorageOptions): RunStorage {
  const storage = indexedDbStorage(options);
  onTestFinished(() => storage.close());
  return storage;
}

/** Opens the database directly, for changes that only another program would make. */
export async function openRaw(name: string): Promise<IDBPDatabase> {
  const db = await openDB(name);
  onTestFinished(() => db.close());
  return db;
}

/** The storages with the same contract: creates a storage, and the same storage for another tab. */
export interface StorageKind {
  readonly name: string;
  readonly make: (now?: () => number) => { readonly storage: RunStorage; readonly other: RunStorage };
}

const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** Binds a record to its name, so that it cannot replace another. */
const bound = (iv: Uint8Array<ArrayBuffer>, record: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(record),
});

/** The encryption that an app could use. */
export const sealed: Required<Pick<IndexedDbStorageOptions, 'encrypt' | 'decrypt'>> = {
  encrypt: async (text, record) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(bound(iv, record), await key, new TextEncoder().encode(text));
    return new Blob([iv, data]).arrayBuffer();
  },
  decrypt: async (data, record) => {
    const iv = new Uint8Array(data.slice(0, 12));
    return new TextDecoder().decode(await crypto.subtle.decrypt(bound(iv, record), await key, data.slice(12)));
  },
};

const inDatabase =
  (options: IndexedDbStorageOptions): StorageKind['make'] =>
  (now = Date.now) => {
    const name = databaseName();
    return { storage: openStorage({ name, now, ...options }), other: openStorage({ name, now, ...options }) };
  };

export const kinds: readonly StorageKind[] = [
  {
    name: 'memory',
    make: (now = Date.now) => {
      const storage = memoryStorage({ now });
      return { storage, other: storage };
    },
  },
  { name: 'IndexedDB', make: inDatabase({}) },
  { name: 'IndexedDB, encrypted', make: inDatabase(sealed) },
];
