'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { isList } from '../../protocol/base/record.js';
import {
  createWaitingList,
  type DecisionSource,
  type ParkedCalls,
  sourceKey,
  type WaitingCalls,
  type WaitingList,
} from './decision-source.js';

/** One source of pending calls, or several. A new list for each rendering is fine. */
export type DecisionSources = DecisionSource | readonly DecisionSource[];

/**
 * Returns the pending calls of any number of conversations and brokers, oldest first. Calls of client tools that need
 * no person are omitted.
 *
 * @param sources conversations, brokers, or one of them.
 * @example const count = useWaiting([chat, review]).flatMap(({ items }) => items).length;
 */
export function useWaiting(sources: DecisionSources): readonly WaitingCalls[] {
  const waiting = useWaitingList(sources);
  return useSyncExternalStore(waiting.subscribe, waiting.read, waiting.read);
}

/** Returns the calls that conversations left open for later. */
export function useParked(sources: DecisionSources): readonly ParkedCalls[] {
  const waiting = useWaitingList(sources);
  return useSyncExternalStore(waiting.subscribe, waiting.parked, waiting.parked);
}

function useWaitingList(sources: DecisionSources): WaitingList {
  const list = isList(sources) ? sources : [sources];
  const key = list.map(sourceKey).join('\n\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is the same by its key is the same list
  return useMemo(() => createWaitingList(list), [key]);
}
