'use client';
import type { ReactElement } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { Announcer } from '../shared/announcer.js';
import { useStrings } from '../strings-provider.js';
import { ApprovalBatch } from './approval-batch.js';
import { needsPerson } from './needs-person.js';

/** Props of {@link ApprovalQueue}. */
export interface ApprovalQueueProps {
  /** The conversation whose calls need people. */
  readonly run: UseAgentRunResult;
}

/**
 * All batches that wait for people, oldest first. Shows nothing while there are none; only its live region stays, which
 * tells a new batch once, however many calls it has.
 */
export function ApprovalQueue({ run }: ApprovalQueueProps): ReactElement {
  const strings = useStrings().approval;
  const batches = useConversation(run, (state) => state.pending);
  const newest = batches.at(-1);
  const count = newest?.items.filter((item) => needsPerson(item, run.clientTools)).length ?? 0;
  return (
    <div data-slot="approval-queue" data-empty={batches.length === 0 ? '' : undefined}>
      <Announcer id={newest?.batchId ?? ''} text={count === 0 ? '' : strings.callsNeedYou(count)} />
      {batches.map((batch) => (
        <ApprovalBatch key={batch.batchId} run={run} batch={batch} />
      ))}
    </div>
  );
}
