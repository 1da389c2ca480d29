import { createGrants, type Grants } from '../grants/grants.js';
import type { Broker } from './broker.js';
import { type BrokerEvent, createEventHub } from './broker-event.js';
import { type BrokerClock, pageClock } from './deadline.js';
import { PeopleBroker, type TellCall } from './people-broker.js';
import { itemId } from './waiting-batch.js';

/** Options of {@link createBroker}. */
export interface BrokerOptions extends Partial<BrokerClock> {
  /** Where decisions are remembered. Default: a ledger of its own, which is saved nowhere. */
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
  const hub = createEventHub<BrokerEvent>();
  const tell: TellCall = ({ batchId, runId, agentPath }, toolCallId, body) => {
    const id = itemId(batchId, toolCallId);
    hub.emit(() => ({ v: 1, at: all.now(), id, batchId, toolCallId, runId, agentPath, ...body }));
  };
  const ledger = grants ?? createGrants({ now: () => all.now() });
  return Object.assign(new PeopleBroker({ clock: all, grants: ledger, tell }), { events: hub.read });
}
