import { maxInputDepth } from './base/json.js';
import { isRecord } from './base/record.js';
import type { RunEvent } from './run-event.js';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const finite: Check = (value) => typeof value === 'number' && Number.isFinite(value);
// What a Date can hold.
const time: Check = (value) => finite(value) && Math.abs(Number(value)) <= 8.64e15;
const yesOrNo: Check = (value) => typeof value === 'boolean';
const anything: Check = (value) => value !== undefined;
const oneOf =
  (...names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const listOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && problemIn(value, members) === undefined;

function problemIn(
  value: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Check>>,
): string | undefined {
  return Object.keys(members).find((name) => members[name]?.(value[name]) === false);
}

const error = shape({ message: text, code: maybe(text) });
const usage = shape({ requests: finite, toolCalls: finite, inputTokens: finite, outputTokens: finite });
const texts = maybe(listOf(text));
const people = listOf(shape({ id: text, name: maybe(text) }));
const call = shape({
  toolCallId: text,
  toolName: text,
  title: text,
  input: anything,
  summary: maybe(text),
  description: maybe(text),
  facts: texts,
  capabilities: texts,
  asksFor: texts,
  reason: maybe(text),
  digest: maybe(text),
  begun: maybe(shape({ since: maybe(time) })),
  needs: maybe(listOf(shape({ approvals: finite, from: texts, notRequester: maybe(yesOrNo) }))),
  approvedBy: maybe(people),
});
const requests = shape({ approvals: listOf(call), calls: listOf(call), metadata: isRecord });
const part = shape({ type: text });
const message = shape({ role: text, content: (value) => text(value) || listOf(part)(value) });
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
const by: Check = (value) => oneDecider(value) || severalPeople(value);
const statuses = oneOf(
  ...['returned', 'failed', 'retry', 'denied', 'blocked', 'expired', 'cancelled', 'skipped', 'interrupted', 'unknown'],
);
const answerKinds = oneOf(
  ...['tool-approved', 'tool-denied', 'tool-return', 'tool-failed', 'model-retry', 'run-again', 'tool-expired'],
);
const answer = shape({ kind: answerKinds, message: maybe(text), note: maybe(text), approvedBy: texts });
const answers: Check = (value) => isRecord(value) && Object.values(value).every(answer);

const idOnly = { id: text };
const delta = { id: text, delta: text };
const toolCall = { toolCallId: text, toolName: text };
const file = { mediaType: text, url: text };
const request = { batchId: text, call, metadata: maybe(isRecord) };
const step = { step: finite };

/** What the events of each type have to have: as much as the code that reads them relies on. */
const shapes: Readonly<Record<RunEvent['type'], Readonly<Record<string, Check>>>> = {
  'run-start': { conversationId: text, prompt: listOf(message) },
  'step-start': step,
  'step-end': { ...step, finishReason: text, messages: listOf(message) },
  'text-start': idOnly,
  'text-delta': delta,
  'text-end': idOnly,
  'reasoning-start': idOnly,
  'reasoning-delta': delta,
  'reasoning-end': idOnly,
  'tool-input-start': toolCall,
  'tool-input-delta': { toolCallId: text, delta: text },
  'tool-input-end': { toolCallId: text },
  'tool-call': { ...toolCall, input: anything },
  'tool-start': { ...toolCall, input: anything, title: text, approved: yesOrNo, edited: yesOrNo, capabilities: texts },
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
    by,
    capabilities: texts,
  },
  'deferred-request': { batchId: text, round: finite, requests },
  'approval-requested': request,
  'external-requested': request,
  'tool-approval-request': { toolCallId: text, approvalId: text },
  'approval-responded': toolCall,
  answer: {
    batchId: text,
    toolCallId: text,
    answer: (value) => value === 'defer' || answer(value),
    by,
  },
  'answer-taken-back': { batchId: text, toolCallId: text, by },
  deadline: { batchId: text, expiresAt: (value) => isRecord(value) && listOf(time)(Object.values(value)) },
  extended: { batchId: text, toolCallId: text, expiresAt: time, by: maybe(by), movedAt: maybe(time) },
  'late-answer': { toolCallId: text, reason: oneOf('answered', 'cancelled', 'expired') },
  'deferred-response': {
    batchId: text,
    results: orNull(shape({ approvals: answers, calls: answers, defer: listOf(text) })),
  },
  usage: { usage },
  warning: { code: text, message: text, ranAs: maybe(shape({ toolCallId: text })) },
  'run-end': {
    outcome: oneOf('completed', 'deferred', 'aborted', 'failed'),
    usage,
    requests: maybe(requests),
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
};

/** What keeps a value from being a run event, as the end of a sentence; `undefined`: nothing does. */
export function eventProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is no JSON object';
  if (value.v !== 1) return `its version is ${inShort(value.v)}, and this version of Countersign reads 1`;
  const wrong = problemIn(value, envelope);
  if (wrong !== undefined) return `its ${wrong} is missing or wrong`;
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return `its type ${inShort(type)} is not known`;
  const missing = problemIn(value, shapes[type as RunEvent['type']]);
  return missing === undefined ? undefined : `as a ${type}, its ${missing} is missing or wrong`;
}

/** Whatever stands where a word should, in one; what is long or deep would be none. */
function inShort(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(JSON.stringify(value)).slice(0, 80);
}

/**
 * Whether a value is a run event that can be read to the end: of the right shape, and no deeper than an event around the deepest
 * input that a call may have.
 */
export function isReadable(value: unknown): value is RunEvent {
  return eventProblem(value) === undefined && !isDeeper(value, maxInputDepth + 8);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
