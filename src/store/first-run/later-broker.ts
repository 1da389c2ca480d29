import type { AskFunction } from '../../approval/broker/ask.js';
import { type Broker, neverAsked, type OwnBroker } from '../../approval/broker/broker.js';
import type { BrokerClock } from '../../approval/broker/deadline.js';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { Grants } from '../../approval/grants/grants.js';
import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';

type MakeBroker = (clock: BrokerClock, grants: Grants | undefined) => OwnBroker;

/** What makes the broker. */
export const brokerPart: LazyPart<MakeBroker> = lazyPart<MakeBroker>(async () => {
  const { LocalBroker } = await import('../../approval/broker/local-broker.js');
  return (clock, grants) => new LocalBroker(clock, grants);
});

const none: readonly PendingBatch[] = [];

/** A broker whose code comes with the first question. Until then nobody was asked about anything. */
export class LaterBroker implements OwnBroker {
  readonly grants: Grants | undefined;
  readonly #clock: BrokerClock;
  readonly #early: Map<Parameters<Broker['subscribe']>[0], () => void> = new Map();
  #broker: OwnBroker | undefined;

  constructor(clock: BrokerClock, grants: Grants | undefined) {
    this.#clock = clock;
    this.grants = grants;
  }

  get pending(): readonly PendingBatch[] {
    return this.#broker?.pending ?? none;
  }

  readonly request: AskFunction = (request) => {
    const make = this.#broker === undefined ? brokerPart.loaded() : undefined;
    if (make !== undefined) this.#take(make);
    return this.#broker?.request(request) ?? brokerPart().then((loaded) => this.#take(loaded).request(request));
  };

  readonly subscribe: Broker['subscribe'] = (listener) => {
    if (this.#broker !== undefined) return this.#broker.subscribe(listener);
    this.#early.set(listener, () => {});
    return () => {
      this.#early.get(listener)?.();
      this.#early.delete(listener);
    };
  };

  readonly respond: Broker['respond'] = async (id, ...decision) => await this.#asked(id).respond(id, ...decision);

  readonly takeBack: Broker['takeBack'] = (id) => this.#asked(id).takeBack(id);

  readonly extend: Broker['extend'] = (id, expiresAt) => this.#asked(id).extend(id, expiresAt);

  readonly sendNow: Broker['sendNow'] = (batchId) => this.#broker?.sendNow(batchId) ?? false;

  readonly formOf: Broker['formOf'] = (id) => this.#broker?.formOf(id);

  readonly markWorking: Broker['markWorking'] = (id) => this.#broker?.markWorking(id);

  /** Several questions may have waited for it. */
  #take(make: MakeBroker): OwnBroker {
    if (this.#broker !== undefined) return this.#broker;
    const broker = make(this.#clock, this.grants);
    this.#broker = broker;
    for (const listener of this.#early.keys()) this.#early.set(listener, broker.subscribe(listener));
    return broker;
  }

  /** @throws UserError for an id that was never asked about. */
  #asked(id: string): OwnBroker {
    return this.#broker ?? neverAsked(id);
  }
}
