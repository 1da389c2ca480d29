import type { PendingItem } from '../../approval/broker/pending.js';

/** What is kept by tool call id, but for these calls. */
export function withoutItems<VALUE>(
  before: ReadonlyMap<string, VALUE>,
  items: readonly PendingItem[],
): ReadonlyMap<string, VALUE> {
  const ids = new Set(items.map(({ call }) => call.toolCallId));
  return new Map([...before].filter(([id]) => !ids.has(id)));
}
