import type { RunOptions } from '../agent/run/run-options.js';
import type { AskFunction } from '../approval/broker/ask.js';
import type { DeferredToolHandler } from '../approval/broker/handler.js';
import type { Grants } from '../approval/grants/grants.js';
import { definedProps } from '../protocol/base/record.js';
import type { ConversationOptions } from './conversation.js';
import type { RunBeginning } from './state/conversation-snapshot.js';

interface RunOf {
  readonly from: RunBeginning & Pick<RunOptions, 'runId' | 'journal' | 'withoutTools'>;
  readonly ask: AskFunction;
  readonly grants: Grants | undefined;
  readonly conversationId: string | undefined;
}

/** Returns the options of one run of a conversation. */
export function toRunOptions<DEPS, OUTPUT>(
  options: () => ConversationOptions<DEPS, OUTPUT>,
  { from, ask, grants, conversationId }: RunOf,
): RunOptions<DEPS> {
  const { deps, metadata, policy, expiry, deferredToolHandler: first } = options();
  // Uses the handler of the latest render, not that of the start of the run.
  const newest: DeferredToolHandler<DEPS> = (requests, ctx) => {
    const { deferredToolHandler: now = first } = options();
    return now === null || now === undefined ? null : now(requests, ctx);
  };
  return {
    deps,
    ...from,
    ask,
    ...definedProps({ grants, policy, expiry }),
    ...(first === undefined ? {} : { deferredToolHandler: first === null ? null : newest }),
    ...definedProps({ metadata, conversationId }),
  } as RunOptions<DEPS>; // `deps` was checked where this conversation was made
}
