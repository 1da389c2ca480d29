import type { RunStorage } from '../../persistence/run-storage.js';
import { definedProps } from '../../protocol/base/record.js';
import type { AgentPort } from '../../remote/port/agent-port.js';
import type { NewRun, Person } from '../../remote/run-protocol/run-record.js';
import { LocalRunStore } from '../local/local-run-store.js';
import { trustHistory } from '../request/read-history.js';
import type { ServedAgent } from '../runs/run-activation.js';
import { serveRuns } from '../runs/run-server.js';
import { servePort } from './serve-port.js';

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** This side of the channel. In a worker, `self` is connected to the page that created it. */
  readonly port: AgentPort;
  /**
   * Persists the runs, so that a restarted worker continues them. One worker uses a storage at a time; others wait
   * until it ends. Default: runs are in memory, and lost with the worker.
   */
  readonly storage?: RunStorage;
  /**
   * Returns the dependencies of a run's tools. A page can pass plain data in the `metadata` of a run. Default: none.
   */
  readonly deps?: (run: NewRun) => unknown;
  /** The person who uses the page, for records and cards. Default: `{ id: 'user' }`. */
  readonly person?: Person;
}

/**
 * The keep-alive interval of event streams, in milliseconds. It is shorter than the idle limit of Chrome's service
 * workers.
 */
const keepAlive = 10_000;

/** The size limit of a request, in bytes: the page and the worker belong to one app. */
const maxBytes = 256_000_000;

/** The store of each agent that is served in this process. */
const stores: WeakMap<ServedAgent, LocalRunStore> = new WeakMap();

/**
 * Serves an agent over a port: from a worker to a page, or to another window. Runs execute here, with their journal and
 * their pending batches, so that they continue when a page closes. Several pages can show and answer the same runs,
 * each over its own port. All ports of one agent share its runs; the `storage` of the first call applies to all of
 * them.
 *
 * The other side can start runs and answer their batches. Use only ports that you created, never the messages of a
 * window.
 *
 * @returns a function that stops serving. Runs continue, and are available again when the agent is served again.
 * @example
 * // agent.worker.ts
 * serveAgent(createAgent({ model, tools }), { port: self });
 */
export function serveAgent(
  agent: ServedAgent,
  { port, storage, deps, person = { id: 'user' } }: ServeAgentOptions,
): () => void {
  const agents = { agent };
  const store = stores.get(agent) ?? new LocalRunStore({ agents, storage, ...definedProps({ deps }) });
  stores.set(agent, store);
  const identify = (): Person => person;
  const authorize = (): boolean => true;
  const readHistory = trustHistory;
  return servePort(port, serveRuns({ agents, store, identify, authorize, keepAlive, maxBytes, readHistory }));
}
