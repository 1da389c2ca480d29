import { onAbort } from '../../agent/plumbing/abortable.js';
import type { Clock } from '../../protocol/base/clock.js';
import { CountersignError, RemoteError, UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { type AgentPort, listenToPort } from './agent-port.js';
import { createExchange, type Exchange } from './exchange.js';
import { fromPortData, type PortMessage, toPortData } from './port-message.js';

/** The time that the other end of a port has to reply to a `hello`, in milliseconds. */
const helloTimeout = 10_000;

/** The state of a connection. */
type Connection =
  /** No port is open: none was opened yet, or the last one was lost. */
  | { readonly type: 'idle' }
  | { readonly type: 'open'; readonly port: AgentPort; readonly stopListening: () => void }
  /** Every request fails with this error. */
  | { readonly type: 'closed'; readonly error: CountersignError };

/** A request that waits for a server to reply to its `hello`. */
interface HelloWaiter {
  readonly resolve: (server: string) => void;
  readonly reject: (error: unknown) => void;
}

/** The page's end of a port: a `fetch` whose requests are handled at the other end. */
export class PortCarrier {
  readonly #openPort: () => AgentPort;
  /** Without it, a port that was closed stays closed. */
  readonly #canReopen: boolean;
  readonly #clock: Clock;
  readonly #exchanges: Map<string, Exchange> = new Map();
  readonly #waiters: Set<HelloWaiter> = new Set();
  #connection: Connection = { type: 'idle' };
  /** The server that replied first, as long as it replies. */
  #server: string | undefined;

  /** @param port an open port, or a function that opens one and is called again when that one was closed. */
  constructor(port: AgentPort | (() => AgentPort), clock: Clock) {
    this.#canReopen = typeof port === 'function';
    this.#openPort = typeof port === 'function' ? port : () => port;
    this.#clock = clock;
    // A worker that fails to load says so once, perhaps before the first request.
    if (!this.#canReopen) this.#connect();
  }

  /**
   * Sends a request over the port.
   *
   * @throws RemoteError `remote-cut` when nothing replies, so that the request can be sent again.
   * @throws CountersignError `port-closed`, UserError `port-version`: no request can succeed any more.
   */
  readonly fetch: typeof fetch = async (input, { method = 'GET', body, signal } = {}) => {
    const { pathname, search } = new URL(String(input));
    const server = await this.#findServer();
    signal?.throwIfAborted();
    const id = randomId();
    const post = (type: 'pull' | 'cancel'): void => this.#post({ type, id });
    return await new Promise<Response>((resolve, reject) => {
      let forget = (): void => {};
      const close = (): void => {
        forget();
        this.#exchanges.delete(id);
      };
      const exchange = createExchange({ resolve, reject, post, close });
      this.#exchanges.set(id, exchange);
      if (signal)
        forget = onAbort(signal, () => {
          post('cancel');
          exchange.fail(signal.reason);
        });
      const text = typeof body === 'string' ? { body } : {};
      this.#post({ type: 'request', id, server, method, path: `${pathname}${search}`, ...text });
    });
  };

  /** Makes every request fail with `port-closed`, now and later. */
  readonly disconnect = (): void => this.#close(portClosed('the page disconnected from it'));

  async #findServer(): Promise<string> {
    this.#connect();
    if (this.#connection.type === 'closed') throw this.#connection.error;
    return await new Promise((resolve, reject) => {
      const cancel = this.#clock.setTimeout(() => this.#handleSilence(waiter), helloTimeout);
      const settle = (): void => {
        cancel();
        this.#waiters.delete(waiter);
      };
      const waiter: HelloWaiter = {
        resolve: (server) => {
          settle();
          resolve(server);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      this.#waiters.add(waiter);
      this.#post({ type: 'hello' });
    });
  }

  #connect(): void {
    if (this.#connection.type !== 'idle') return;
    const port = this.#openPort();
    const stopListening = listenToPort(port, {
      message: (data) => this.#receive(data),
      close: () => this.#handleClose(),
      error: () => this.#handleError(),
      // One of the open responses lacks a message, and nothing says which.
      messageerror: () => this.#failAll(lost('A message of the agent could not be decoded.')),
    });
    this.#connection = { type: 'open', port, stopListening };
  }

  #post(message: PortMessage): void {
    if (this.#connection.type !== 'open') return;
    try {
      this.#connection.port.postMessage(toPortData(message));
    } catch {
      // The port of a browser extension throws once its other end is gone.
      this.#handleClose();
    }
  }

  #receive(data: unknown): void {
    const message = fromPortData(data);
    if (message === undefined) return;
    if (message === 'other-version') {
      if (this.#server === undefined) this.#close(otherVersion());
    } else if (message.type === 'serving') {
      // Two servers at one port would both execute a request.
      this.#server ??= message.server;
      if (this.#server === message.server) for (const waiter of [...this.#waiters]) waiter.resolve(message.server);
    } else if (message.type === 'stopped') {
      if (this.#server !== message.server) return;
      this.#server = undefined;
      this.#failAll(lost('The agent is no longer served.'));
    } else if ('id' in message) this.#exchanges.get(message.id)?.receive(message);
  }

  #handleClose(): void {
    if (this.#canReopen) this.#drop(lost('The port to the agent was closed.'));
    else this.#close(portClosed('the port to it was closed'));
  }

  /** A worker outlives most errors that are thrown in it, but not one that keeps it from serving an agent. */
  #handleError(): void {
    if (this.#server !== undefined) return;
    const error = portClosed('its worker failed before it served an agent');
    if (this.#canReopen) this.#drop(error);
    else this.#close(error);
  }

  #handleSilence(waiter: HelloWaiter): void {
    const error = lost(`Nothing replied at the other end of the port for ${helloTimeout / 1000} seconds.`);
    this.#server = undefined;
    const isBusyWorker = this.#connection.type === 'open' && 'terminate' in this.#connection.port;
    // A worker that computes cannot reply, and a second one beside it would do its work twice.
    if (this.#canReopen && !isBusyWorker) this.#drop(error);
    waiter.reject(error);
  }

  /** Gives up a port that can be opened again. */
  #drop(error: CountersignError): void {
    if (this.#connection.type === 'open') this.#connection.stopListening();
    this.#connection = { type: 'idle' };
    this.#server = undefined;
    this.#failAll(error);
    for (const waiter of [...this.#waiters]) waiter.reject(error);
  }

  #close(error: CountersignError): void {
    if (this.#connection.type === 'closed') return;
    this.#drop(error);
    this.#connection = { type: 'closed', error };
  }

  #failAll(error: CountersignError): void {
    for (const exchange of [...this.#exchanges.values()]) exchange.fail(error);
  }
}

function lost(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

function portClosed(why: string): CountersignError {
  return new CountersignError(
    'port-closed',
    `The agent cannot be reached, because ${why}. Its run may continue there. Connect again, and start the run with the same runId.`,
  );
}

function otherVersion(): UserError {
  return new UserError(
    'port-version',
    'The agent at the other end of the port is served by another version of Countersign, which sends other messages. Nothing was run. Load the same version on both sides; a worker may come from an old cache.',
  );
}
