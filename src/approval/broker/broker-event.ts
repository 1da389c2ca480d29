import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredKind } from '../../protocol/deferred.js';
import type { EditedCall } from '../../protocol/preview.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { OnExpiry } from './handler.js';
import type { ItemAnswer } from './pending.js';

/** The common members of a broker's events: the call, its batch and its run. */
export interface BrokerEventEnvelope {
  readonly v: 1;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The id of the item, for `respond`. */
  readonly id: string;
  readonly batchId: string;
  readonly toolCallId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
}

/** An event without its envelope. */
export type BrokerEventBody =
  | {
      readonly type: 'requested';
      readonly kind: DeferredKind;
      readonly call: DeferredCall;
      readonly expiresAt?: number;
    }
  | {
      readonly type: 'answered';
      readonly answer: ItemAnswer;
      readonly by: DecidedBy;
      /** The edited call, if the answer approved an edit. */
      readonly editedCall?: EditedCall;
    }
  /** The answer was changed before its batch was sent: the call is waiting again. */
  | { readonly type: 'retracted'; readonly by: DecidedBy }
  /** An answer arrived too late. */
  | { readonly type: 'late'; readonly reason: LateReason; readonly by: DecidedBy }
  | { readonly type: 'extended'; readonly expiresAt: number }
  | { readonly type: 'expired'; readonly outcome: OnExpiry }
  /** The run was stopped, or its handler answered without people. */
  | { readonly type: 'withdrawn' };

/** An event about a call that a broker asks people about. Plain data. */
export type BrokerEvent = BrokerEventEnvelope & BrokerEventBody;

/** Distributes events to any number of readers. */
export interface EventHub<T> {
  /** Emits an event. `make` is called only if there are readers. */
  readonly emit: (make: () => T) => void;
  /** Returns the events from now on. */
  readonly read: () => AsyncIterable<T>;
}

/** Makes an event hub. */
export function createEventHub<T>(): EventHub<T> {
  const readers = new Set<(event: T) => void>();
  return {
    emit: (make) => {
      if (readers.size === 0) return;
      const event = make();
      for (const push of readers) push(event);
    },
    read: () => ({
      [Symbol.asyncIterator]: () => {
        const queue: T[] = [];
        const waiting: ((result: IteratorResult<T, undefined>) => void)[] = [];
        const push = (value: T): void => {
          const next = waiting.shift();
          if (next === undefined) queue.push(value);
          else next({ done: false, value });
        };
        readers.add(push);
        const end = { done: true, value: undefined } as const;
        return {
          next: async () => {
            if (queue.length > 0) return { done: false, value: queue.shift() as T }; // it was looked at just before
            if (!readers.has(push)) return end;
            return await new Promise<IteratorResult<T, undefined>>((resolve) => waiting.push(resolve));
          },
          return: async () => {
            readers.delete(push);
            for (const resolve of waiting.splice(0)) resolve(end);
            queue.length = 0;
            return end;
          },
        };
      },
    }),
  };
}
