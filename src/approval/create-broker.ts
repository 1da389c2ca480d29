import type { Broker } from './broker.js';
import { type BrokerClock, pageClock } from './deadline.js';
import { createGrants, type Grants } from './grants.js';
import { PeopleBroker } from './people-broker.js';

/** Options of {@link createBroker}. */
export interface BrokerOptions extends Partial<BrokerClock> {
  /** Where decisions are remembered. Default: a ledger of its own, which ends with the page. */
  readonly grants?: Grants;
}

/**
 * Makes a broker: the one place where calls of any number of runs wait for people. Needs no React and no store.
 *
 * @example
 * const broker = createBroker();
 * const run = agent.run('Tidy up', { ask: broker.request });
 * broker.subscribe(() => show(broker.pending));
 * await broker.respond(broker.pending[0].items[0].id, true);
 */
export function createBroker({ grants, ...clock }: BrokerOptions = {}): Broker {
  const all = { ...pageClock, ...clock };
  return new PeopleBroker(all, grants ?? createGrants({ now: () => all.now() }));
}
