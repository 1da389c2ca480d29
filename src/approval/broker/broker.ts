import { UserError } from '../../protocol/base/errors.js';
import type { Grants } from '../grants/grants.js';
import type { AskFunction } from './ask.js';
import type { BrokerEvent } from './broker-event.js';
import type { Urgency } from './change-notifier.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';
import type { InputForm, PendingBatch } from './pending.js';

/** Holds the batches of any number of runs and agents until people answer. */
export interface Broker {
  /** Adds a batch. Pass it to a run as its option `ask`. Rejects with RunAborted when the batch is withdrawn. */
  readonly request: AskFunction;
  /**
   * Answers one call, by the id of its item. The first answer counts; a later one is recorded as late. A batch is sent
   * when all of its calls are decided.
   *
   * @throws UserError for an unknown id, for an answer that does not fit the kind of call, and for `remember` with an
   *   answer that is neither an approval nor a denial.
   */
  readonly respond: (id: string, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /**
   * Retracts a person's answer, by the id of its item, until its batch is sent: the call is waiting again. A grant that
   * was added with the answer is revoked, and calls that it answered are waiting again, too.
   *
   * @returns `false` when there is nothing to retract: the answer is sent, withdrawn, expired, or not a person's.
   * @throws UserError for an unknown id.
   */
  readonly retract: (id: string) => boolean;
  /**
   * Sends an answered batch without waiting for its `sendDelay`.
   *
   * @returns `false` when calls of it are open, or it is already sent.
   */
  readonly sendNow: (batchId: string) => boolean;
  /**
   * Changes the deadline of a call, or of all waiting calls of a batch, in milliseconds since 1970.
   *
   * @returns `false` when there is nothing to extend: it is answered, withdrawn or expired.
   * @throws UserError for an unknown id, and for an invalid time.
   */
  readonly extend: (id: string, expiresAt: number) => boolean;
  /**
   * Returns the form for editing the input of a call, by its item's id. It is separate from `pending`, which is plain
   * data. Returns `undefined` if the input can only be edited as JSON, or the call is no longer waiting.
   */
  readonly formOf: (id: string) => InputForm | undefined;
  /** Marks an external call as running in the page. */
  readonly markWorking: (id: string) => void;
  /** The pending batches, oldest first. The list is the same object until it changes. */
  readonly pending: readonly PendingBatch[];
  /** Calls the listener after `pending` has changed, once per microtask; returns a function that unsubscribes. */
  readonly subscribe: (listener: (urgency: Urgency) => void) => () => void;
  /** Returns the events from now on, for a log, another tab or another device. */
  readonly events: () => AsyncIterable<BrokerEvent>;
  /**
   * The remembered decisions, if any. Pass it to runs as their option `grants`, so that covered calls need no approval.
   */
  readonly grants: Grants | undefined;
}

/** The part of a broker that a conversation uses. */
export type OwnBroker = Omit<Broker, 'events'>;

/** @throws UserError for an id that does not belong to any call. */
export function throwUnknownItem(id: string): never {
  throw new UserError(
    'unknown-call',
    `The id '${id}' was given, but no batch has asked about it. Nothing was changed. Use an item's id in \`pending\`.`,
  );
}
