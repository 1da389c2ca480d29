import { deepFreeze } from '../../protocol/base/json.js';
import { parseResults } from '../../protocol/build-results.js';
import { type DeferredToolRequests, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import { mergeResults, remaining } from '../../protocol/results.js';
import type { RunContext } from '../../protocol/run-context.js';

/**
 * What becomes of a call that nobody answered in time: `deny` ends it as `expired`, and the model reads that nobody answered;
 * `park` leaves it open, and the run ends `deferred` (a sub-agent's call cannot be parked without a journal: the run fails); `fail` ends the run with a HandlerError `expired`.
 */
export type OnExpiry = 'deny' | 'park' | 'fail';

/** How long people have for each batch, where its handler says nothing else. */
export interface Expiry {
  /** Milliseconds from the question on. `Infinity`: no limit. */
  readonly after: number;
  /** Default: `deny`. */
  readonly onExpiry?: OnExpiry;
}

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
  /**
   * When this batch was asked about first, in milliseconds since 1970: perhaps in an earlier life of the run. A deadline that is to be the same in all
   * lives counts from it, as the run's `expiry` does.
   *
   * @example (requests, { ask, askedAt }) => ask(requests, { expiresAt: askedAt + 3_600_000 })
   */
  readonly askedAt: number;
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

/**
 * Asks several handlers in order. Each sees only what the earlier ones left; the first answer for a call stands. Whether
 * the answer is complete is checked once, after the last.
 *
 * @param handlers the one that is asked first comes first.
 * @example chainHandlers(denySecrets, approveReads, (requests, { ask }) => ask(requests))
 */
export function chainHandlers<DEPS>(...handlers: readonly DeferredToolHandler<DEPS>[]): DeferredToolHandler<DEPS> {
  return async (requests, ctx) => {
    let results: DeferredToolResults | null = null;
    for (const handler of handlers) {
      const left: DeferredToolRequests | null = results === null ? requests : unsettled(requests, results);
      if (left === null) break;
      const answer = await handler(left, ctx);
      if (answer === null) continue;
      const parsed = parseResults(left, answer);
      results = results === null ? parsed : mergeResults(results, parsed);
    }
    return results;
  };
}

/** What is neither answered nor parked: parking a call is final too. */
function unsettled(requests: DeferredToolRequests, results: DeferredToolResults): DeferredToolRequests | null {
  const left = remaining(requests, results);
  if (left === null) return null;
  const parked = new Set(results.defer);
  const isOpen = ({ toolCallId }: { readonly toolCallId: string }): boolean => !parked.has(toolCallId);
  const metadata = Object.fromEntries(Object.entries(left.metadata).filter(([id]) => !parked.has(id)));
  const open = { approvals: left.approvals.filter(isOpen), calls: left.calls.filter(isOpen), metadata };
  return deferredCalls(open).length === 0 ? null : deepFreeze(open);
}
