import type { PendingBatch } from '../approval/broker/pending.js';
import type { Draft } from './conversation-state.js';

/** What people have begun, by item id: ids of calls repeat in other runs. */
type Drafts = Readonly<Record<string, Draft>>;

/** A draft lives as long as its call is open. */
export function draftsOf(pending: readonly PendingBatch[], drafts: Drafts): Drafts {
  if (Object.keys(drafts).length === 0) return drafts;
  const open = pending.flatMap(({ items }) => items.filter(({ state }) => state.status !== 'decided'));
  const ids = new Set(open.map(({ id }) => id));
  const kept = Object.entries(drafts).filter(([id]) => ids.has(id));
  return kept.length === Object.keys(drafts).length ? drafts : Object.fromEntries(kept);
}
