import type { UserContent } from 'ai';
import type {
  ApprovalAnswer,
  CallAnswer,
  DeferredAnswer,
  ToolApproved,
  ToolDenied,
  ToolExpired,
  ToolReturn,
} from './answers.js';
import { UserError } from './base/errors.js';
import { type JSONObject, type JSONValue, toJson } from './base/json.js';
import { bytesAsText, isUserContent } from './base/json-messages.js';
import { definedProps, isRecord, ownMember } from './base/record.js';
import { quoteList } from './base/words.js';
import { isIssue } from './call-end.js';
import {
  type DeferredCall,
  type DeferredKind,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from './deferred.js';
import { shortJson } from './foreign/foreign-json.js';
import { runAgain, toolApproved, toolDenied, toolExpired } from './make-answer.js';
import type { Issue, ModelRetry, ToolFailed } from './signals.js';

/** Decisions in their shortest form, for {@link buildResults}. */
export interface ResultsInit {
  /**
   * By tool call id: `true`, `false`, {@link toolApproved}, {@link toolDenied} or {@link toolExpired}. Default: none.
   */
  readonly approvals?: Readonly<Record<string, boolean | ToolApproved | ToolDenied | ToolExpired>>;
  /**
   * By tool call id: any JSON value, {@link toolReturn}, `new ToolFailed()`, `new ModelRetry()`, or {@link runAgain}
   * for one that has `begun`. Default: none.
   */
  readonly calls?: Readonly<Record<string, JSONValue | CallAnswer | ToolFailed | ModelRetry>>;
  /** By tool call id: the `ctx.toolCallMetadata` of the approved tool. Default: none. */
  readonly metadata?: Readonly<Record<string, JSONObject>>;
  /**
   * Approves every approval that is not listed. An explicit denial wins; external calls are never filled in. Default:
   * false.
   */
  readonly approveAll?: boolean;
  /** Calls to leave open on purpose. Default: none. */
  readonly defer?: readonly string[];
  /** By tool call id: the name of who answered, for the record. Default: the record names the handler. */
  readonly answeredBy?: Readonly<Record<string, string>>;
  /** By tool call id: a digest of what was shown. Default: taken from the requests, where they have one. */
  readonly digests?: Readonly<Record<string, string>>;
  /** By tool call id: the effective input that was shown. Default: taken from the requests. */
  readonly shown?: DeferredToolResults['shown'];
}

/**
 * Turns decisions into the answer to a batch. The arguments are not changed.
 *
 * @param requests the batch that is answered.
 * @param init the decisions; a call that it leaves out stays unanswered. Default: none.
 * @throws UserError `unknown-call` for ids that are unknown or of the other kind (all of them are listed),
 * `approval-answer` and `call-answer`
 * for a malformed answer, `handler-answer` for a malformed member, `not-json` for a result or metadata that is not
 * JSON.
 * @example deferredToolHandler: (requests) => buildResults(requests, { approveAll: true, approvals: { [id]: false } })
 */
export function buildResults(requests: DeferredToolRequests, init: ResultsInit = {}): DeferredToolResults {
  const { approvals = {}, calls = {}, metadata = {}, defer = [] } = init;
  checkIds(requests, {
    approval: Object.keys(approvals),
    external: Object.keys(calls),
    any: [...defer, ...Object.keys(metadata), ...Object.keys(init.answeredBy ?? {})],
  });
  const open = new Set(defer);
  const filled = init.approveAll === true ? requests.approvals.filter(({ toolCallId }) => !open.has(toolCallId)) : [];
  const parsed = parseAnswers(init);
  for (const call of requests.calls) refuseRunAgain(call, ownMember(parsed.calls, call.toolCallId));
  const approveAll = Object.fromEntries(filled.map(({ toolCallId }) => [toolCallId, toolApproved()]));
  // A call without a digest never left the page's memory, so the run that asks still knows it.
  const left = deferredCalls(requests).flatMap(({ call }) => (call.digest === undefined ? [] : [call]));
  const digests = left.map(({ toolCallId, digest = '' }) => [toolCallId, digest] as const);
  const shown = left.flatMap(({ toolCallId, effectiveInput, unpredictablePaths, definition }) =>
    effectiveInput === undefined && definition === undefined
      ? []
      : [[toolCallId, definedProps({ effectiveInput, unpredictablePaths, definition })] as const],
  );
  return {
    ...parsed,
    approvals: { ...approveAll, ...parsed.approvals },
    ...(digests.length === 0 ? {} : { digests: Object.fromEntries(digests) }),
    ...(shown.length === 0 ? {} : { shown: Object.fromEntries(shown) }),
  };
}

/**
 * Validates answers without their batch: from a storage, over a wire, passed to a resumed run.
 *
 * @throws UserError for a malformed answer.
 */
export function parseAnswers(answers: ResultsInit): DeferredToolResults {
  if (!isRecord(answers as unknown)) throw malformedResults('root');
  const { approvals = {}, calls = {}, metadata = {}, defer = [], answeredBy, digests, shown } = answers;
  for (const [name, given] of Object.entries({ approvals, calls, metadata, digests: digests ?? {} }))
    if (!isRecord(given)) throw malformedResults(name);
  if (!isStrings(defer)) throw malformedResults('defer');
  return {
    approvals: Object.fromEntries(Object.entries(approvals).map(([id, answer]) => [id, parseApproval(id, answer)])),
    calls: Object.fromEntries(Object.entries(calls).map(([id, answer]) => [id, parseCall(id, answer)])),
    metadata: Object.fromEntries(Object.entries(metadata).map(([id, data]) => [id, toJsonObject(data, id)])),
    defer: [...defer],
    ...(isRecord(answeredBy) ? { answeredBy: toNames(answeredBy) } : {}),
    ...(digests === undefined ? {} : { digests: { ...digests } }),
    ...(isRecord(shown) ? { shown: { ...shown } } : {}),
  };
}

function malformedResults(member: string): UserError {
  return new UserError(
    'handler-answer',
    `The \`${member}\` of the answers is malformed. Nothing was applied. Pass DeferredToolResults as buildResults() makes them.`,
  );
}

/**
 * Validates the answer to a batch that came from a handler, a storage or a wire.
 *
 * @throws UserError that says what was returned and what was expected.
 */
export function parseResults(requests: DeferredToolRequests, value: unknown): DeferredToolResults {
  const sections = ['approvals', 'calls', 'metadata'] as const;
  const isShaped =
    isRecord(value) &&
    Object.keys(value).some((key) => key === 'approvals' || key === 'calls' || key === 'defer') &&
    sections.every((key) => value[key] === undefined || isRecord(value[key])) &&
    (value.defer === undefined || isStrings(value.defer));
  if (!isShaped) {
    throw new UserError(
      'handler-answer',
      `The deferredToolHandler returned ${shortJson(value)}. The run needs DeferredToolResults ({ approvals, calls, metadata, defer }) or null to decline. Return what buildResults() or ask() gives.`,
    );
  }
  return buildResults(requests, value as ResultsInit);
}

/** Returns the answer to a call, if there is one. */
export function answerTo(toolCallId: string, results: DeferredToolResults): DeferredAnswer | undefined {
  return ownMember(results.approvals, toolCallId) ?? ownMember(results.calls, toolCallId);
}

/** Validates one answer to a call that needs approval. */
export function parseApproval(toolCallId: string, answer: unknown): ApprovalAnswer {
  if (typeof answer === 'boolean') return answer ? toolApproved() : toolDenied();
  if (isRecord(answer) && answer.kind === 'tool-expired') return toolExpired();
  if (isRecord(answer) && answer.kind === 'tool-denied' && typeof answer.message === 'string') {
    return toolDenied(answer.message);
  }
  if (isRecord(answer) && answer.kind === 'tool-approved') {
    const { overrideArgs, note, approvedBy } = answer;
    const edited = overrideArgs !== undefined && toJson(overrideArgs, `The edited input of '${toolCallId}'`);
    return {
      kind: 'tool-approved',
      ...(overrideArgs === undefined ? {} : { overrideArgs: edited }),
      ...(typeof note === 'string' ? { note } : {}),
      ...(isStrings(approvedBy) ? { approvedBy: [...approvedBy] } : {}),
    };
  }
  throw new UserError(
    'approval-answer',
    `The approval of '${toolCallId}' was answered with ${shortJson(answer)}. Only true, false, toolApproved() and toolDenied() count. The call has not run.`,
  );
}

/** Validates one answer to an external call, and wraps a plain value. */
export function parseCall(toolCallId: string, answer: unknown): CallAnswer {
  if (isTagged(answer, 'tool-failed')) return { kind: 'tool-failed', message: answer.message };
  if (isTagged(answer, 'model-retry')) {
    const { issues } = answer as { readonly issues?: unknown };
    if (issues !== undefined && !isIssues(issues)) throw malformedMember(toolCallId, 'issues');
    return { kind: 'model-retry', message: answer.message, ...(issues === undefined ? {} : { issues }) };
  }
  if (isRecord(answer) && answer.kind === 'tool-expired') return toolExpired();
  if (isRecord(answer) && answer.kind === 'run-again') return runAgain();
  if (isTagged(answer, 'tool-denied') || (isRecord(answer) && answer.kind === 'tool-approved')) {
    throw new UserError(
      'call-answer',
      `'${toolCallId}' is an external call, but it was answered with an approval. Nothing was applied. Use toolReturn(), ToolFailed or ModelRetry.`,
    );
  }
  const what = `The result of '${toolCallId}'`;
  const isReturn = isRecord(answer) && answer.kind === 'tool-return' && 'returnValue' in answer;
  const { returnValue, content, metadata }: Partial<ToolReturn> = isReturn
    ? answer
    : { returnValue: answer as JSONValue };
  if (returnValue === undefined) throw noResult(toolCallId);
  return {
    kind: 'tool-return',
    returnValue: toJson(returnValue, what),
    ...(content === undefined ? {} : { content: toJsonContent(content, toolCallId) }),
    ...(metadata === undefined ? {} : { metadata: toJsonObject(metadata, toolCallId) }),
  };
}

/**
 * Accepts `runAgain()` only for an interrupted call.
 *
 * @throws UserError `call-answer` for any other call.
 */
export function refuseRunAgain(
  { toolCallId, interrupted }: Pick<DeferredCall, 'toolCallId' | 'interrupted'>,
  answer: DeferredAnswer | undefined,
): void {
  if (answer?.kind !== 'run-again' || interrupted !== undefined) return;
  throw new UserError(
    'call-answer',
    `'${toolCallId}' was answered with runAgain(), but it is not an interrupted call. Nothing was applied. Use toolReturn(), ToolFailed or ModelRetry. A run that continues from a stored one needs \`resumeFrom\` to know the interrupted calls.`,
  );
}

function noResult(toolCallId: string): UserError {
  return new UserError(
    'call-answer',
    `'${toolCallId}' is an external call, but it was answered with undefined. Nothing was applied. Say null for "nothing".`,
  );
}

function malformedMember(toolCallId: string, member: string): UserError {
  return new UserError(
    'call-answer',
    `The \`${member}\` of the answer to '${toolCallId}' is malformed. Nothing was applied. Use toolReturn() or ModelRetry.`,
  );
}

function isIssues(value: unknown): value is readonly Issue[] {
  return Array.isArray(value) && value.every(isIssue);
}

/**
 * Files may be bytes, as in any message; they are sent as base64. Content that a model request cannot contain is
 * refused here, because it would
 * fail the run later.
 */
function toJsonContent(content: UserContent, toolCallId: string): UserContent {
  const json = toJson(bytesAsText(content), `The content for '${toolCallId}'`);
  if (isUserContent(json)) return json;
  throw malformedMember(toolCallId, 'content');
}

/** Metadata must survive JSON, like the answer that it belongs to. */
function toJsonObject(metadata: unknown, toolCallId: string): JSONObject {
  if (!isRecord(metadata)) throw malformedMember(toolCallId, 'metadata');
  return toJson(metadata, `The metadata for '${toolCallId}'`) as JSONObject; // An object stays an object in JSON.
}

function isTagged(value: unknown, kind: string): value is { readonly message: string } {
  return isRecord(value) && value.kind === kind && typeof value.message === 'string';
}

interface NamedIds {
  readonly approval: readonly string[];
  readonly external: readonly string[];
  readonly any: readonly string[];
}

function checkIds(requests: DeferredToolRequests, named: NamedIds): void {
  const approvals = requests.approvals.map((call) => call.toolCallId);
  const calls = requests.calls.map((call) => call.toolCallId);
  refuseStrangers('approval', named.approval, approvals);
  refuseStrangers('external', named.external, calls);
  refuseStrangers('any', named.any, [...approvals, ...calls]);
}

function refuseStrangers(kind: DeferredKind | 'any', ids: readonly string[], known: readonly string[]): void {
  const strangers = ids.filter((id) => !known.includes(id)).sort();
  if (strangers.length === 0) return;
  const what = { approval: 'approvals', external: 'external calls', any: 'deferred calls' }[kind];
  throw new UserError(
    'unknown-call',
    `The answer names ${quoteList(strangers)}, but the ${what} of this batch are ${quoteList(known)}. Nothing was applied. Use their toolCallIds.`,
  );
}

/** Drops every value that is not a string. */
function toNames(names: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
