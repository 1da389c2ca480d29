import type { ApprovalAnswer, CallAnswer } from './answers.js';
import type { DeferredKind, DeferredToolRequests, DeferredToolResults } from './deferred.js';
import { toolDenied, toolExpired } from './make-answer.js';

/**
 * Returns the calls that still need an answer, those parked with `defer` included; `null` if none is left.
 *
 * @param requests the batch.
 * @param results the answers so far.
 * @example const rest = remaining(requests, results); if (rest !== null) showCards(rest);
 */
export function remaining(requests: DeferredToolRequests, results: DeferredToolResults): DeferredToolRequests | null {
  const approvals = requests.approvals.filter((call) => !Object.hasOwn(results.approvals, call.toolCallId));
  const calls = requests.calls.filter((call) => !Object.hasOwn(results.calls, call.toolCallId));
  if (approvals.length + calls.length === 0) return null;
  const open = new Set([...approvals, ...calls].map((call) => call.toolCallId));
  const metadata = Object.fromEntries(Object.entries(requests.metadata).filter(([id]) => open.has(id)));
  return { approvals, calls, metadata };
}

/**
 * Joins two partial answers. If both answer a call, the first one counts: a later handler cannot turn a denial into an
 * approval.
 *
 * @param first the answers that count where both answer.
 * @param second the answers that are added.
 * @example
 * mergeResults(buildResults(requests, { approvals: { a: false } }), buildResults(requests, { approveAll: true }))
 */
export function mergeResults(first: DeferredToolResults, second: DeferredToolResults): DeferredToolResults {
  const approvals = { ...second.approvals, ...first.approvals };
  const calls = { ...second.calls, ...first.calls };
  const parked = new Set([...first.defer, ...second.defer.filter((id) => !isAnswered(first, id))]);
  const defer = [...parked];
  const drop = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !parked.has(id)));
  const more = Object.entries(second.metadata).filter(([id]) => !isAnswered(first, id));
  const metadata = { ...Object.fromEntries(more), ...first.metadata };
  const signed = Object.entries(second.answeredBy ?? {}).filter(([id]) => !isAnswered(first, id));
  const answeredBy = { ...Object.fromEntries(signed), ...first.answeredBy };
  const digests = { ...second.digests, ...first.digests };
  const seen = { ...second.shown, ...first.shown };
  const shown = {
    ...(Object.keys(answeredBy).length === 0 ? {} : { answeredBy }),
    ...(Object.keys(digests).length === 0 ? {} : { digests }),
    ...(Object.keys(seen).length === 0 ? {} : { shown: seen }),
  };
  return { approvals: drop(approvals), calls: drop(calls), metadata, defer, ...shown };
}

/**
 * Returns the calls of one kind from a batch: `approval`, `question`, or `external` for all other external calls. The
 * result can be passed to
 * `ask()` and answered with `buildResults()`.
 *
 * @param requests the batch; it is not changed.
 * @param kind the kind of call.
 * @returns `null` if the batch has no such call.
 * @example const questions = ofKind(requests, 'question');
 */
export function ofKind(requests: DeferredToolRequests, kind: DeferredKind | 'question'): DeferredToolRequests | null {
  const approvals = kind === 'approval' ? requests.approvals : [];
  const calls = requests.calls.filter((call) => (call.kind ?? 'external') === kind);
  const open = new Set([...approvals, ...calls].map((call) => call.toolCallId));
  if (open.size === 0) return null;
  const metadata = Object.fromEntries(Object.entries(requests.metadata).filter(([id]) => open.has(id)));
  return { approvals, calls, metadata };
}

/** Returns the answers to the given calls. */
export function answersFor(
  calls: readonly { readonly toolCallId: string }[],
  { calls: returned, approvals, metadata, defer, answeredBy, digests, shown }: DeferredToolResults,
): DeferredToolResults {
  const ids = new Set(calls.map(({ toolCallId }) => toolCallId));
  const own = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));
  return {
    calls: own(returned),
    approvals: own(approvals),
    metadata: own(metadata),
    defer: defer.filter((id) => ids.has(id)),
    ...(answeredBy === undefined ? {} : { answeredBy: own(answeredBy) }),
    ...(digests === undefined ? {} : { digests: own(digests) }),
    ...(shown === undefined ? {} : { shown: own(shown) }),
  };
}

/** Returns `true` if a call has an answer; a place in `defer` is not an answer. */
export function isAnswered(results: DeferredToolResults, toolCallId: string): boolean {
  return Object.hasOwn(results.approvals, toolCallId) || Object.hasOwn(results.calls, toolCallId);
}

/**
 * Returns all answers in one record by tool call id.
 *
 * @param results of one batch.
 * @example toToolCallResults(results)['call_1']?.kind // 'tool-denied'
 */
export function toToolCallResults(results: DeferredToolResults): Readonly<Record<string, ApprovalAnswer | CallAnswer>> {
  return { ...results.calls, ...results.approvals };
}

/** The message for the model about a call that was abandoned. */
const leftOpen = 'The tool call was left open by the user, who has gone on without answering it.';

/** Returns answers that end abandoned calls. None of them runs, and an interrupted one is not reported as not run. */
export function leftOpenResults({ approvals, calls }: DeferredToolRequests): DeferredToolResults {
  const no = approvals.map(({ toolCallId }) => [toolCallId, toolDenied(leftOpen)] as const);
  const failed = { kind: 'tool-failed', message: leftOpen } as const;
  const none = calls.map(
    ({ toolCallId, interrupted }) => [toolCallId, interrupted === undefined ? failed : toolExpired()] as const,
  );
  return { approvals: Object.fromEntries(no), calls: Object.fromEntries(none), metadata: {}, defer: [] };
}
