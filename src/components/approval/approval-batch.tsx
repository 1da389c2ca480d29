'use client';
import { type ReactElement, useId } from 'react';
import type { PendingBatch } from '../../approval/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { ClientToolOutlet } from '../outlet/client-tool-outlet.js';
import { ApprovalCard } from './approval-card.js';
import { BatchFooter } from './batch-footer.js';
import { BatchHeader } from './batch-header.js';
import { needsPerson } from './needs-person.js';

/** Props of {@link ApprovalBatch}. */
export interface ApprovalBatchProps {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
}

/** One batch: how many calls need you, how many are decided, a card for each, and what can be said to all. */
export function ApprovalBatch({ run, batch }: ApprovalBatchProps): ReactElement {
  const headingId = useId();
  const forPeople = batch.items.filter((item) => needsPerson(item, run.clientTools));
  return (
    <section data-slot="approval-batch" data-batch={batch.batchId} aria-labelledby={headingId}>
      <BatchHeader batch={batch} forPeople={forPeople} headingId={headingId} />
      {batch.items.map((item) =>
        item.kind === 'approval' ? (
          <ApprovalCard key={item.call.toolCallId} run={run} item={item} batch={batch} />
        ) : (
          <ClientToolOutlet key={item.call.toolCallId} run={run} item={item} />
        ),
      )}
      {batch.items.length > 1 ? <BatchFooter run={run} batch={batch} /> : null}
    </section>
  );
}
