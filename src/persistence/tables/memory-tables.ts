import type { Entry, Key, Place, TableName } from './place.js';
import { storageClosed } from './storage-errors.js';
import type { OpenTables, Tables, Window } from './tables.js';

/** The entries of a table, by the first part of their keys, then by the whole. */
type TableRows = Map<Key[number], Map<string, Entry>>;

/** Returns tables in memory. They have the same guarantees as others, until the page is closed. */
export function memoryTables(): Tables {
  const tables = new Map<TableName, TableRows>();
  let tail: Promise<unknown> = Promise.resolve();
  let state: 'open' | 'closed' = 'open';
  const run = async <T>(work: (open: OpenTables) => Promise<T>): Promise<T> => {
    if (state === 'closed') throw storageClosed();
    const undo: (() => void)[] = [];
    try {
      return await work(tablesIn(tables, undo));
    } catch (cause) {
      for (const step of undo.reverse()) step();
      throw cause;
    }
  };
  return {
    transact: (_names, _access, work) => {
      const result = tail.then(() => run(work));
      tail = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      state = 'closed';
    },
  };
}

function tablesIn(tables: Map<TableName, TableRows>, undo: (() => void)[]): OpenTables {
  const groupsOf = (name: TableName): TableRows => {
    const groups: TableRows = tables.get(name) ?? new Map();
    tables.set(name, groups);
    return groups;
  };
  const find = ([table, ...key]: Place): Entry | undefined =>
    groupsOf(table)
      .get(key[0] ?? '')
      ?.get(JSON.stringify(key));
  const set = ([table, ...key]: Place, entry: Entry | undefined): void => {
    const groups = groupsOf(table);
    const [first = ''] = key;
    const group = groups.get(first) ?? new Map<string, Entry>();
    if (entry === undefined) group.delete(JSON.stringify(key));
    else group.set(JSON.stringify(key), entry);
    if (group.size === 0) groups.delete(first);
    else groups.set(first, group);
  };
  const change = (place: Place, entry: Entry | undefined): void => {
    const before = find(place);
    undo.push(() => set(place, before));
    set(place, entry);
  };
  const list = ([table, ...key]: Place, window?: Window): readonly Entry[] =>
    entriesWithin(groupsOf(table), key, window);
  return {
    get: async (place) => find(place)?.row,
    list: async (within, window) => list(within, window),
    put: async (place, row) => {
      const [, ...key] = place;
      change(place, { key, row });
    },
    remove: async (within) => {
      for (const { key } of list(within)) change([within[0], ...key], undefined);
    },
  };
}

function entriesWithin(groups: TableRows, within: Key, { from, limit }: Window = {}): readonly Entry[] {
  const [first] = within;
  const near = first === undefined ? [...groups.values()] : [groups.get(first) ?? new Map<string, Entry>()];
  return near
    .flatMap((group) => [...group.values()])
    .filter(({ key }) => within.every((part, index) => key[index] === part))
    .filter(({ key }) => from === undefined || compareKeys(key.slice(within.length), [from]) >= 0)
    .sort((one, other) => compareKeys(one.key, other.key))
    .slice(0, limit);
}

function compareKeys(one: Key, other: Key): number {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    const order = against === undefined ? 1 : compareParts(part, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function compareParts(one: Key[number], other: Key[number]): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
