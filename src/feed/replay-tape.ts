import { itemId, type PendingBatch, type PendingItem } from '../approval/broker/pending.js';
import { reduceRunEvents } from '../conversation/messages/reduce-run-event.js';
import { type ConversationState, initialState } from '../conversation/state/conversation-state.js';
import type { RunEvents } from '../conversation/state/event-list.js';
import { isNested } from '../protocol/base/event-keys.js';
import { definedProps } from '../protocol/base/record.js';
import type { DeferredCall, DeferredKind } from '../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';

/** The number of events between two stored states. Going back starts from the nearest stored state. */
const spacing = 500;

/** Computes the state of a conversation after any number of its events. */
export class ReplayTape {
  readonly #events: readonly RunEvent[];
  /** The states after 0, 500, 1000, … events, up to the furthest position so far. */
  readonly #states: ConversationState[] = [initialState];
  #last: { readonly position: number; readonly state: ConversationState } = { position: 0, state: initialState };

  constructor(events: RunEvents) {
    this.#events = events.slice();
  }

  /** The number of events. */
  get length(): number {
    return this.#events.length;
  }

  /** Returns the last event before a position. */
  eventAt(position: number): RunEvent | undefined {
    return this.#events[position - 1];
  }

  /** Returns the state after the first `position` events. */
  stateAt(position: number): ConversationState {
    const end = Math.max(0, Math.min(position, this.length));
    let { position: reached, state } = this.#nearestBefore(end);
    while (reached < end) {
      const next = Math.min(end, (Math.floor(reached / spacing) + 1) * spacing);
      state = this.#advance(state, this.#events.slice(reached, next));
      reached = next;
      if (next % spacing === 0) this.#states[next / spacing] ??= state;
    }
    this.#last = { position: end, state };
    return { ...state, events: this.#events.slice(0, end) };
  }

  /** Returns the nearest known state at or before a position. */
  #nearestBefore(end: number): { readonly position: number; readonly state: ConversationState } {
    const index = Math.min(Math.floor(end / spacing), this.#states.length - 1);
    const stored = { position: index * spacing, state: this.#states[index] ?? initialState };
    return this.#last.position <= end && this.#last.position > stored.position ? this.#last : stored;
  }

  #advance(before: ConversationState, events: readonly RunEvent[]): ConversationState {
    const state = reduceRunEvents(before, events);
    const pending = events.reduce(replayPending, before.pending);
    const isWaiting = pending.length > 0 && (state.status === 'running' || state.status === 'waiting');
    const status = isWaiting ? 'waiting' : state.status === 'waiting' ? 'running' : state.status;
    return { ...state, pending, status };
  }
}

/** Returns the pending batches after an event. In a live run, the broker holds them. */
function replayPending(pending: readonly PendingBatch[], event: RunEvent): readonly PendingBatch[] {
  switch (event.type) {
    case 'deferred-request':
      return [...pending, batchOf(event)];
    case 'answer': {
      const { answer, by, at, editedCall } = event;
      return changeItem(pending, event, {
        state: { status: 'decided', answer, by, at, ...definedProps({ editedCall }) },
      });
    }
    case 'answer-retracted':
      return changeItem(pending, event, { state: { status: 'waiting' } });
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
      return isNested(event) ? pending : [];
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
        id: itemId(batchId, call.toolCallId),
        batchId,
        kind,
        call,
        state: { status: 'waiting' },
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
