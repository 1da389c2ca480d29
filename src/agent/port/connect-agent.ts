import { type Clock, systemClock } from '../../protocol/base/clock.js';
import type { Agent, AgentRun } from '../run/agent.js';
import { type AgentPort, listenToPort } from './agent-port.js';
import { ConnectedRun } from './connected-run.js';
import type { Lost } from './cut-short.js';
import { fromPortData, type PortMessage, toPortData } from './port-message.js';

/** An agent on the other side of a port. */
export interface ConnectedAgent<DEPS = unknown, OUTPUT = string> extends Agent<DEPS, OUTPUT> {
  /**
   * Gives the other side up: runs that go on end as failed (`port-closed`), and so does each that is begun after that. A page that terminates
   * its worker says so here, since no event tells it.
   */
  readonly disconnect: () => void;
}

/**
 * Gives the agent that {@link serveAgent} serves on the other side of a port. It is one like any other: for `useAgentRun`, for
 * `createConversation`, for `agent.run()`. Its model, tools and policies are there; handlers, people, grants and the journal are here,
 * and are asked over the port. A run that begins before the other side is ready waits for it, and without a limit: where nobody ever serves and nothing fails,
 * stop it or call `disconnect()`. `name` is `'agent'` until the other side has answered.
 *
 * Runs fail with `port-options` where they are given what cannot cross, with `port-version` where the other side is of another version, and with
 * `port-closed` where it went away; one with a journal goes on from there.
 *
 * @param port the end of the channel that lies here, such as the worker. The same one may be connected to several times.
 * @example
 * const worker = new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' });
 * const agent = connectAgent(worker);
 */
export function connectAgent<DEPS = unknown, OUTPUT = string>(port: AgentPort): ConnectedAgent<DEPS, OUTPUT> {
  const connection = new Connection(port, systemClock);
  return {
    get name() {
      return connection.name;
    },
    // What the agent gives is for who serves it to say, and for who connects to it to know.
    run: (input, ...[options]) =>
      connection.add(new ConnectedRun(connection, input, options ?? {})) as AgentRun<OUTPUT>,
    disconnect: () => connection.end('given-up'),
  };
}

/** How long a worker in which something was thrown may take to say that it lives, in milliseconds. */
const patience = 10_000;

/** What this side knows of the other. */
type Reach =
  /** Nobody has answered yet. */
  | { readonly type: 'opening' }
  | { readonly type: 'open'; readonly server: string }
  /** Nobody can answer any more, or says what is understood here. */
  | { readonly type: 'closed'; readonly why: Lost };

class Connection {
  name = 'agent';
  readonly #port: AgentPort;
  readonly #clock: Clock;
  readonly #runs: Map<string, ConnectedRun> = new Map();
  readonly #stopListening: () => void;
  #reach: Reach = { type: 'opening' };
  #stopDoubting: (() => void) | undefined;

  constructor(port: AgentPort, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    this.#stopListening = listenToPort(port, {
      message: (data) => this.#hear(data),
      close: () => this.end('closed'),
      error: () => this.#doubt(),
      messageerror: () => this.#loseAll('unread'),
    });
    this.post({ type: 'hello' });
  }

  readonly post = (message: PortMessage): void => this.#port.postMessage(toPortData(message));

  readonly agentName = (): string => this.name;

  readonly onEnd = ({ id }: ConnectedRun): void => void this.#runs.delete(id);

  add(added: ConnectedRun): AgentRun<unknown> {
    if (added.isOver) return added.run;
    this.#runs.set(added.id, added);
    if (this.#reach.type === 'open') added.begin(this.#reach.server);
    if (this.#reach.type === 'closed') added.lose(this.#reach.why);
    return added.run;
  }

  end(why: Lost): void {
    this.#stopListening();
    this.#stopDoubting?.();
    this.#reach = { type: 'closed', why };
    this.#loseAll(why);
  }

  #hear(data: unknown): void {
    const message = fromPortData(data);
    if (message === undefined) return;
    if ('run' in message) this.#runs.get(message.run)?.link.hear(message);
    const server = this.#reach.type === 'open' ? this.#reach.server : undefined;
    if (message.type === 'foreign' && message.of === 'serving' && server === undefined) {
      this.#reach = { type: 'closed', why: 'foreign' };
      this.#loseAll('foreign');
    }
    if (message.type === 'stopped' && message.server === server) {
      this.#reach = { type: 'opening' };
      this.#loseAll('stopped');
    }
    if (message.type !== 'serving') return;
    // Whoever was there first goes on: two that run the same would do it twice.
    if (server !== undefined && server !== message.server) return;
    this.#stopDoubting?.();
    this.#stopDoubting = undefined;
    this.name = message.name;
    this.#reach = { type: 'open', server: message.server };
    for (const run of this.#runs.values()) run.begin(message.server);
  }

  /** Something was thrown in the worker: it may have died of it, or live on. One that has not begun to serve will not. */
  #doubt(): void {
    const isDead = (): void => {
      // Nobody has to wait for it. It is listened to, still: whoever serves here after all is heard.
      this.#reach = { type: 'closed', why: 'failed' };
      this.#loseAll('failed');
    };
    if (this.#reach.type !== 'open') {
      isDead();
      return;
    }
    this.#stopDoubting ??= this.#clock.setTimeout(isDead, patience);
    this.post({ type: 'hello' });
  }

  #loseAll(why: Lost): void {
    for (const run of [...this.#runs.values()]) run.lose(why);
  }
}
