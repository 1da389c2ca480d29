'use client';
import { type ReactElement, useRef } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { DecidedCard } from './decided-card.js';
import { OpenApproval } from './open-approval.js';

/** Props of {@link ApprovalCard}. */
export interface ApprovalCardProps {
  /** The conversation that waits. */
  readonly run: UseAgentRunResult;
  /** The call that needs a yes. */
  readonly item: PendingItem;
  /** The batch that it belongs to. */
  readonly batch: PendingBatch;
}

/**
 * One call that needs a person's yes, read from top to bottom as a decision: what, why, how bad, with which input, and
 * the answer. Once decided it is one line.
 */
export function ApprovalCard({ run, item, batch }: ApprovalCardProps): ReactElement {
  const cardRef = useRef<HTMLElement>(null);
  const claimFocus = useFocusHandoff(cardRef, item.state.status === 'decided');
  if (item.state.status === 'decided') {
    return <DecidedCard slot="approval-card" call={item.call} decided={item.state} cardRef={cardRef} />;
  }
  return <OpenApproval run={run} item={item} agentPath={batch.agentPath} cardRef={cardRef} onAnswer={claimFocus} />;
}
