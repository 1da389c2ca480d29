import type { PendingBatch, PendingItem } from '../approval/broker/pending.js';
import type { DeferredCall, DeferredKind } from '../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';

/** What waited for people after these events, given what waited before them: events tell it, no broker is needed. */
export function replayPending(pending: readonly PendingBatch[], event: RunEvent): readonly PendingBatch[] {
  switch (event.type) {
    case 'deferred-request':
      return [...pending, batchOf(event)];
    case 'answer': {
      const { answer, by, at } = event;
      return changeItem(pending, event, { state: { status: 'decided', answer, by, at } });
    }
    case 'deadline':
      return Object.entries(event.expiresAt).reduce(
        (left, [toolCallId, expiresAt]) => changeItem(left, { ...event, toolCallId }, { expiresAt }),
        pending,
      );
    case 'extended':
      return changeItem(pending, event, { expiresAt: event.expiresAt });
    case 'deferred-response':
      return pending.filter(({ batchId }) => batchId !== event.batchId);
    case 'run-end':
      return event.agentPath.length > 1 ? pending : [];
    default:
      return pending;
  }
}

function batchOf({ batchId, runId, agentPath, round, requests }: RunEventOf<'deferred-request'>): PendingBatch {
  const toItem =
    (kind: DeferredKind) =>
    (call: DeferredCall): PendingItem => {
      const metadata = requests.metadata[call.toolCallId];
      const item = {
        id: `${batchId} ${call.toolCallId}`,
        batchId,
        kind,
        call,
        state: { status: 'open' },
        preview: { status: 'none' },
      } as const;
      return metadata === undefined ? item : { ...item, metadata };
    };
  const items = [...requests.approvals.map(toItem('approval')), ...requests.calls.map(toItem('external'))];
  return { batchId, runId, agentPath, round, requests, items };
}

function changeItem(
  pending: readonly PendingBatch[],
  { batchId, toolCallId }: { readonly batchId: string; readonly toolCallId: string },
  change: Partial<PendingItem>,
): readonly PendingBatch[] {
  return pending.map((batch) =>
    batch.batchId === batchId
      ? {
          ...batch,
          items: batch.items.map((item) => (item.call.toolCallId === toolCallId ? { ...item, ...change } : item)),
        }
      : batch,
  );
}
