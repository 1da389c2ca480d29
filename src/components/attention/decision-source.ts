import type { Broker } from '../../approval/broker/broker.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../conversation/conversation.js';
import type { ClientTools } from '../../hooks/client-tools.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { needsPerson } from '../card/needs-person.js';

/**
 * A source of pending calls: a conversation (also the result of `useAgentRun`), or a broker that several runs share.
 */
export type DecisionSource =
  | (Pick<Conversation, 'store'> & Partial<Pick<Conversation, 'resume'>> & { readonly clientTools?: ClientTools })
  | Pick<Broker, 'pending' | 'subscribe'>;

/** A batch, with those of its calls that still wait for a person. */
export interface WaitingCalls {
  readonly batch: PendingBatch;
  /** At least one. */
  readonly items: readonly PendingItem[];
}

/** Calls that a conversation left open for later. */
export interface ParkedCalls {
  readonly conversation: Pick<Conversation, 'store' | 'resume'>;
  readonly calls: DeferredToolRequests;
}

/** The pending calls of several sources, as one list that can be subscribed to. */
export interface WaitingList {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the batches, oldest first; the same list until it changes. */
  readonly read: () => readonly WaitingCalls[];
  /** Returns the calls that were left open and can be resumed here. */
  readonly parked: () => readonly ParkedCalls[];
}

const noTools: ClientTools = Object.freeze({});

/** Returns a key for a source: the id of its store, and its client tools, which decide which calls need a person. */
export function sourceKey(source: DecisionSource): string {
  return [
    idOf(subscribableOf(source)),
    ...Object.entries(toolsOf(source)).map(([name, tool]) => `${name} ${'render' in tool}`),
  ]
    .map(String)
    .join('\n');
}

/** Combines the pending calls of several sources. A batch that two sources have is listed once. */
export function createWaitingList(sources: readonly DecisionSource[]): WaitingList {
  /** The time of the request of each batch, by batch id, in the order in which the batches were first seen. */
  const requestTimes = new Map<string, number>();
  let seen: readonly (readonly PendingBatch[])[] = [];
  let waiting: readonly WaitingCalls[] = [];
  let parked: readonly ParkedCalls[] = [];
  return {
    parked: () => {
      const current = sources.flatMap(parkedIn);
      const isSame =
        current.length === parked.length && current.every(({ calls }, index) => calls === parked[index]?.calls);
      if (!isSame) parked = current;
      return parked;
    },
    subscribe: (listener) => {
      const unsubscribes = sources.map((source) => subscribableOf(source).subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    read: () => {
      const current = sources.map(pendingOf);
      if (current.length === seen.length && current.every((pending, index) => pending === seen[index])) return waiting;
      seen = current;
      const found = new Map<string, WaitingCalls & { readonly at: number }>();
      for (const source of sources)
        for (const batch of pendingOf(source)) {
          if (!requestTimes.has(batch.batchId)) requestTimes.set(batch.batchId, requestTimeOf(source, batch.batchId));
          const items = batch.items.filter(
            (item) => item.state.status === 'waiting' || item.state.status === 'checking',
          );
          const forPeople = items.filter((item) => needsPerson(item, toolsOf(source)));
          const at = requestTimes.get(batch.batchId) ?? 0;
          // A chat and an inbox have the same batch under ids of their own.
          const key = batch.servedId ?? batch.batchId;
          if (forPeople.length > 0 && !found.has(key)) found.set(key, { batch, items: forPeople, at });
        }
      const ids = new Set(current.flat().map(({ batchId }) => batchId));
      for (const id of requestTimes.keys()) if (!ids.has(id)) requestTimes.delete(id);
      const order = [...requestTimes.keys()];
      const firstSeen = ({ batch }: WaitingCalls): number => order.indexOf(batch.batchId);
      waiting = [...found.values()]
        .sort((a, b) => a.at - b.at || firstSeen(a) - firstSeen(b))
        .map(({ batch, items }) => ({ batch, items }));
      return waiting;
    },
  };
}

/** Returns the parked calls of a source. A broker has only pending calls. */
function parkedIn(source: DecisionSource): readonly ParkedCalls[] {
  if (!('store' in source) || source.resume === undefined) return [];
  const { store, resume } = source;
  const { parked } = store.getState();
  return parked === null ? [] : [{ conversation: { store, resume }, calls: parked }];
}

/**
 * Returns the client tools of a source. A broker has none, but its calls that execute without a person have the status
 * `running`.
 */
function toolsOf(source: DecisionSource): ClientTools {
  return ('clientTools' in source && source.clientTools) || noTools;
}

function subscribableOf(source: DecisionSource): { readonly subscribe: (listener: () => void) => () => void } {
  return 'store' in source ? source.store : source;
}

function pendingOf(source: DecisionSource): readonly PendingBatch[] {
  return 'store' in source ? source.store.getState().pending : source.pending;
}

/**
 * Returns the time at which a batch was requested, from the events. Without events, the batch sorts last, since a
 * prerendered page must not read a clock.
 */
function requestTimeOf(source: DecisionSource, batchId: string): number {
  const events = 'store' in source ? source.store.getState().events : [];
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event !== undefined && isRequest(event) && event.batchId === batchId) return event.at;
  }
  return Number.MAX_SAFE_INTEGER;
}

function isRequest(event: RunEvent): event is RunEventOf<(typeof requestTypes)[number]> {
  return requestTypes.some((type) => type === event.type);
}

const requestTypes = ['deferred-request', 'approval-requested', 'external-requested'] as const;

const objectIds: WeakMap<object, number> = new WeakMap();
let lastId = 0;

function idOf(object: object): number {
  const id = objectIds.get(object) ?? ++lastId;
  objectIds.set(object, id);
  return id;
}
