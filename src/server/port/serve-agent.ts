import type { AgentPort } from '../../agent/port/agent-port.js';
import type { NewRun, Person } from '../../agent/run-server/run-record.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import { given } from '../../protocol/base/record.js';
import { LocalRunStore } from '../local/local-run-store.js';
import type { ServedAgent } from '../runs/run-activation.js';
import { createRunServer } from '../runs/run-server.js';
import { servePort } from './serve-port.js';

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** The end of the channel at this side; in a worker, `self` is the one to the page that made it. */
  readonly port: AgentPort;
  /**
   * Persists the runs, so that a worker that was stopped continues them when it starts again. One worker has a storage at a time; others wait until it is gone.
   * Default: runs are in memory, and lost with the worker.
   */
  readonly storage?: RunStorage;
  /** Returns what the tools of a run need. A page can pass plain data in the `metadata` of a run. Default: nothing. */
  readonly deps?: (run: NewRun) => unknown;
  /** The person at the other end, for records and cards. Default: `{ id: 'user' }`. */
  readonly person?: Person;
}

/** How often a comment says that the agent can be reached, in milliseconds: more often than Chrome stops a service worker that does nothing. */
const keepAlive = 10_000;

/** The size limit of a request, in bytes: the page and the worker belong to one app. */
const maxBytes = 256_000_000;

/** The runs of each agent that is served here. */
const stores: WeakMap<ServedAgent, LocalRunStore> = new WeakMap();

/**
 * Serves an agent to the other end of a port: to a page from a worker, or to another window. Runs live here, with their journal and their pending batches: a
 * page that goes away ends none of them. Several pages can show and answer the same runs, each over a port of its own: all ports of one agent share its runs,
 * as the first call says where these are persisted.
 *
 * Anyone who holds the other end can start runs and answer their batches, so use only ports that you made yourself, never the messages of a window.
 *
 * @returns a function that stops serving. Runs continue, and can be reached again when the agent is served again.
 * @example
 * // agent.worker.ts
 * serveAgent(createAgent({ model, tools }), { port: self });
 */
export function serveAgent(
  agent: ServedAgent,
  { port, storage, deps, person = { id: 'user' } }: ServeAgentOptions,
): () => void {
  const agents = { agent };
  const store = stores.get(agent) ?? new LocalRunStore({ agents, storage, ...given({ deps }) });
  stores.set(agent, store);
  const identify = (): Person => person;
  const authorize = (): boolean => true;
  return servePort(port, createRunServer({ agents, store, identify, authorize, keepAlive, maxBytes }));
}
