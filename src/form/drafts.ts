import type { FormDrafts } from './check-fields.js';
import { isKeyWithin } from './json-path.js';

/** Returns the drafts without those at and below a key, whose value has been replaced. */
export function withoutDrafts(drafts: FormDrafts, key: string): FormDrafts {
  const remaining = Object.entries(drafts).filter(([name]) => !isKeyWithin(name, key));
  return remaining.length === Object.keys(drafts).length ? drafts : Object.fromEntries(remaining);
}

/** Returns the new index of a list's item from the old one; `null` for a removed one. */
export type ItemMove = (index: number) => number | null;

/** Returns a key after items of a list have moved. */
export function movedKey(key: string, list: string, move: ItemMove): string | null {
  if (key === list || !isKeyWithin(key, list)) return key;
  const [index = '', ...rest] = key.slice(list.length + 1).split('/');
  const to = move(Number(index));
  return to === null ? null : [list, to, ...rest].join('/');
}

/** Returns the move that swaps two neighbours. */
export function swap(a: number, b: number): ItemMove {
  return (index) => (index === a ? b : index === b ? a : index);
}

/** Returns the move that removes an item. */
export function removal(at: number): ItemMove {
  return (index) => (index === at ? null : index > at ? index - 1 : index);
}
