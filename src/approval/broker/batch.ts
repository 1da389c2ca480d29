import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import { parseApproval, parseCall, refuseRunAgain } from '../../protocol/build-results.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { AskRequest, RefusedAnswers } from './ask.js';
import { type Deadline, type Moment, toDeadline, waitFor } from './deadline.js';
import type { DecideOptions, Decision } from './decision.js';
import {
  type ItemAnswer,
  type ItemState,
  itemId,
  type PendingBatch,
  type PendingItem,
  withReadableTitle,
} from './pending.js';

/** The calls of one request to people, as data. A call is waiting, running, checking or decided. */
export interface OpenBatch {
  readonly status: 'open';
  readonly batchId: string;
  readonly request: AskRequest;
  readonly calls: BatchCalls;
  /**
   * True while the answers are those that a server refused. They are sent only when a person changes one or sends them.
   */
  readonly isHeld: boolean;
  /** The time at which the answered batch is sent, in milliseconds since 1970. */
  readonly sendsAt?: number | undefined;
}

/** A batch that takes no more answers, with the reason why an answer to each call is late. */
interface ClosedBatch {
  readonly status: 'closed';
  readonly batchId: string;
  readonly calls: ReadonlyMap<string, LateReason>;
}

/** A batch, open or closed. */
export type Batch = OpenBatch | ClosedBatch;

/** One call of a batch. */
export interface BatchCall {
  readonly item: PendingItem;
  readonly deadline?: Deadline | undefined;
  /** Set exactly while the item is `checking`. */
  readonly check?: Check | undefined;
  /** Passed to the approved tool. */
  readonly metadata?: JSONObject | undefined;
  /** True when the deadline was moved before the call was asked about again. */
  readonly wasExtended?: boolean;
  /** The grant that was added with the answer. */
  readonly grantId?: string | undefined;
}

/**
 * The calls of a batch by tool call id, in the order of the card. Immutable, and a changed copy takes constant time,
 * because a batch may have a thousand calls. All versions share one `Map`, which holds the entries of the version that
 * was read last; each other version stores the entry in which it differs from its neighbour.
 */
class BatchCalls {
  readonly #entries: Map<string, BatchCall>;
  /** `undefined` for the version that the shared map holds. */
  #difference: { readonly from: BatchCalls; readonly key: string; readonly value: BatchCall } | undefined;

