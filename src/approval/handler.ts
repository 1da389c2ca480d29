import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import type { RunContext } from '../protocol/run-context.js';

/** What {@link HandlerContext.ask} takes besides the requests. */
export interface AskOptions {
  /** When the question expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
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
