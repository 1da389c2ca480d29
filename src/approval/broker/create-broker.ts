import { createGrants, type Grants } from '../grants/grants.js';
import type { Broker } from './broker.js';
import { type BrokerClock, pageClock } from './deadline.js';
import { LocalBroker } from './local-broker.js';

/** Options of {@link createBroker}. */
export interface BrokerOptions extends Partial<BrokerClock> {
  /** Where decisions are remembered. Default: grants of its own, which are saved nowhere. */
  readonly grants?: Grants;
}

/**
 * Makes a broker: the one place where calls of any number of runs wait for people. Needs no React and no store.
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
