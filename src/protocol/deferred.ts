import type { ApprovalAnswer, CallAnswer } from './answers.js';
import { UserError } from './errors.js';
import type { JSONObject, JSONValue } from './json.js';

/** How bad a call could be, as its tool's `describe` says. */
export type Risk = 'low' | 'medium' | 'high' | 'destructive';

/** What a card says about a call. A tool's `describe` returns it. */
export interface CallDescription {
  /** The decision in words: verb and object. */
  readonly title: string;
  /** A sentence more. */
  readonly summary?: string;
  readonly risk?: Risk;
  /** Short facts: a size, a target, a cost. */
  readonly facts?: readonly string[];
}

/** One call that the run cannot complete by itself. Plain and frozen. */
export interface DeferredCall extends CallDescription {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The model's JSON after it passed the schema: what is shown, edited, recorded. */
  readonly input: JSONValue;
  /** What the tool does, in its author's words. */
  readonly description?: string;
  /** What the tool touches, such as `fs.write`. */
  readonly capabilities?: readonly string[];
}

/** The two ways to defer: `approval` needs a person's yes, `external` is done elsewhere. */
export type DeferredKind = 'approval' | 'external';

/** All deferred calls of one model response: one batch. Each call is in exactly one list, in emission order. */
export interface DeferredToolRequests {
  /** External calls: their results come from elsewhere. */
  readonly calls: readonly DeferredCall[];
  /** Calls that need a yes. */
  readonly approvals: readonly DeferredCall[];
  /** What the tool said when it deferred, by tool call id. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
}

/** The answers to a batch, by tool call id. Made by {@link buildResults}. */
export interface DeferredToolResults {
  readonly calls: Readonly<Record<string, CallAnswer>>;
  readonly approvals: Readonly<Record<string, ApprovalAnswer>>;
  /** Goes to the approved tool as `ctx.toolCallMetadata`. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
  /** Calls left open on purpose: the run ends `deferred` with just those. */
  readonly defer: readonly string[];
}

/** Every call of a batch, with its kind; approvals first. */
export function deferredCalls(
  requests: DeferredToolRequests,
): readonly { readonly kind: DeferredKind; readonly call: DeferredCall }[] {
  return [
    ...requests.approvals.map((call) => ({ kind: 'approval' as const, call })),
    ...requests.calls.map((call) => ({ kind: 'external' as const, call })),
  ];
}

/** No answer at all. */
export const emptyResults: DeferredToolResults = Object.freeze({ calls: {}, approvals: {}, metadata: {}, defer: [] });

/**
 * What is still to be answered, calls parked with `defer` included; `null` when nothing is left.
 *
 * @example const rest = remaining(requests, results); if (rest !== null) await ask(rest);
 */
export function remaining(requests: DeferredToolRequests, results: DeferredToolResults): DeferredToolRequests | null {
  const approvals = requests.approvals.filter((call) => !Object.hasOwn(results.approvals, call.toolCallId));
  const calls = requests.calls.filter((call) => !Object.hasOwn(results.calls, call.toolCallId));
  if (approvals.length + calls.length === 0) return null;
  const open = new Set([...approvals, ...calls].map((call) => call.toolCallId));
  const metadata = Object.fromEntries(Object.entries(requests.metadata).filter(([id]) => open.has(id)));
  return { approvals, calls, metadata };
}

/** Joins two partial answers into a new one. For one id the first answer stands: a later handler cannot turn a no into a yes. */
export function mergeResults(first: DeferredToolResults, second: DeferredToolResults): DeferredToolResults {
  const approvals = { ...second.approvals, ...first.approvals };
  const calls = { ...second.calls, ...first.calls };
  const parked = new Set([...first.defer, ...second.defer.filter((id) => !isAnswered(first, id))]);
  const defer = [...parked];
  const drop = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !parked.has(id)));
  return { approvals: drop(approvals), calls: drop(calls), metadata: { ...second.metadata, ...first.metadata }, defer };
}

/** Tells whether an id has an answer (not merely a place in `defer`). */
export function isAnswered(results: DeferredToolResults, toolCallId: string): boolean {
  return Object.hasOwn(results.approvals, toolCallId) || Object.hasOwn(results.calls, toolCallId);
}

/** All answers in one map by tool call id. */
export function toToolCallResults(results: DeferredToolResults): Readonly<Record<string, ApprovalAnswer | CallAnswer>> {
  return { ...results.calls, ...results.approvals };
}

/**
 * The ids of a batch that have neither an answer nor a place in `defer`.
 *
 */
export function silentIds(requests: DeferredToolRequests, results: DeferredToolResults): readonly string[] {
  const open = remaining(requests, results);
  if (open === null) return [];
  return deferredCalls(open)
    .map(({ call }) => call.toolCallId)
    .filter((id) => !results.defer.includes(id));
}

/** The error for an answer that leaves calls silently open. */
export function incompleteAnswer(ids: readonly string[]): UserError {
  return new UserError(
    'incomplete-answer',
    `The deferredToolHandler left ${ids.map((id) => `'${id}'`).join(', ')} without an answer. A batch is answered as a whole, so nothing of it has run. ` +
      'Answer every call, name the ones to leave open in `defer`, or return null to decline the whole batch.',
  );
}
