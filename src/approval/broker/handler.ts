import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { RunContext } from '../../protocol/run-context.js';
import type { OnExpiry } from './expiry.js';

/** What {@link HandlerContext.ask} takes besides the requests. */
export interface AskOptions {
  /**
   * When the question expires, in milliseconds since 1970: for all calls, or by tool call id. Only what both the wall clock and
   * the time since asking say is over is over: a clock that is set forward expires nothing, and a computer that slept gives the
   * time that was left back. Default: the run's `expiry`, or never.
   */
  readonly expiresAt?: number | Readonly<Record<string, number>>;
  /** What becomes of calls that nobody answered in time. Default: the run's `expiry.onExpiry`, or `deny`. */
  readonly onExpiry?: OnExpiry;
}

/** Puts a batch, or a part of it, before people, and resolves when they have answered. `null`: there is nobody to ask. */
export type Ask = (requests: DeferredToolRequests, options?: AskOptions) => Promise<DeferredToolResults | null>;

/** What a handler may know. */
export interface HandlerContext<DEPS = unknown> extends RunContext<DEPS> {
  /** 1 for a response's batch; higher when approved calls deferred again. */
  readonly round: number;
  readonly ask: Ask;
}

/**
 * Answers all deferred calls of one model response. `null` declines: the next handler is asked.
 *
 * @example const handler: DeferredToolHandler = (requests, { ask }) => ask(requests);
 */
export type DeferredToolHandler<DEPS = unknown> = (
  requests: DeferredToolRequests,
  ctx: HandlerContext<DEPS>,
) => DeferredToolResults | null | PromiseLike<DeferredToolResults | null>;
