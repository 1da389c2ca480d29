import type { ApprovalAnswer, CallAnswer } from './answers.js';
import type { DeferredKind, DeferredToolRequests, DeferredToolResults } from './deferred.js';
import { toolDenied, toolExpired } from './make-answer.js';

/**
 * What is still to be answered, calls parked with `defer` included; `null` when nothing is left.
 *
 * @param requests what was asked.
 * @param results what was answered so far.
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
 * Joins two partial answers into a new one. For one id the first answer stands: a later handler cannot turn a no into a yes.
 *
 * @param first the one that stands where both answer.
 * @param second what it adds.
 * @example mergeResults(buildResults(requests, { approvals: { a: false } }), buildResults(requests, { approveAll: true }))
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
 * The part of a batch that waits for one thing: an `approval` for a yes, a `question` for something said, any other `external` call for a result.
 * It can be put before people with `ask()`, and answered with `buildResults()`.
 *
 * @param requests the batch; it is not changed.
 * @param kind what the part waits for.
 * @returns `null` where there is none of that kind.
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

/** The part of some answers that is for these calls. */
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

/** Tells whether an id has an answer (not merely a place in `defer`). */
export function isAnswered(results: DeferredToolResults, toolCallId: string): boolean {
  return Object.hasOwn(results.approvals, toolCallId) || Object.hasOwn(results.calls, toolCallId);
}

/**
 * All answers in one map by tool call id.
 *
 * @param results of one batch.
 * @example toToolCallResults(results)['call_1']?.kind // 'tool-denied'
 */
export function toToolCallResults(results: DeferredToolResults): Readonly<Record<string, ApprovalAnswer | CallAnswer>> {
  return { ...results.calls, ...results.approvals };
}

/** What the model reads of a call that nobody came back to. */
const leftOpen = 'The tool call was left open by the user, who has gone on without answering it.';

/** The answers that end calls which were left open: none of them runs, and of none that has begun it is said that it did not. */
export function leftOpenResults({ approvals, calls }: DeferredToolRequests): DeferredToolResults {
  const no = approvals.map(({ toolCallId }) => [toolCallId, toolDenied(leftOpen)] as const);
  const failed = { kind: 'tool-failed', message: leftOpen } as const;
  const none = calls.map(
    ({ toolCallId, begun }) => [toolCallId, begun === undefined ? failed : toolExpired()] as const,
  );
  return { approvals: Object.fromEntries(no), calls: Object.fromEntries(none), metadata: {}, defer: [] };
}
