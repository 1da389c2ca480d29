import type { Agent } from '../../agent/run/agent.js';
import type { Clock } from '../../protocol/base/clock.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import type { RunStore } from '../runs/run-store.js';

/** The chat that a request names. The client chooses the id, so it may be guessed. */
export interface RequestedChat {
  readonly id: string;
}

/**
 * Decides whether a request may use a chat. Return a string of up to 300 characters that identifies the user: each user
 * then has separate chats, even if two users choose the same chat id. Return `true` to permit the request without a
 * user; you then have to know which chats the user may use. Any other value rejects the request (403).
 *
 * @throws an error of the app also rejects the request (500), and is passed to `onProblem`.
 */
export type Authorize = (request: Request, chat: RequestedChat) => boolean | string | PromiseLike<boolean | string>;

interface ChatOptionsBase<DEPS> {
  /** The agent that answers, as for a page. */
  readonly agent: Agent<DEPS, unknown>;
  /**
   * The authorization of requests. With `'anyone'`, every client that knows the id of a chat can read it and approve
   * its calls.
   */
  readonly authorize: Authorize | 'anyone';
  /** The store of the runs of chats. Default: in memory until the process ends, one store for each agent. */
  readonly store?: RunStore;
  /**
   * Origins of other sites whose pages may use this server (CORS), such as `https://app.example.com`. A refused origin
   * is reported once, to `onProblem` or else to the console. Default: only the origin of `request.url`, which a proxy
   * may change.
   */
  readonly origins?: readonly string[];
  /**
   * The size limit of the new message with its files, in bytes. Earlier messages in the request do not count. Default:
   * 16,000,000.
   */
  readonly maxBytes?: number;
  /**
   * The maximum number of requests that are handled at once for one store; more are refused (503). Responses that are
   * streaming do not count. Default: 1,000.
   */
  readonly maxRequests?: number;
  /**
   * Returns the text for clients when an error ends a run. Default: a generic text, because messages can contain
   * secrets.
   */
  readonly onError?: (error: SerializedError) => string;
  /** Called with errors outside of runs, such as those of the store. Default: they are ignored. */
  readonly onProblem?: (error: unknown) => void;
  /**
   * The time without a stored event after which a run of another process counts as dead, in milliseconds. This process
   * then activates it again from its journal. Use 0 if only one process serves the store. Default: 60,000.
   */
  readonly takeOverAfter?: number;
  /**
   * The time for which the last response of a waiting run stays in memory, for clients whose connection broke, in
   * milliseconds. Default and maximum: 60,000.
   */
  readonly parkAfter?: number;
  /** The time without a chunk after which a comment keeps the connection alive, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number;
  /**
   * The interval at which `authorize` is called again during a response, in milliseconds. If access is revoked, the
   * response ends with an error, and the run continues. Default: 60,000.
   */
  readonly accessCheckInterval?: number;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Clock;
}

/** Options of {@link handleChat}. `deps` is required when the agent's tools need some. */
export type ChatOptions<DEPS = unknown> = ChatOptionsBase<DEPS> &
  (unknown extends DEPS
    ? { readonly deps?: (request: Request) => DEPS | PromiseLike<DEPS> }
    : { readonly deps: (request: Request) => DEPS | PromiseLike<DEPS> });
