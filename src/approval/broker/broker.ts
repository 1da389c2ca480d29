import { UserError } from '../../protocol/base/errors.js';
import type { Grants } from '../grants/grants.js';
import type { AskFunction } from './ask.js';
import type { BrokerEvent } from './broker-event.js';
import type { Urgency } from './change-notifier.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';
import type { InputForm, PendingBatch } from './pending.js';

/** Stands between runs that ask and people who answer, of any number of runs and agents. */
export interface Broker {
  /** Takes a batch. Pass it to a run as its option `ask`. Rejects with RunAborted when the batch is withdrawn. */
  readonly request: AskFunction;
  /**
   * Answers one call, by the id of its item. The first answer counts; a later one is recorded as late. A batch goes back when
   * each of its calls is decided.
   *
   * @throws UserError for an id that was never asked about, for an answer that does not fit the kind of call, and for
   * `remember` where it makes no sense.
   */
  readonly respond: (id: string, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /**
   * Takes back what a person answered, by the id of its item, as long as its batch has not gone back: the call waits again. A grant
   * that was given with the answer is revoked, and calls that it answered wait again too.
   *
   * @returns false when there is nothing to take back: it is sent, withdrawn, expired, or was answered by no person.
   * @throws UserError for an id that was never asked about.
   */
  readonly takeBack: (id: string) => boolean;
  /**
   * Sends back a batch that is answered and waits out its `sendDelay`.
   *
   * @returns false when it does not: calls of it are open, or it is sent.
   */
  readonly sendNow: (batchId: string) => boolean;
  /**
   * Gives a call, or all calls of a batch that still wait, another deadline in milliseconds since 1970.
   *
   * @returns false when there is nothing left to extend: it is answered, withdrawn or expired.
   * @throws UserError for an id that was never asked about, and for what is no time.
   */
  readonly extend: (id: string, expiresAt: number) => boolean;
  /**
   * What a form needs in which the input of a call is edited, by its item's id. It stands beside `pending`, which is plain data.
   * `undefined`: the input is edited as JSON, or the call waits no more.
   */
  readonly formOf: (id: string) => InputForm | undefined;
  /** Marks an external call as being worked on by the page. */
  readonly markWorking: (id: string) => void;
  /** The batches that wait, oldest first; the same list until it changes. */
  readonly pending: readonly PendingBatch[];
  /** Calls back after `pending` has changed, once for whatever happens in one moment; gives a function that ends it. */
  readonly subscribe: (listener: (urgency: Urgency) => void) => () => void;
  /** What happens from now on, for a log, another tab, another device. */
  readonly events: () => AsyncIterable<BrokerEvent>;
  /** The decisions that are remembered, if any are. Pass it to runs as their option `grants`, so that they do not ask in the first place. */
  readonly grants: Grants | undefined;
}

/** What a conversation does with the broker that is its alone. */
export type OwnBroker = Omit<Broker, 'events'>;

/** @throws UserError for an id of no call that anybody was asked about. */
export function neverAsked(id: string): never {
  throw new UserError(
    'unknown-call',
    `The id '${id}' was given, but no batch has asked about it. Nothing was changed. Use an item's id in \`pending\`.`,
  );
}
