import type { AskRequest } from '../../approval/broker/ask.js';
import type { Ask, AskOptions, HandlerContext } from '../../approval/broker/handler.js';
import { CountersignError, HandlerError, UserError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { quoteList } from '../../protocol/base/words.js';
import { parseResults } from '../../protocol/build-results.js';
import { type DeferredToolRequests, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import { abortable, onAbort } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { type RunScope, runContext } from '../run/run-scope.js';
import type { Turn } from '../run/turn.js';
import { knownCalls } from './check-answer.js';

/** A question about calls of one response. */
export interface Batch {
  readonly batchId: string;
  readonly requests: DeferredToolRequests;
  readonly turn: Turn;
  readonly round: number;
  /** When it was asked first, in milliseconds since 1970, perhaps in an earlier life of the run. */
  readonly askedAt: number;
}

/**
 * Asks the handlers in order until one does not decline, then people.
 *
 * @returns the answer, checked; `null` when nobody answers.
 * @throws HandlerError when a handler throws, UserError when it returns something else than results or `null`.
 */
export async function askHandlers(run: RunScope, batch: Batch, emit: Emit): Promise<DeferredToolResults | null> {
  // Ends when the answer is in or no longer wanted, so that no card stays behind.
  const asking = new AbortController();
  const { signal } = asking;
  // Not AbortSignal.any: it costs more than all the rest of a batch that the page answers by itself.
  const cancel = onAbort(run.signal, () => asking.abort(run.signal.reason));
  try {
    const ask = askPeople(run, batch, { emit, signal });
    const ctx: HandlerContext = runContext(run, { round: batch.round, askedAt: batch.askedAt, ask });
    return await askInOrder(run, batch.requests, ctx);
  } finally {
    cancel();
    asking.abort('The batch was answered.');
  }
}

/** Calls the handlers of the gate in order, until one answers. Returns `null` when all decline. */
export async function askInOrder(
  run: RunScope,
  requests: DeferredToolRequests,
  ctx: HandlerContext,
): Promise<DeferredToolResults | null> {
  for (const handler of run.gate.handlers) {
    const answer = await callHandler(run, () => handler(requests, ctx));
    if (answer !== null) return parseResults(requests, answer);
  }
  return null;
}

async function callHandler<T>(run: RunScope, call: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await abortable(run.signal, call);
  } catch (error) {
    if (run.signal.aborted || CountersignError.isInstance(error)) throw error;
    throw new HandlerError(
      'handler-threw',
      `The deferredToolHandler threw: ${serializeError(error).message}. No call of the batch has run; the run can be resumed.`,
      { cause: error },
    );
  }
}

function askPeople(
  run: RunScope,
  batch: Batch,
  { emit, signal }: { readonly emit: Emit; readonly signal: AbortSignal },
): Ask {
  const { ask } = run.gate;
  let asked = 0;
  const put = async (requests: DeferredToolRequests, options: AskOptions): Promise<DeferredToolResults | null> => {
    if (ask === undefined) return null;
    asked += 1;
    const { turn, batchId, askedAt } = batch;
    turn.peopleAsked = batch.round;
    const asking = { run, turn, batchId, askedAt, emit, signal, asked };
    const request = buildAskRequest(asking, ownCalls(batch.requests, requests), options);
    const expiresAt = deadlines(request);
    if (Object.keys(expiresAt).length > 0) emit({ type: 'deadline', batchId: batch.batchId, expiresAt });
    return await abortable(run.signal, () => ask(request));
  };
  return (requests, options = {}) => {
    const answer = put(requests, options);
    // A handler may have stopped listening by the time that its question is withdrawn.
    answer.catch(() => {});
    return answer;
  };
}

/** A batch whose handler asks people. */
interface Asking {
  readonly run: RunScope;
  readonly turn: Turn;
  readonly batchId: string;
  /** When its batch was asked first, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Counts its questions. */
  readonly asked: number;
}

/** Builds the request for people, with everything about the run that a card may need. */
function buildAskRequest(
  { run, turn, batchId, askedAt, emit, signal, asked }: Asking,
  requests: DeferredToolRequests,
  options: AskOptions,
): AskRequest {
  const { expiry, runId, agentPath } = run;
  const expiresAt =
    options.expiresAt ?? (expiry && Math.min(askedAt + expiry.after, expiry.at ?? Number.POSITIVE_INFINITY));
  const onExpiry = options.onExpiry ?? expiry?.onExpiry;
  return {
    batchId: asked === 1 ? batchId : derivedId(batchId, 'again', asked),
    runId,
    agentPath,
    round: turn.round,
    requests,
    signal,
    ...definedProps({ expiresAt, onExpiry, refused: turn.refused }),
    ...knownCalls(run, turn),
    report: (event) => emit(event.type === 'late-answer' ? event : { ...event, batchId }),
  };
}

/** When each call of a question expires, if it does. */
function deadlines({ requests, expiresAt }: AskRequest): Readonly<Record<string, number>> {
  const times = deferredCalls(requests).map(({ call: { toolCallId } }) => {
    const time = typeof expiresAt === 'object' ? ownMember(expiresAt, toolCallId) : expiresAt;
    return [toolCallId, time ?? Number.POSITIVE_INFINITY] as const;
  });
  return Object.fromEntries(times.filter(([, time]) => Number.isFinite(time)));
}

/**
 * The run's own copies of the calls that were passed: what a person sees must be what runs, whatever a handler made of
 * it.
 */
export function ownCalls(own: DeferredToolRequests, passed: DeferredToolRequests): DeferredToolRequests {
  const ids = new Set(deferredCalls(passed).map(({ call }) => call.toolCallId));
  const known = new Set(deferredCalls(own).map(({ call }) => call.toolCallId));
  const strangers = [...ids].filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new UserError(
      'unknown-call',
      `ask() was given ${quoteList(strangers)}, which is not in this batch. Pass the handler's requests, or a part of them.`,
    );
  }
  const mine = <T extends { readonly toolCallId: string }>(calls: readonly T[]): T[] =>
    calls.filter((call) => ids.has(call.toolCallId));
  const metadata = Object.fromEntries(Object.entries(own.metadata).filter(([id]) => ids.has(id)));
  return deepFreeze({ calls: mine(own.calls), approvals: mine(own.approvals), metadata });
}
