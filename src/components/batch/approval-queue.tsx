'use client';
import type { ComponentType, ReactElement } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ApprovalCardProps } from '../approval/approval-card.js';
import type { Commit } from '../card/answers.js';
import { AgentSaidContext, type FocusOnBatch } from '../card/batch-context.js';
import type { Fold } from '../card/batch-lines.js';
import type { Letters } from '../card/keys.js';
import { ClientToolOutlet } from '../outlet/client-tool-outlet.js';
import * as Batch from './batch.parts.js';
import { isForOthers, OthersLine } from './others-line.js';
import * as Queue from './queue.parts.js';

/** Props of {@link ApprovalQueue}. */
export interface ApprovalQueueProps {
  /** The conversation whose calls are shown. */
  readonly run: UseAgentRunResult;
  /**
   * `each`: an answer is sent at its press. `review`: answers are choices on their cards that can be changed, until all
   * are submitted together. Default `each`.
   */
  readonly commit?: Commit | undefined;
  /** `off`: letters neither answer nor move, and none is shown. Default `on`. */
  readonly letters?: Letters | undefined;
  /**
   * `when-idle`: a new batch receives the focus, for an app without a composer. Never from a text field or a card, nor
   * within 2 s of a key. Default `never`: the composer says how to move there.
   */
  readonly focusOnBatch?: FocusOnBatch | undefined;
  /**
   * `long`: of four calls or more, one is open and the others are lines; approving several first opens those that it
   * would approve. `never`: each call is a card. Default `long`.
   */
  readonly fold?: Fold | undefined;
  /**
   * `line`: a batch that the reader has requested and only others can approve is one line; its cards are shown on
   * request. Default `card`.
   */
  readonly others?: 'card' | 'line' | undefined;
  /** Shows one call that needs approval, made of parts of `Approval`. Default: `ApprovalCard`. */
  readonly card?: ComponentType<CardSlotProps> | undefined;
}

/** Props of a component that replaces `ApprovalCard`. */
export type CardSlotProps = Pick<ApprovalCardProps, 'run' | 'item' | 'batch'>;

/**
 * All pending batches, oldest first, and below them the calls that were left open for later. Without any, only its live
 * regions stay, which announce a new batch once, and decisions and results briefly. It is made of the parts in `Queue`
 * and `Batch` only.
 *
 * @example <ApprovalQueue run={useAgentRun({ agent })} commit="review" />
 */
export function ApprovalQueue({ run, card, others = 'card', ...settings }: ApprovalQueueProps): ReactElement {
  return (
    <Queue.Root run={run}>
      <Queue.Batches>
        {(batch) => {
          const cards = <QueuedBatch run={run} batch={batch} card={card} settings={settings} />;
          return others === 'line' && isForOthers(batch) ? <OthersLine batch={batch}>{cards}</OthersLine> : cards;
        }}
      </Queue.Batches>
      <Queue.Parked />
    </Queue.Root>
  );
}

export declare namespace ApprovalQueue {
  /** Props of a component that replaces `ApprovalCard`. */
  type CardProps = CardSlotProps;
}

interface QueuedBatchProps {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
  readonly card: ApprovalQueueProps['card'];
  readonly settings: Pick<ApprovalQueueProps, 'commit' | 'letters' | 'focusOnBatch' | 'fold'>;
}

/** One batch of the queue, with everything that `ApprovalQueue` shows of it. */
export function QueuedBatch({ run, batch, card: Card, settings }: QueuedBatchProps): ReactElement {
  const { fold = 'long' } = settings;
  const isSingle = batch.items.length === 1;
  // The names of agents are shown once: on the only card, or in the header.
  const isAgentOnCard = isSingle && Card === undefined && batch.items[0]?.kind === 'approval';
  const isLong = fold === 'long' && batch.items.length > 3;
  const hasChoices = settings.commit === 'review' && batch.items.some(({ kind }) => kind === 'approval');
  const hasFooter = batch.items.length > 1 || hasChoices || batch.sendsAt !== undefined || batch.refused !== undefined;
  const several = (
    <>
      <Batch.ApproveLowRisk />
      <Batch.ApproveAll />
      <Batch.DenyAll />
    </>
  );
  const time = (
    <>
      <Batch.Countdown />
      <Batch.Extend />
    </>
  );
  return (
    <Batch.Root run={run} batch={batch} {...settings} fold={fold}>
      <Batch.Header>
        <Batch.Title />
        {isSingle ? null : <Batch.Progress />}
        {isAgentOnCard ? null : <Batch.Owner />}
        <Batch.Round />
        {isLong ? <Batch.Bulk>{several}</Batch.Bulk> : time}
        {isLong || isSingle ? null : <Batch.Help />}
      </Batch.Header>
      <AgentSaidContext.Provider value={!isAgentOnCard}>
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
      </AgentSaidContext.Provider>
      {hasFooter ? (
        <Batch.Footer>
          <Batch.Problem />
          {isLong ? null : several}
          <Batch.DeferAll />
          {isLong ? time : null}
          {isLong ? <Batch.Help /> : null}
          <Batch.DenyReason />
          {isLong ? null : <Batch.Left />}
          <Batch.Summary />
          {batch.sendsAt === undefined ? null : <Batch.Note />}
          <Batch.Undo />
          <Batch.Submit />
          {batch.sendsAt === undefined ? <Batch.Note /> : null}
        </Batch.Footer>
      ) : null}
      <Batch.Keys />
    </Batch.Root>
  );
}
