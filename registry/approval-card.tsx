'use client';
import { Approval, type ApprovalQueue } from 'countersign/components';

const button = 'h-9 rounded-md px-4 text-sm font-medium data-[look=plain]:shadow-xs';

/** One call that needs approval. Change the order, the words and the classes of the parts; keep the answers. */
export function ApprovalCard({ run, item, batch }: ApprovalQueue.CardProps) {
  const isDestructive = item.call.risk === 'destructive';
  return (
    <Approval.Root run={run} item={item} batch={batch} className="flex flex-col gap-4 p-6 *:my-0">
      <Approval.When is="closed">
        <Approval.Record />
      </Approval.When>
      <Approval.When is="open">
        <header className="flex flex-col gap-1.5 *:my-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Approval.Title className="text-base leading-snug font-semibold" />
            <Approval.Risk className="text-xs" />
          </div>
          <Approval.Reason className="text-sm text-muted-foreground" omit="said" />
          <Approval.People className="text-sm text-muted-foreground" />
          <Approval.Agent className="text-sm text-muted-foreground" />
          <Approval.Facts className="text-sm" omit="said" />
        </header>
        <Approval.Description className="text-sm" />
        <Approval.Deceptive />
        <Approval.Preview />
        <Approval.ShowInput className="self-start text-sm" />
        <Approval.Input fold="when-said" />
        <Approval.Countdown when="own">
          <Approval.Extend />
        </Approval.Countdown>
        <Approval.Problem className="rounded-md text-sm" />
        <Approval.EditForm>{isDestructive ? null : <Approval.Remember />}</Approval.EditForm>
        <Approval.ReasonForm>{isDestructive ? null : <Approval.Remember />}</Approval.ReasonForm>
        {isDestructive ? null : <Approval.Remember />}
        <Approval.Actions className="flex flex-wrap items-center gap-2">
          {isDestructive ? null : <Approval.Approve className={button} />}
          <Approval.Deny className={button} />
          <Approval.Edit className={button} />
          <Approval.Defer className={button} />
          {isDestructive ? <Approval.Approve className={button} /> : null}
        </Approval.Actions>
      </Approval.When>
    </Approval.Root>
  );
}
