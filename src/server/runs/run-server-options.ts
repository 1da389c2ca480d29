import type { Clock } from '../../protocol/base/clock.js';
import type { ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { ListedRun, Person } from '../../remote/run-protocol/run-record.js';
import type { ServedAgent } from './run-activation.js';
import type { RunLinks } from './run-links.js';
import type { RunStore } from './run-store.js';

/** A server for runs, as a function for any fetch-style route. */
export interface RunServer {
  /** Handles a request. Never rejects. */
  (request: Request): Promise<Response>;
  /**
   * Closes the server before its process ends. New requests are refused (503), `readyz` reports `closing`, and event
   * streams end, so that clients continue on another process. Resolves when the requests that were accepted before are
   * handled, or after 10 seconds. It closes neither the store nor the HTTP server.
   *
   * @example process.once('SIGTERM', () => void server.close().then(() => store.close()));
   */
  close(): Promise<void>;
}

/** Options of {@link createRunServer}. */
export interface RunServerOptions {
  /** The agents that clients may start, by name. The store or its workers execute agents of the same names. */
  readonly agents: Readonly<Record<string, Pick<ServedAgent, 'name'>>>;
  /** The store of runs. It also determines which process executes them. */
  readonly store: RunStore;
  /**
   * Returns the signed-in person of a request, or `null` or `undefined` for an anonymous request, which is refused
   * (401). Only the own members `id`, `name`, `roles` and `tenant` are read, once. Rules that require several approvers
   * compare ids. Any other value is an error of the app: `onProblem` gets a `UserError` with the code `person`, and the
   * request is refused (500).
   */
  readonly identify: (request: Request) => Person | null | undefined | PromiseLike<Person | null | undefined>;
  /**
   * Returns `true` when a person may see a batch and answer it. It is called for each request, including those with a
   * link, and only for batches of the person's tenant. As for the checks below, only `true` permits. For any other
   * value, and for an error, the response is the same as if the batch did not exist.
   */
  readonly authorize: (person: Person, batch: ServedBatch) => boolean | PromiseLike<boolean>;
  /**
   * Returns `true` when a person may read a run and stop it. Default: only the person who started it. A person who may
   * answer one of its batches can read the run while that batch is open.
   */
  readonly mayRead?: (person: Person, run: ListedRun) => boolean | PromiseLike<boolean>;
  /** Returns `true` when a person may start runs of an agent. Default: every authenticated user. */
  readonly mayStart?: (person: Person, agent: string) => boolean | PromiseLike<boolean>;
  /** Verifies the links that `notify` sends. Default: links are refused. */
  readonly links?: RunLinks;
  /** The path of the server, such as `/agents`. Default: the root. */
  readonly base?: string;
  /**
   * Origins of other sites whose pages may use this server (CORS), such as `https://app.example.com`. A refused origin
   * is reported once, to `onProblem` or else to the console. Default: only the origin of `request.url`, which a proxy
   * may change.
   */
  readonly origins?: readonly string[];
  /**
   * The size limit of a request, in bytes. Default: 16,000,000 for a request that starts a run, since it has the
   * history and files; 1,000,000 for others.
   */
  readonly maxBytes?: number;
  /** The time without an event after which a comment keeps the connection alive, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number;
  /** The latest deadline that people may set, in milliseconds from now. Default: 30 days. */
  readonly maxExtension?: number;
  /**
   * The maximum number of requests that are handled at once; more are refused (503). Open event streams do not count.
   * Default: 1,000.
   */
  readonly maxRequests?: number;
  /** The maximum number of open event streams; more are refused (503). Default: 10,000. */
  readonly maxListeners?: number;
  /**
   * The maximum number of open event streams of one person; more are refused (503). Default: a tenth of `maxListeners`,
   * at least 2.
   */
  readonly maxListenersPerPerson?: number;
  /** The maximum number of running or waiting runs of one person; more are refused (429). Default: 10,000. */
  readonly maxOpenRunsPerPerson?: number;
  /**
   * The interval at which `identify` and `authorize` are called again for an open event stream, in milliseconds. They
   * are also called whenever a batch of the run changes. `identify` gets the same `Request` again. The stream ends when
   * access is revoked. Default: 60,000.
   */
  readonly accessCheckInterval?: number;
  /** Called with errors that are not the client's fault, such as those of the store. Default: they are ignored. */
  readonly onProblem?: (error: unknown) => void;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Clock;
}
