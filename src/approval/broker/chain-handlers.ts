import { parseResults } from '../../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { deepFreeze } from '../../protocol/json.js';
import { mergeResults, remaining } from '../../protocol/results.js';
import type { DeferredToolHandler } from './handler.js';

/**
 * Asks several handlers in order. Each sees only what the earlier ones left; the first answer for a call stands. Whether
 * the answer is complete is checked once, after the last.
 *
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
