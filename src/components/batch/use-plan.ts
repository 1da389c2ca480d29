'use client';
import { useMemo } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';

/** How far back the calls of one response are looked for, in events. */
const reach = 5000;

/**
 * The calls of a batch in the order in which the model proposed them, so that they read as a plan: approvals and calls that the page
 * answers mixed as they came. Where the events do not tell (a restored conversation), the order of the batch.
 */
export function usePlan({ store }: Pick<UseAgentRunResult, 'store'>, batch: PendingBatch): readonly PendingItem[] {
  const { batchId, items } = batch;
  const ids = items.map(({ call }) => call.toolCallId).join('\n');
  // What the model proposed does not change while its calls wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look per batch
  const places = useMemo(() => placesOf(store, new Set(ids.split('\n'))), [store, batchId, ids]);
  return useMemo(() => {
    if (places.size < items.length) return items;
    const place = ({ call }: PendingItem): number => places.get(call.toolCallId) ?? 0;
    return [...items].sort((one, other) => place(one) - place(other));
  }, [items, places]);
}

function placesOf(store: UseAgentRunResult['store'], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const { events } = store.getState();
  const places = new Map<string, number>();
  const end = Math.max(0, events.length - reach);
  for (let index = events.length - 1; index >= end && places.size < wanted.size; index--) {
    const event = events.at(index);
    if (event?.type === 'tool-call' && wanted.has(event.toolCallId) && !places.has(event.toolCallId))
      places.set(event.toolCallId, index);
  }
  return places;
}
