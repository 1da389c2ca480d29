'use client';
import type { PendingBatch, PendingItem, UseAgentRunResult } from 'countersign';
import { Batch, ClientToolOutlet, Queue } from 'countersign/components';
import { ApprovalCard } from './approval-card';

interface ApprovalQueueProps {
  readonly run: UseAgentRunResult;
  /** `review`: people choose all answers first, and submit them together. */
  readonly commit?: 'each' | 'review';
}

const button = 'h-9 rounded-md px-4 text-sm font-medium data-[look=plain]:shadow-xs';

/** All calls that wait for a person, oldest first. */
export function ApprovalQueue({ run, commit = 'each' }: ApprovalQueueProps) {
  return (
    <Queue.Root run={run} className="flex flex-col gap-4">
      <Queue.Batches>{(batch) => <PendingCalls run={run} batch={batch} commit={commit} />}</Queue.Batches>
      <Queue.Parked className="rounded-xl border-dashed text-sm" />
    </Queue.Root>
  );
}

interface PendingCallsProps extends Required<ApprovalQueueProps> {
  readonly batch: PendingBatch;
}

/** The calls of one response of the model. */
function PendingCalls({ run, batch, commit }: PendingCallsProps) {
  const isSingle = batch.items.length === 1;
  return (
    <Batch.Root
      run={run}
      batch={batch}
      commit={commit}
      className="rounded-xl border bg-card text-card-foreground shadow-sm"
    >
      {/* The title of a single call is on its card. Screen readers still read the header. */}
      <Batch.Header className={isSingle ? undefined : 'flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-6 py-4'}>
        <Batch.Title className="text-base font-semibold" />
        {isSingle ? null : <Batch.Progress className="text-sm text-muted-foreground" />}
        <Batch.Owner className="text-sm text-muted-foreground" />
        <Batch.Countdown />
        <Batch.Extend />
        {isSingle ? null : <Batch.Help />}
      </Batch.Header>
      <Batch.Items>
        {(item: PendingItem) =>
          item.kind === 'approval' ? (
            <ApprovalCard run={run} item={item} batch={batch} />
          ) : (
            <ClientToolOutlet run={run} item={item} />
          )
        }
      </Batch.Items>
      {isSingle && commit === 'each' ? null : (
        <Batch.Footer className="flex flex-wrap items-center gap-2 border-t bg-muted/50 px-6 py-4">
          <Batch.Problem />
          <Batch.ApproveLowRisk className={button} />
          <Batch.ApproveAll className={button} />
          <Batch.DenyAll className={button} />
          <Batch.DeferAll className={button} />
          <Batch.DenyReason />
          <Batch.Left className="text-sm text-muted-foreground" />
          <Batch.Summary />
          <Batch.Submit className={button} />
          <Batch.Note />
        </Batch.Footer>
      )}
      <Batch.Keys />
    </Batch.Root>
  );
}
