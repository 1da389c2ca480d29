'use client';
import { type ReactElement, useEffect } from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { type LazyPart, lazyPart, loadWithin, whenIdle } from '../../protocol/base/lazy-part.js';
import { Meanwhile } from '../later/later-view.js';
import { useLaterPart } from '../later/use-later-part.js';
import type { ApprovalQueue, ApprovalQueueProps } from './approval-queue.js';

/** The queue of a chat. */
export const queuePart: LazyPart<typeof ApprovalQueue> = lazyPart(
  async () => (await import('./approval-queue.js')).ApprovalQueue,
);

/** How long a question waits for it, in milliseconds: then people see at least that there is one. */
const patience = 10_000;

/**
 * `ApprovalQueue`, loaded once the chat is shown, before anything is asked. A question that comes sooner loads it at once and waits for it, so that a card
 * is whole when it is seen.
 */
export function LaterQueue({ run, card }: Pick<ApprovalQueueProps, 'run' | 'card'>): ReactElement | null {
  const { holdQuestions } = run;
  useEffect(() => holdQuestions(loadInTime), [holdQuestions]);
  const { part: Queue, state, retry } = useLaterPart(queuePart, whenIdle);
  const isNeeded = useConversation(run, ({ pending, parked }) => pending.length > 0 || parked !== null);
  if (Queue !== undefined) return <Queue run={run} card={card} />;
  return isNeeded ? <Meanwhile state={state} onRetry={retry} /> : null;
}

function loadInTime(): Promise<unknown> | undefined {
  return queuePart.loaded() === undefined ? loadWithin(queuePart, patience) : undefined;
}
