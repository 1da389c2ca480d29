import { deepFreeze } from '../../protocol/base/json.js';
import { parseResults } from '../../protocol/build-results.js';
import { type DeferredToolRequests, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import { mergeResults, remaining } from '../../protocol/results.js';
import type { RunContext } from '../../protocol/run-context.js';

/**
 * The action when a call expires without an answer. `deny` ends it as `expired`, and the model reads that nobody
 * answered. `park` leaves it open, and the run ends `deferred` (a sub-agent's call cannot be parked without a journal:
 * the run fails). `fail` ends the run with a HandlerError `expired`.
 */
export type OnExpiry = 'deny' | 'park' | 'fail';

/** The default time limit of each batch, for handlers that do not set one. */
export interface Expiry {
  /** Milliseconds from the time of asking. `Infinity`: no limit. */
  readonly after: number;
  /** Default: `deny`. */
  readonly onExpiry?: OnExpiry;
}

/** Options of {@link HandlerContext.ask}. */
export interface AskOptions {
  /**
   * The deadline in milliseconds since 1970: for all calls, or by tool call id. A call expires only when both the wall
   * clock and the monotonic clock have reached it: setting a clock forward expires nothing, and a computer that slept
   * keeps the time that was left. Default: the run's `expiry`, or never.
   */
  readonly expiresAt?: number | Readonly<Record<string, number>>;
  /** The action when a call expires. Default: the run's `expiry.onExpiry`, or `deny`. */
  readonly onExpiry?: OnExpiry;
}

/** Asks people about a batch, or a part of it, and resolves with their answers; `null` when nobody can be asked. */
export type Ask = (requests: DeferredToolRequests, options?: AskOptions) => Promise<DeferredToolResults | null>;

/** The context of a handler. */
export interface HandlerContext<DEPS = unknown> extends RunContext<DEPS> {
  /** 1 for a response's batch; higher when approved calls deferred again. */
  readonly round: number;
  /**
   * The time at which this batch was first asked about, in milliseconds since 1970, possibly in an earlier activation
   * of the run. A deadline that should be the same in all activations is calculated from it, as the run's `expiry` is.
   *
   * @example (requests, { ask, askedAt }) => ask(requests, { expiresAt: askedAt + 3_600_000 })
   */
  readonly askedAt: number;
  readonly ask: Ask;
}

/**
 * Answers all deferred calls of one model response. `null` declines, so that the next handler is called.
 *
 * @example const handler: DeferredToolHandler = (requests, { ask }) => ask(requests);
 */
export type DeferredToolHandler<DEPS = unknown> = (
  requests: DeferredToolRequests,
  ctx: HandlerContext<DEPS>,
) => DeferredToolResults | null | PromiseLike<DeferredToolResults | null>;

/**
 * Combines several handlers, which are called in order. Each receives only the calls that the previous ones left; the
 * first answer to a call counts. Completeness is checked once, after the last handler.
 *
 * @param handlers in the order of their calls.
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

/** Returns the calls that are neither answered nor parked. Parking a call is final, too. */
function unsettled(requests: DeferredToolRequests, results: DeferredToolResults): DeferredToolRequests | null {
  const left = remaining(requests, results);
  if (left === null) return null;
  const parked = new Set(results.defer);
  const isOpen = ({ toolCallId }: { readonly toolCallId: string }): boolean => !parked.has(toolCallId);
  const metadata = Object.fromEntries(Object.entries(left.metadata).filter(([id]) => !parked.has(id)));
  const open = { approvals: left.approvals.filter(isOpen), calls: left.calls.filter(isOpen), metadata };
  return deferredCalls(open).length === 0 ? null : deepFreeze(open);
}
