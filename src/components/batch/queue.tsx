'use client';
import {
  type ForwardRefExoticComponent,
  Fragment,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { approvalStrings } from '../approval/approval-strings.js';
import { needsPerson } from '../card/needs-person.js';
import { QueueContext, useQueue } from '../card/queue-context.js';
import { Announcer } from '../part/announcer.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useKeysOfPage } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { batchStrings } from './batch-strings.js';
import { parkedId } from './parked-bar.js';

/** State of `Queue.Root`: `data-empty`. */
export interface QueueRootState extends Record<string, boolean> {
  readonly empty: boolean;
}

/** Props of `Queue.Root`. */
export interface QueueRootProps extends PartProps<'div', QueueRootState> {
  /** The conversation whose calls need people. */
  readonly run: UseAgentRunResult;
}

/** Tells a new batch once, and what was left open; stays in the page while there is neither. */
export const QueueRoot: ForwardRefExoticComponent<QueueRootProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function QueueRoot({ run, children, ...props }: QueueRootProps, ref) {
    const approval = useWords(approvalStrings);
    const batch = useWords(batchStrings);
    const parked = useConversation(run, (state) => state.parked);
    useKeysOfPage();
    const batches = useConversation(run, (state) => state.pending);
    const newest = batches.at(-1);
    const count = newest?.items.filter((item) => needsPerson(item, run.clientTools)).length ?? 0;
    const told =
      newest === undefined && parked !== null
        ? { id: parkedId(parked), text: batch.parked(deferredCalls(parked).length) }
        : { id: newest?.batchId ?? '', text: count === 0 ? '' : approval.callsNeedYou(count) };
    const inside = (
      <QueueContext.Provider value={run}>
        <Announcer {...told} />
        {children}
      </QueueContext.Provider>
    );
    return renderPart<'div', QueueRootState>(
      'div',
      { ...props, children: inside },
      { slot: 'approval-queue', state: { empty: batches.length === 0 && parked === null }, ref },
    );
  },
);

export declare namespace QueueRoot {
  type Props = QueueRootProps;
  type State = QueueRootState;
}

/** Props of `Queue.Batches`. */
export interface QueueBatchesProps {
  /** Renders one batch, in a `Batch.Root`. */
  readonly children: (batch: PendingBatch) => ReactNode;
}

/** Renders the batches, oldest first. */
export function QueueBatches({ children }: QueueBatchesProps): ReactElement {
  const run = useQueue('Queue.Batches');
  const batches = useConversation(run, (state) => state.pending);
  return (
    <>
      {batches.map((batch) => (
        <Fragment key={batch.batchId}>{children(batch)}</Fragment>
      ))}
    </>
  );
}

export declare namespace QueueBatches {
  type Props = QueueBatchesProps;
}
