'use client';
import { useEffect, useState } from 'react';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import { decisionRecord } from '../../approval/record/decision-record.js';
import type { Conversation } from '../../conversation/conversation.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';

/** The source of decisions: a conversation, or a persisted record. */
export type RecordSource = Pick<Conversation, 'store'> | readonly DecisionEntry[];

/** The decisions, as far as they are loaded. */
export interface DecisionList {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly entries: readonly DecisionEntry[];
  /** The reason why they could not be read. */
  readonly problem?: string;
}

const loading: DecisionList = { status: 'loading', entries: [] };

/**
 * Reads the decisions of a conversation, and again when there may be more. It is asynchronous, since it takes a digest
 * of each call.
 */
export function useDecisions(source: RecordSource): DecisionList {
  const stored = 'store' in source ? undefined : source;
  const store = 'store' in source ? source.store : undefined;
  const [read, setRead] = useState<{ readonly store: typeof store; readonly list: DecisionList }>();
  useEffect(() => {
    if (store === undefined) return undefined;
    let newest = 0;
    const readAgain = async (): Promise<void> => {
      const turn = ++newest;
      const next = await readList(store.getState());
      if (turn !== newest) return;
      setRead((before) => {
        const entries = before?.store === store ? before.list.entries : [];
        return { store, list: next.status === 'failed' ? { ...next, entries } : next };
      });
    };
    void readAgain();
    const unsubscribe = store.subscribe((now, before) => {
      if (mayHaveMore(now, before)) void readAgain();
    });
    return () => {
      newest = -1;
      unsubscribe();
    };
  }, [store]);
  if (stored !== undefined) return { status: 'ready', entries: stored };
  // Decisions of another conversation are not shown while those of this one are loading.
  return read?.store === store ? (read?.list ?? loading) : loading;
}

async function readList({ events }: ConversationState): Promise<DecisionList> {
  try {
    return { status: 'ready', entries: await decisionRecord(events) };
  } catch (error) {
    return { status: 'failed', entries: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Returns `true` when there may be more decisions: answers change the pending calls, and policy decisions come with a
 * step.
 */
function mayHaveMore(now: ConversationState, before: ConversationState): boolean {
  return now.pending !== before.pending || now.status !== before.status || now.usage !== before.usage;
}
