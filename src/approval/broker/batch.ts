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

/** The state of one batch while people can answer it. `reduceBatch` changes it; the broker executes the effects. */
export interface OpenBatch {
  readonly status: 'open';
  readonly batchId: string;
  readonly request: AskRequest;
  readonly calls: BatchCalls;
  /**
   * `true` while the batch holds answers that a server refused. It is not sent by itself then: a person has to change
   * an answer, or to send the batch.
   */
  readonly isHeld: boolean;
  /** The time at which the answered batch is sent, in milliseconds since 1970. */
  readonly sendsAt?: number | undefined;
}

/** A batch that accepts no more answers. `calls` holds the reason to report for a late answer to each call. */
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
  /** Set while the item is `checking`, and only then. */
  readonly check?: Check | undefined;
  /** Passed to the approved tool. */
  readonly metadata?: JSONObject | undefined;
  /** `true` if an earlier activation of the run moved the deadline of the call. */
  readonly wasExtended?: boolean;
  /** The grant that was added with the answer. */
  readonly grantId?: string | undefined;
}

/**
 * An immutable map of the calls of a batch by tool call id, in the order of the card. A batch may have a thousand
 * calls, so a changed copy must not copy them all. This is Baker's persistent array ("rerooting"): all versions share
 * one `Map`, which holds the entries of the version that was read last. Every other version stores one difference to a
 * neighbouring version, and is restored from it when it is read.
 */
class BatchCalls {
  readonly #entries: Map<string, BatchCall>;
  /** This version is `base` with another value of `key`. `undefined` for the version that the shared map holds. */
  #difference: { readonly base: BatchCalls; readonly key: string; readonly value: BatchCall } | undefined;

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

  /** Returns a version with another value of an existing key. An unknown key changes nothing. */
  with(key: string, value: BatchCall): BatchCalls {
    const entries = this.#current();
    const next = new BatchCalls(entries);
    const before = entries.get(key);
    if (before === undefined) return this;
    this.#difference = { base: next, key, value: before };
    entries.set(key, value);
    return next;
  }

  /** Makes the shared map hold the entries of this version. */
  #current(): Map<string, BatchCall> {
    const path: BatchCalls[] = [];
    for (let at: BatchCalls = this; at.#difference !== undefined; at = at.#difference.base) path.push(at);
    for (const version of path.reverse()) {
      const { base, key, value } = version.#difference ?? {};
      const before = key === undefined ? undefined : this.#entries.get(key);
      if (base === undefined || key === undefined || value === undefined || before === undefined) continue;
      base.#difference = { base: version, key, value: before };
      version.#difference = undefined;
      this.#entries.set(key, value);
    }
    return this.#entries;
  }
}

/** The validation of an answer. The call is decided only when it succeeds. */
interface Check extends Pick<DecideAction, 'attempt' | 'by' | 'at'>, Pick<BatchCall, 'metadata'> {
  readonly answer: ItemAnswer;
  /** The state to return to when the answer is rejected. */
  readonly before: ItemState;
  /** `true` for an edit or a remembered decision, which validation may reject. */
  readonly isTentative: boolean;
  /** Denials received while a tentative answer is validated. They apply if it is rejected. */
  readonly denials: readonly DecideAction[];
}

/** A decision of a person or of the page. */
export interface DecideAction extends Pick<DecideOptions, 'metadata' | 'remember'> {
  readonly type: 'decide';
  readonly toolCallId: string;
  /** A unique number, to which the effects `check` and `reply` of this decision refer. */
  readonly attempt: number;
  readonly decision: Decision;
  readonly by: NonNullable<DecideOptions['by']>;
  /** `true` for an answer that was given in an earlier activation of the run, or that a server refused. */
  readonly isRestored?: boolean;
  /** The time of a restored answer, in milliseconds since 1970. Default: now. */
  readonly at?: number;
}

/**
 * Makes the batch of a request, in which all calls wait for an answer.
 *
 * @throws UserError for an `expiresAt` that is not a time.
 */
export function openBatch(request: AskRequest, at: Moment): OpenBatch {
  const { requests, batchId, expiresAt, earlier, preview, refused } = request;
  const calls = deferredCalls(requests).map(({ kind, call }): readonly [string, BatchCall] => {
    const { toolCallId } = call;
    const requested = typeof expiresAt === 'object' ? ownMember(expiresAt, toolCallId) : expiresAt;
    // A deadline that was extended in an earlier activation stays extended.
    const { expiresAt: time = requested } = earlier?.(toolCallId) ?? {};
    // An app may request `Infinity` for a call that never expires.
    const isEndless = time === undefined || (time === requested && time === Number.POSITIVE_INFINITY);
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
    return [toolCallId, { item, deadline, wasExtended: deadline !== undefined && time !== requested }];
  });
  return { status: 'open', batchId, request, calls: new BatchCalls(new Map(calls)), isHeld: refused !== undefined };
}

/** Returns the batch in the form that the broker publishes. */
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

/**
 * Returns the earliest time at which a call of the batch can expire: `at` by the wall clock, and `wait` in milliseconds
 * from now until the deadlines have to be checked again.
 */
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
 * Converts a decision to the answer of a call, which is plain JSON.
 *
 * @throws UserError when the decision cannot answer a call of this kind.
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
      `decide('${toolCallId}', ${decision}) cannot answer an external call. Pass its result with toolReturn(), or a ToolFailed.`,
    );
  }
  const answer = parseCall(toolCallId, decision);
  refuseRunAgain(item.call, answer);
  return answer;
}

function toPendingRefusal({ message, toolCallId, issue }: RefusedAnswers): NonNullable<PendingBatch['refused']> {
  return { message, ...definedProps({ toolCallId, issue }) };
}
