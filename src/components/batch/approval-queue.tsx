'use client';
import type { ComponentType, ReactElement } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ApprovalCardProps } from '../approval/approval-card.js';
import type { Commit } from '../card/answers.js';
import { ClientToolOutlet } from '../outlet/client-tool-outlet.js';
import * as Batch from './batch.parts.js';
import * as Queue from './queue.parts.js';

/** Props of {@link ApprovalQueue}. */
export interface ApprovalQueueProps {
  /** The conversation whose calls need people. */
  readonly run: UseAgentRunResult;
  /**
   * `each`: an answer goes out at its press. `review`: answers are choices on their cards that can be changed, until all are
   * submitted together. Default `each`.
   */
  readonly commit?: Commit | undefined;
  /** Shows one call that needs a yes, made of parts of `Approval`. Default: `ApprovalCard`. */
  readonly card?: ComponentType<CardSlotProps> | undefined;
}

/** What a component in place of `ApprovalCard` gets. */
export type CardSlotProps = Pick<ApprovalCardProps, 'run' | 'item' | 'batch'>;

/**
 * All batches that wait for people, oldest first, and below them what was left open for later. Shows nothing while there are none;
 * only its live region stays, which tells a new batch once, however many calls it has. It is made of the parts in `Queue` and `Batch` only.
 *
 * @example <ApprovalQueue run={useAgentRun({ agent })} commit="review" />
 */
export function ApprovalQueue({ run, commit = 'each', card }: ApprovalQueueProps): ReactElement {
  return (
    <Queue.Root run={run}>
      <Queue.Batches>{(batch) => <WholeBatch run={run} batch={batch} commit={commit} card={card} />}</Queue.Batches>
      <Queue.Parked />
    </Queue.Root>
  );
}

export declare namespace ApprovalQueue {
  type Props = ApprovalQueueProps;
  /** What a component in place of `ApprovalCard` gets. */
  type CardProps = CardSlotProps;
}

interface WholeBatchProps {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
  readonly commit: Commit;
  readonly card: ApprovalQueueProps['card'];
}

function WholeBatch({ run, batch, commit, card: Card }: WholeBatchProps): ReactElement {
  const isLong = batch.items.length > 3;
  const hasChoices = commit === 'review' && batch.items.some(({ kind }) => kind === 'approval');
  const hasFooter = batch.items.length > 1 || hasChoices || batch.sendsAt !== undefined;
  return (
    <Batch.Root run={run} batch={batch} commit={commit}>
      <Batch.Header>
        <Batch.Title />
        <Batch.Progress />
        <Batch.Owner />
        <Batch.Round />
        <Batch.Countdown />
        <Batch.Extend />
        <Batch.Help />
      </Batch.Header>
      {isLong ? <Batch.Plan /> : null}
      <Batch.Items>
        {Card === undefined
          ? undefined
          : (item) =>
              item.kind === 'approval' ? (
                <Card run={run} item={item} batch={batch} />
              ) : (
                <ClientToolOutlet run={run} item={item} />
              )}
      </Batch.Items>
      {hasFooter ? (
        <Batch.Footer>
          <Batch.Problem />
          <Batch.ApproveAll />
          <Batch.ApproveLowRisk />
          <Batch.DenyAll />
          <Batch.DeferAll />
          <Batch.DenyReason />
          <Batch.Left />
          <Batch.Summary />
          <Batch.Submit />
          <Batch.Note />
        </Batch.Footer>
      ) : null}
      <Batch.Keys />
    </Batch.Root>
  );
}
