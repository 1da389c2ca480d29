import { createGrants, type Grants } from '../grants/grants.js';
import type { Broker } from './broker.js';
import { type BrokerClock, pageClock } from './deadline.js';
import { LocalBroker } from './local-broker.js';

/** Options of {@link createBroker}. */
export interface BrokerOptions extends Partial<BrokerClock> {
  /** The store of remembered decisions. Default: a new one, which is not persisted. */
  readonly grants?: Grants;
}

/**
 * Makes a broker, which holds the calls of any number of runs until people answer. It does not need React or a store.
 *
 * @example
 * const broker = createBroker();
 * const run = agent.run('Tidy up', { ask: broker.request });
 * broker.subscribe(() => show(broker.pending));
 * for (const { id } of broker.pending.flatMap(({ items }) => items)) await broker.respond(id, true);
 */
export function createBroker({ grants, ...clock }: BrokerOptions = {}): Broker & { readonly grants: Grants } {
  const all = { ...pageClock, ...clock };
  const remembered = grants ?? createGrants({ now: () => all.now() });
  return Object.assign(new LocalBroker(all, remembered), { grants: remembered });
}
