import { isCallOrigin } from './base/call-origin.js';
import { definitionParts, parseDefinition } from './base/definition.js';
import { isRecord } from './base/record.js';
import { maxForeignDepth, nestsTooDeep, shortJson } from './foreign/foreign-json.js';
import { type Check, is, wrongMember } from './foreign/shape.js';
import type { RunEvent } from './run-event.js';

const { text, finite, time, flag: yesOrNo, anything, oneOf, listOf, maybe, orNull, shape } = is;

const error = shape({ message: text, code: maybe(text) });
const usage = shape({ requests: finite, toolCalls: finite, inputTokens: finite, outputTokens: finite });
const texts = maybe(listOf(text));
const people = listOf(shape({ id: text, name: maybe(text) }));
const paths = maybe(listOf(listOf(anything)));
const described = {
  summary: maybe(text),
  facts: texts,
  capabilities: texts,
  asksFor: texts,
  reason: maybe(text),
  risk: maybe(oneOf('low', 'medium', 'high', 'destructive')),
  unpredictablePaths: maybe(listOf(shape({ path: listOf(anything), reason: text }))),
  redactions: maybe(shape({ hide: paths, show: paths })),
};
const call = shape({
  toolCallId: text,
  toolName: text,
  title: text,
  input: anything,
  ...described,
  description: maybe(text),
  origin: maybe(isCallOrigin),
  reversible: maybe(text),
  definition: maybe((digests) => parseDefinition(digests) !== undefined),
  changed: maybe(listOf(oneOf(...definitionParts))),
  digest: maybe(text),
  interrupted: maybe(shape({ since: maybe(time) })),
  needs: maybe(listOf(shape({ approvals: finite, from: texts, notRequester: maybe(yesOrNo) }))),
  approvedBy: maybe(people),
  approvalProgress: maybe(
    shape({
      viewer: oneOf('open', 'approved', 'requester', 'other'),
      viewerId: text,
      missing: listOf(finite),
      approvedAt: listOf(time),
    }),
  ),
});
/** Checks the requests of a batch. */
export const isRequests: Check = shape({ approvals: listOf(call), calls: listOf(call), metadata: isRecord });
const part = shape({ type: text });
const parts = listOf(part);
const message: Check = (value) =>
  isRecord(value) &&
  text(value.role) &&
  // Results of tools are never plain text.
  ((text(value.content) && value.role !== 'tool') || parts(value.content));
const oneDecider = shape({
  type: oneOf('person', 'page', 'handler', 'rule', 'grant', 'expiry'),
  id: maybe(text),
  name: maybe(text),
  page: maybe(text),
  policy: maybe(text),
  rule: maybe(text),
  grantIds: texts,
});
const severalPeople = shape({ type: oneOf('people'), people });
/** Checks who decided. */
export const isDecidedBy: Check = (value) => oneDecider(value) || severalPeople(value);
const statuses = oneOf(
  ...['returned', 'failed', 'retry', 'denied', 'blocked', 'expired', 'cancelled', 'skipped', 'interrupted', 'unknown'],
);
const answerKinds = oneOf(
  ...['tool-approved', 'tool-denied', 'tool-return', 'tool-failed', 'model-retry', 'run-again', 'tool-expired'],
);
/** Checks an answer to a call. */
export const isAnswer: Check = shape({ kind: answerKinds, message: maybe(text), note: maybe(text), approvedBy: texts });
const answers: Check = (value) => isRecord(value) && Object.values(value).every(isAnswer);

const idOnly = { id: text };
const delta = { id: text, delta: text, offset: maybe(finite) };
const toolCall = { toolCallId: text, toolName: text };
const file = { mediaType: text, url: text };
const request = { batchId: text, call, metadata: maybe(isRecord) };
const step = { step: finite };

