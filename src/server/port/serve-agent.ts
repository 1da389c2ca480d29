import type { AgentPort } from '../../agent/port/agent-port.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { given } from '../../protocol/base/record.js';
import { type MemoryRunStoreOptions, memoryRunStore } from '../runs/memory-run-store.js';
import type { ServedAgent } from '../runs/run-life.js';
import { createRunServer } from '../runs/run-server.js';
import type { RunStore } from '../runs/run-store.js';
import { servePort } from './serve-port.js';

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** The end of the channel at this side; in a worker, `self` is the one to the page that made it. */
  readonly port: AgentPort;
  /**
   * The store of the agent's runs, which knows the agent as `agent`. Default: a store in memory, which all ports of this agent share, and which a worker that
   * is stopped loses with its runs.
   */
  readonly store?: RunStore;
  /** Returns what the tools of a run need. A page can pass plain data in the `metadata` of a run. Default: nothing. A store of your own has its own `deps`. */
  readonly deps?: MemoryRunStoreOptions['deps'];
  /** The person at the other end, for records and cards. Default: `{ id: 'user' }`. */
  readonly person?: Person;
}

/** How often a comment says that the agent can be reached, in milliseconds: more often than Chrome stops a service worker that does nothing. */
const keepAlive = 10_000;

/** The size limit of a request, in bytes: the page and the worker belong to one app. */
const maxBytes = 256_000_000;

const stores: WeakMap<ServedAgent, RunStore> = new WeakMap();

/**
 * Serves an agent to the other end of a port: to a page from a worker, or to another window. Runs live here, with their journal and their pending batches: a
 * page that goes away ends none of them. Several pages can show and answer the same runs, each over a port of its own.
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
  { port, store, deps, person = { id: 'user' } }: ServeAgentOptions,
): () => void {
  const agents = { agent };
  const ownStore = store ?? stores.get(agent) ?? memoryRunStore({ agents, ...given({ deps }) });
  if (store === undefined) stores.set(agent, ownStore);
  const identify = (): Person => person;
  const authorize = (): boolean => true;
  return servePort(port, createRunServer({ agents, store: ownStore, identify, authorize, keepAlive, maxBytes }));
}
