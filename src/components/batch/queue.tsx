'use client';
import { Fragment, type ReactElement, type ReactNode, useMemo, useRef } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { titleOr } from '../../protocol/base/words.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { askStrings, queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { needsPerson } from '../card/needs-person.js';
import { QueueContext } from '../card/queue-context.js';
import { Announcer, type AnnouncerProps } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useKeysOfPage } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { parkedId } from './parked-bar.js';
import { inPlanOrder, placesOf } from './plan-order.js';
import { useCallAnnouncements } from './use-call-announcements.js';

/** State of `Queue.Root`: `data-empty`. */
interface QueueRootState {
  readonly empty: boolean;
}

/** Props of `Queue.Root`. */
interface QueueRootProps {
  /** The conversation whose calls are shown. */
  readonly run: UseAgentRunResult;
}

/**
 * Announces a new batch, once, with its first call; each decision with the number of calls left; call ends, briefly;
 * and parked calls. Stays mounted while it is empty.
 */
export const QueueRoot: Part<'div', QueueRootState, QueueRootProps> = part(
  'Queue.Root',
  'div',
  ({ run, children, ...props }, render) => {
    const isEmpty = useConversation(run, ({ pending, parked }) => pending.length === 0 && parked === null);
    const queue = useRef<HTMLDivElement>(null);
    useKeysOfPage(queue);
    const inside = (
      <QueueContext.Provider value={run}>
        <Announcer {...useArrival(run)} />
        <Announcer {...useCallAnnouncements(run)} />
        {children}
      </QueueContext.Provider>
    );
    return render(props, { 'data-cs': 'approval-queue', state: { empty: isEmpty }, ref: queue, children: inside });
  },
);

/** Returns the announcement of the newest batch, or else of the parked calls. */
function useArrival(run: UseAgentRunResult): AnnouncerProps {
  const { risk: risks } = useWords(askStrings);
  const { callsNeedYou } = useWords(queueStrings);
  const batch = useWords(batchStrings);
  const parked = useConversation(run, (state) => state.parked);
  const newest = useConversation(run, (state) => state.pending).at(-1);
  const items = newest?.items.filter((item) => needsPerson(item, run.clientTools)) ?? [];
  const ids = items.map(({ call }) => call.toolCallId).join('\n');
  // The first call does not change while the batch is pending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look per batch
  const places = useMemo(() => placesOf(run.store.getState(), new Set(ids.split('\n'))), [run, newest?.batchId, ids]);
  if (newest === undefined && parked !== null)
    return { id: parkedId(parked), text: batch.parked(deferredCalls(parked).length) };
  const call = inPlanOrder(items, places)[0]?.call;
  if (newest === undefined || call === undefined) return { id: newest?.batchId ?? '', text: '' };
  const title = escapeUnseen(hideInText(titleOr(call.title, call.toolName), call));
  const risk = call.risk === undefined ? undefined : risks[call.risk];
  const count = items.length;
  return { id: newest.batchId, text: batch.asked({ needYou: callsNeedYou(count), count, title, risk }) };
}

/** Props of `Queue.Batches`. */
interface QueueBatchesProps {
  /** Renders one batch, in a `Batch.Root`. */
  readonly children: (batch: PendingBatch) => ReactNode;
}

/** Renders the batches, oldest first. */
export function QueueBatches({ children }: QueueBatchesProps): ReactElement {
  const run = useWithin(QueueContext, 'Queue.Batches');
  const batches = useConversation(run, (state) => state.pending);
  return (
    <>
      {batches.map((batch) => (
        <Fragment key={batch.batchId}>{children(batch)}</Fragment>
      ))}
    </>
  );
}