  constructor(entries: Map<string, BatchCall>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  get(key: string): BatchCall | undefined {
    return this.#current().get(key);
  }

  values(): Iterable<BatchCall> {
    return this.#current().values();
  }

  list(): readonly BatchCall[] {
    return Array.from(this.values());
  }

  /** Returns the next version, with another value of a key that is there. */
  with(key: string, value: BatchCall): BatchCalls {
    const entries = this.#current();
    const next = new BatchCalls(entries);
    const before = entries.get(key);
    if (before === undefined) return this;
    this.#difference = { from: next, key, value: before };
    entries.set(key, value);
    return next;
  }

  /** Makes the shared map hold the entries of this version. */
  #current(): Map<string, BatchCall> {
    const path: BatchCalls[] = [];
    for (let at: BatchCalls = this; at.#difference !== undefined; at = at.#difference.from) path.push(at);
    for (const version of path.reverse()) {
      const { from, key, value } = version.#difference ?? {};
      const before = key === undefined ? undefined : this.#entries.get(key);
      if (from === undefined || key === undefined || value === undefined || before === undefined) continue;
      from.#difference = { from: version, key, value: before };
      version.#difference = undefined;
      this.#entries.set(key, value);
    }
    return this.#entries;
  }
}

/** An answer that is validated before it counts. */
interface Check extends Pick<DecideAction, 'attempt' | 'by'>, Pick<BatchCall, 'metadata'> {
  readonly answer: ItemAnswer;
  /** The state to return to when the answer is rejected. */
  readonly before: ItemState;
  /** An edit or a remembered decision may be rejected. Denials received meanwhile are queued, and apply if it is. */
  readonly isTentative: boolean;
  readonly denials: readonly DecideAction[];
}

/** A decision of a person or of the page. */
export interface DecideAction extends Pick<DecideOptions, 'metadata' | 'remember'> {
  readonly type: 'decide';
  readonly toolCallId: string;
  /** Unique: the effects `check` and `reply` name it. */
  readonly attempt: number;
  readonly decision: Decision;
  readonly by: NonNullable<DecideOptions['by']>;
  /** True for an answer from before this batch was asked about again. */
  readonly isRestored?: boolean;
}

/**
 * Makes a batch whose calls all wait.
 *
 * @throws UserError for an `expiresAt` that is not a time.
 */
export function openBatch(request: AskRequest, at: Moment): OpenBatch {
  const { requests, batchId, expiresAt, earlier, preview, refused } = request;
  const calls = deferredCalls(requests).map(({ kind, call }): readonly [string, BatchCall] => {
    const { toolCallId } = call;
    const asked = typeof expiresAt === 'object' ? ownMember(expiresAt, toolCallId) : expiresAt;
    // A call that was extended keeps its own deadline when it is asked about again.
    const { expiresAt: time = asked } = earlier?.(toolCallId) ?? {};
    const isEndless = time === undefined || (time === asked && time === Number.POSITIVE_INFINITY);
    const deadline = isEndless ? undefined : toDeadline(time, at);
    const item: PendingItem = {
      id: itemId(batchId, toolCallId),
      batchId,
      kind,
      call: withReadableTitle(call),
      state: { status: 'waiting' },
      preview: { status: call.hasPreview && preview !== undefined ? 'loading' : 'none' },
      ...definedProps({ metadata: ownMember(requests.metadata, toolCallId), expiresAt: deadline?.expiresAt }),
    };
    return [toolCallId, { item, deadline, wasExtended: deadline !== undefined && time !== asked }];
  });
  return { status: 'open', batchId, request, calls: new BatchCalls(new Map(calls)), isHeld: refused !== undefined };
}

/** Returns the batch as people see it. */
export function toPendingBatch({ request, calls, sendsAt }: OpenBatch): PendingBatch {
  const { batchId, servedId, runId, agentPath, round, requests, refused } = request;
  const all = calls.list();
  const times = all.flatMap(({ item, deadline }) =>
    item.state.status === 'decided' || !deadline ? [] : [deadline.expiresAt],
  );
  return {
    batchId,
    runId,
    agentPath,
    round,
    requests,
    items: all.map(({ item }) => item),
    answers: 'changeable',
    ...definedProps({
      servedId,
      expiresAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)),
      sendsAt,
      refused: refused && toPendingRefusal(refused),
    }),
  };
}

/** Returns the earliest time by the wall clock at which a call can expire, and how long to wait until then. */
export function nextExpiry({ calls }: OpenBatch, now: Moment): { readonly at: number; readonly wait: number } {
  let at = Number.POSITIVE_INFINITY;
  let wait = at;
  for (const { item, deadline, check } of calls.values()) {
    if (deadline === undefined || item.state.status === 'decided') continue;
    at = Math.min(at, deadline.expiresAt);
    wait = Math.min(wait, waitFor(deadline, now, check !== undefined));
  }
  return { at, wait };
}

/**
 * Returns a decision as data.
 *
 * @throws UserError when it cannot answer a call of that kind.
 */
export function toAnswer(item: PendingItem, decision: Decision): ItemAnswer {
  if (decision === 'defer') return 'defer';
  const { toolCallId } = item.call;
  if (item.kind === 'approval') {
    if (typeof decision === 'boolean') return decision ? toolApproved() : toolDenied();
    return parseApproval(toolCallId, decision);
  }
  if (typeof decision === 'boolean') {
    throw new UserError(
      'call-answer',
      `decide('${toolCallId}', ${decision}) cannot answer an external call. Give its result with toolReturn(), or ToolFailed.`,
    );
  }
  const answer = parseCall(toolCallId, decision);
  refuseRunAgain(item.call, answer);
  return answer;
}

function toPendingRefusal({ message, toolCallId, issue }: RefusedAnswers): NonNullable<PendingBatch['refused']> {
  return { message, ...definedProps({ toolCallId, issue }) };
}
