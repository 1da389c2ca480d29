import type { Agent } from '../../agent/run/agent.js';
import type { Clock } from '../../protocol/base/clock.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import type { RunStore } from '../runs/run-store.js';

/** The chat that a request is about. Its id is the client's word, and may be guessed. */
export interface AskedChat {
  readonly id: string;
}

/**
 * Decides whether a request may use a chat. Return the id of the person who asks (up to 300 characters): then each person has chats of their own, and the
 * same id in the request of another person is another chat. Exactly `true` permits without naming anybody, so you have to know which chats are theirs.
 * Everything else refuses the request.
 *
 * @throws An error of your own refuses it, too (500), and is given to `onProblem`.
 */
export type Authorize = (request: Request, chat: AskedChat) => boolean | string | PromiseLike<boolean | string>;

interface ChatOptionsBase<DEPS> {
  /** The agent: the same as in a page. */
  readonly agent: Agent<DEPS, unknown>;
  /** Who may use which chat. `'anyone'` has to be said: then whoever knows the id of a chat may read it, and approve in it. */
  readonly authorize: Authorize | 'anyone';
  /** Where the runs of chats are stored. Default: in memory, one store for each agent, until the process ends. */
  readonly store?: RunStore;
  /**
   * Origins of other sites whose pages may use this server, such as `https://app.example.com`; the responses permit them (CORS). A refused origin is reported
   * once, to `onProblem` or else to the console. Default: only the origin of `request.url`, which a proxy may change.
   */
  readonly origins?: readonly string[];
  /** The size limit of the new message of a request with its files, in bytes. Earlier messages that the client sends along do not count. Default: 16,000,000. */
  readonly maxBytes?: number;
  /** What a client is told of an error that ends a run. Default: that one occurred; its message may hold what no client should read. */
  readonly onError?: (error: SerializedError) => string;
  /** Is told what failed beside a run, such as a storage. Default: nobody is. */
  readonly onProblem?: (error: unknown) => void;
  /**
   * How long nothing may have been kept of a run that does not live in this process, in milliseconds, before it is taken for dead and begun again from its
   * journal. Default: 60,000; 0 where only one process serves a storage.
   */
  readonly takeOverAfter?: number;
  /** How long the last response of a run that waits stays in memory, for clients whose connection broke, in milliseconds. Default and maximum: 60,000. */
  readonly parkAfter?: number;
  /** How long nothing may be sent before a comment says that the connection lives, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number;
  /**
   * How often `authorize` is asked again about a response that goes on, in milliseconds. It ends with an error when the right is gone; the run goes on.
   * Default: 60,000.
   */
  readonly accessCheckInterval?: number;
  /** Time; for tests. Default: the system's. */
  readonly clock?: Clock;
}

/** Options of {@link handleChat}. `deps` is required when the agent's tools need some. */
export type ChatOptions<DEPS = unknown> = ChatOptionsBase<DEPS> &
  (unknown extends DEPS
    ? { readonly deps?: (request: Request) => DEPS | PromiseLike<DEPS> }
    : { readonly deps: (request: Request) => DEPS | PromiseLike<DEPS> });
