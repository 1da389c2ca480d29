import type { Agent } from '../../agent/run/agent.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { definedProps } from '../../protocol/base/record.js';
import { portUrl } from '../run-protocol/relay-run.js';
import { runServerTransport } from '../run-protocol/run-server-transport.js';
import type { AgentPort } from './agent-port.js';
import { PortCarrier } from './port-carrier.js';

/** An agent at the other end of a port. */
export interface ConnectedAgent<DEPS = unknown, OUTPUT = string> extends Agent<DEPS, OUTPUT> {
  /**
   * Ends the runs in this page as failed (`port-closed`), and all that start later. Call it when the page terminates
   * its worker: no event reports that.
   */
  readonly disconnect: () => void;
}

/** Options of {@link connectAgent}. */
export interface ConnectAgentOptions {
  /** The agent's name in the events of this page. Default: `agent`. */
  readonly name?: string;
  /** The maximum number of consecutive retries without a reply, with growing delays. Default: 10. */
  readonly retries?: number;
  /** Time and timers; for tests. Default: the page's own. */
  readonly clock?: Clock;
}

/** The longest time without a message of a run, in milliseconds. A served agent sends a comment every ten seconds. */
const idleTimeout = 25_000;

/**
 * Connects to the agent that `serveAgent` (`countersign/server`) serves at the other end of a port. It is an agent like
 * any other: for `useAgentRun`, for `createConversation`, for `agent.run()`. Its runs live at the other end: its model,
 * tools, policies, journal and pending batches are there. Handlers and people in this page answer its batches.
 *
 * A run that starts before the agent is served waits for it. When the connection is lost, the run emits a
 * `remote-reconnecting` warning, opens a port again, and continues where it was.
 *
 * @param port the end of the channel in this page, such as the worker, or a function that opens one. The function is
 * called again when the port was closed, as when a browser stops the service worker of an extension.
 * @example
 * const worker = new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' });
 * const agent = connectAgent(worker);
 * @example
 * const agent = connectAgent(() => chrome.runtime.connect({ name: 'agent' }));
 */
export function connectAgent<DEPS = unknown, OUTPUT = string>(
  port: AgentPort | (() => AgentPort),
  { name, clock = systemClock, ...options }: ConnectAgentOptions = {},
): ConnectedAgent<DEPS, OUTPUT> {
  const { fetch, disconnect } = new PortCarrier(port, clock);
  const transport = runServerTransport({ url: portUrl, agent: 'agent', fetch, clock, idleTimeout, ...options });
  const agent = transport.toAgent<DEPS>({ environment: clock, ...definedProps({ name }) });
  // The type of the output belongs to the agent at the other end, and the app states it here.
  return { ...(agent as Agent<DEPS, OUTPUT>), disconnect };
}
