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
   * for a call that is `interrupted`. Default: none.
   */
  readonly calls?: Readonly<Record<string, JSONValue | CallAnswer | ToolFailed | ModelRetry>>;
  /** By tool call id: metadata that the approved tool receives as `ctx.toolCallMetadata`. Default: none. */
  readonly metadata?: Readonly<Record<string, JSONObject>>;
  /**
   * `true` approves every call that needs approval and is in neither `approvals` nor `defer`. External calls still need
   * an answer. Default: false.
   */
  readonly approveAll?: boolean;
  /** Calls to leave open on purpose. Default: none. */
  readonly defer?: readonly string[];
  /** By tool call id: the name of the person who answered, for the record. Default: the record names the handler. */
  readonly answeredBy?: Readonly<Record<string, string>>;
  /**
   * By tool call id: a digest of the call that was shown. Used only if no call of the requests has one.
   * Default: none.
   */
  readonly digests?: Readonly<Record<string, string>>;
  /**
   * By tool call id: the effective input and definition that were shown. Used only if the requests have
   * none. Default: none.
   */
  readonly shown?: DeferredToolResults['shown'];
}

/**
 * Turns decisions into the answer to a batch. It does not modify its arguments.
 *
 * @param requests the batch that is answered.
 * @param init the decisions. A call that is not in it stays unanswered. Default: none.
 * @throws UserError `unknown-call` for ids that are not in the batch, or that are listed under `approvals` instead of
 *   `calls` or the reverse; `approval-answer` and `call-answer` for a malformed answer; `handler-answer` for a
 *   malformed member; `not-json` for a result or metadata that is not JSON.
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
  // A call gets a digest when it leaves the memory of the page. Until then the run can compare the call itself.
  const stored = deferredCalls(requests).flatMap(({ call }) => (call.digest === undefined ? [] : [call]));
  const digests = stored.map(({ toolCallId, digest = '' }) => [toolCallId, digest] as const);
  const shown = stored.flatMap(({ toolCallId, effectiveInput, unpredictablePaths, definition }) =>
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
 * Validates answers when their batch is not at hand: answers from a storage, from a server, or passed to a resumed run.
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
 * Validates the answer to a batch that a handler returned.
 *
 * @throws UserError `handler-answer` for anything else than results; the errors of {@link buildResults} for others.
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
      `The deferredToolHandler returned ${shortJson(value)}. The run needs DeferredToolResults ({ approvals, calls, metadata, defer }) or null to decline. Return the result of buildResults() or ask().`,
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

/** Validates one answer to an external call. A plain value becomes a `tool-return`. */
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
 * Checks that `runAgain()` answers only an interrupted call. Other answers pass.
 *
 * @throws UserError `call-answer` when it answers any other call.
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
    `'${toolCallId}' is an external call, but it was answered with undefined. Nothing was applied. Pass null for "nothing".`,
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
 * Converts the content of an answer to JSON: bytes of files become base64. Invalid content is refused here, because it
 * would fail the model request, and with it the run.
 */
function toJsonContent(content: UserContent, toolCallId: string): UserContent {
  const json = toJson(bytesAsText(content), `The content for '${toolCallId}'`);
  if (isUserContent(json)) return json;
  throw malformedMember(toolCallId, 'content');
}

/** Validates metadata. It is stored with its answer, so it must be JSON. */
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
  refuseUnknownIds('approval', named.approval, approvals);
  refuseUnknownIds('external', named.external, calls);
  refuseUnknownIds('any', named.any, [...approvals, ...calls]);
}

function refuseUnknownIds(kind: DeferredKind | 'any', ids: readonly string[], known: readonly string[]): void {
  const unknownIds = ids.filter((id) => !known.includes(id)).sort();
  if (unknownIds.length === 0) return;
  const what = { approval: 'approvals', external: 'external calls', any: 'deferred calls' }[kind];
  throw new UserError(
    'unknown-call',
    `The answer names ${quoteList(unknownIds)}, but the ${what} of this batch are ${quoteList(known)}. Nothing was applied. Use their toolCallIds.`,
  );
}

/** Removes values that are not non-empty strings. */
function toNames(names: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