/** The required members of each type of event: as much as the code that reads them relies on. */
const shapes: Readonly<Record<RunEvent['type'], Readonly<Record<string, Check>>>> = {
  'run-start': { conversationId: text, prompt: listOf(message) },
  'step-start': step,
  'step-end': { ...step, finishReason: text, steeringIds: maybe(listOf(text)), messages: listOf(message) },
  'text-start': idOnly,
  'text-delta': delta,
  'text-end': idOnly,
  'reasoning-start': idOnly,
  'reasoning-delta': delta,
  'reasoning-end': idOnly,
  'tool-input-start': toolCall,
  'tool-input-delta': { toolCallId: text, delta: text, offset: maybe(finite) },
  'tool-input-end': { toolCallId: text },
  'tool-call': { ...toolCall, input: anything },
  'tool-start': {
    ...toolCall,
    input: anything,
    title: text,
    approved: yesOrNo,
    edited: yesOrNo,
    capabilities: texts,
    origin: maybe(isCallOrigin),
  },
  'tool-progress': { toolCallId: text, value: anything },
  'tool-end': { ...toolCall, end: shape({ status: statuses, message: maybe(text) }) },
  source: { source: shape({ sourceType: oneOf('url', 'document'), id: text }) },
  file,
  'reasoning-file': file,
  custom: { kind: text },
  data: { name: text, data: anything },
  'message-metadata': { metadata: anything },
  'model-retry': { attempt: finite, delay: finite, error },
  'policy-decision': {
    toolName: text,
    toolCallId: maybe(text),
    effect: oneOf('allow', 'ask', 'deny', 'block'),
    reason: text,
    by: isDecidedBy,
    capabilities: texts,
    origin: maybe(isCallOrigin),
    title: maybe(text),
  },
  'deferred-request': { batchId: text, round: finite, requests: isRequests },
  'approval-requested': request,
  'external-requested': request,
  'tool-approval-request': { toolCallId: text, approvalId: text },
  'approval-responded': toolCall,
  answer: {
    batchId: text,
    toolCallId: text,
    answer: (value) => value === 'defer' || isAnswer(value),
    by: isDecidedBy,
    editedCall: maybe(shape({ title: text, ...described, refusal: maybe(text) })),
  },
  'answer-retracted': { batchId: text, toolCallId: text, by: isDecidedBy },
  deadline: { batchId: text, expiresAt: (value) => isRecord(value) && listOf(time)(Object.values(value)) },
  extended: { batchId: text, toolCallId: text, expiresAt: time, by: maybe(isDecidedBy), movedAt: maybe(time) },
  'late-answer': { toolCallId: text, reason: oneOf('answered', 'cancelled', 'expired') },
  'answer-refused': { batchId: text, toolCallId: text, message: maybe(text) },
  'deferred-response': {
    batchId: text,
    results: orNull(shape({ approvals: answers, calls: answers, defer: listOf(text) })),
  },
  usage: { usage },
  warning: { code: text, message: text, ranAs: maybe(shape({ toolCallId: text })) },
  'run-end': {
    outcome: oneOf('completed', 'deferred', 'aborted', 'failed'),
    usage,
    requests: maybe(isRequests),
    prompt: maybe(listOf(message)),
    reason: maybe(text),
    error: maybe(error),
  },
};

const envelope: Readonly<Record<string, Check>> = {
  seq: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  at: time,
  runId: text,
  agentPath: (value) => Array.isArray(value) && value.length > 0 && value.every(text),
  callPath: texts,
};

/** Returns the reason why a value is not a run event, as the end of a sentence; `undefined` if it is one. */
export function eventProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is not a JSON object';
  if (value.v !== 1) return `its version is ${shortJson(value.v)}, and this version of Countersign reads 1`;
  const wrong = wrongMember(value, envelope);
  if (wrong !== undefined) return `its ${wrong} is missing or wrong`;
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return `its type ${shortJson(type)} is not known`;
  const missing = wrongMember(value, shapes[type as RunEvent['type']]);
  if (missing !== undefined) return `as a ${type}, its ${missing} is missing or wrong`;
  return nestsTooDeep(value) ? `it has more than ${maxForeignDepth} levels` : undefined;
}

/** Returns `true` for a complete run event. */
export function isReadable(value: unknown): value is RunEvent {
  return eventProblem(value) === undefined;
}
