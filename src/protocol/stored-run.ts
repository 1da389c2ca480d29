import type { ModelMessage } from 'ai';
import { UserError } from './base/errors.js';
import { toJsonMessages } from './base/json-messages.js';
import { isRecord } from './base/record.js';
import type { DeferredToolRequests } from './deferred.js';
import { maxForeignDepth, nestsTooDeep, shortJson } from './foreign/foreign-json.js';
import type { RunOutcome } from './outcome.js';

/** The data with which another run continues from a run that ended, as plain JSON: for a storage, or to send. */
export interface StoredRun {
  readonly v: 1;
  readonly conversationId?: string;
  readonly messages: readonly ModelMessage[];
  /**
   * The unanswered calls. A run that continues without answers asks about them again and runs none of them before; it
   * reads their inputs from the
   * messages, except for interrupted calls.
   */
  readonly requests?: DeferredToolRequests;
  /** Messages that could not be sent yet; the run that continues sends them after the results. */
  readonly prompt?: readonly ModelMessage[];
}

/**
 * Converts an outcome, usually a deferred one, to plain JSON from which another run continues. Files in the messages
 * are converted: bytes become
 * base64 strings, `URL` objects their address.
 *
 * @param outcome of a run that ended in any way.
 * @throws TypeError when a message contains a value that JSON cannot hold (a cycle, a bigint).
 * @example
 * localStorage.run = JSON.stringify(storeRun(outcome));
 * // later, also in another page:
 * const resumeFrom = JSON.parse(localStorage.run);
 * agent.run(undefined, { resumeFrom, deferredToolResults });
 */
export function storeRun(outcome: RunOutcome<unknown>): StoredRun {
  const { conversationId } = outcome;
  const messages = toJsonMessages(outcome.messages);
  const prompt = 'prompt' in outcome ? outcome.prompt : undefined;
  return {
    v: 1,
    conversationId,
    messages,
    ...(outcome.type === 'deferred' ? { requests: JSON.parse(JSON.stringify(outcome.requests)) } : {}),
    ...(prompt === undefined ? {} : { prompt: toJsonMessages(prompt) }),
  };
}

/** A validated stored run. */
export type RestoredRun = Omit<StoredRun, 'v'>;

/**
 * Validates a value from a storage, for `agent.run(prompt, { resumeFrom: stored })`.
 *
 * @param value the result of {@link storeRun}, through `JSON.parse` if it was stored as text.
 * @throws UserError that says what is wrong with it; the run makes it its outcome.
 */
export function restoreRun(value: unknown): RestoredRun {
  const problem = problemOfStored(value);
  if (problem === undefined) return value as StoredRun; // Checked above.
  throw new UserError(
    'stored-run',
    `The run cannot continue from the stored data: ${problem}. Nothing ran, so nothing is lost or done twice. ` +
      'Pass what storeRun(outcome) made, through JSON.parse if it was stored as text.',
  );
}

function problemOfStored(value: unknown): string | undefined {
  if (!isRecord(value))
    return `it is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
  if (nestsTooDeep(value)) return `it has more than ${maxForeignDepth} levels`;
  const { v, conversationId, messages, requests, prompt = [] } = value;
  if (v !== 1) return `its version is ${shortJson(v)}, and this version of Countersign reads 1`;
  if (conversationId !== undefined && typeof conversationId !== 'string') return 'its conversationId is not a string';
  if (requests !== undefined && !isRequests(requests)) return 'its requests are no batch of calls';
  return problemOfMessages('messages', messages) ?? problemOfMessages('prompt', prompt);
}

function isRequests(value: unknown): value is DeferredToolRequests {
  if (!isRecord(value) || !isRecord(value.metadata)) return false;
  const lists = [value.calls, value.approvals];
  return lists.every((list) => Array.isArray(list) && list.every((call) => isCall(call) && 'input' in call));
}

function problemOfMessages(name: string, messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return `its ${name} are not an array`;
  const index = messages.findIndex((message) => !isMessage(message));
  return index < 0 ? undefined : `${name}[${index}] is no ModelMessage`;
}

/** Returns `true` for a message of a model's history in plain JSON. */
export function isMessage(message: unknown): message is ModelMessage {
  if (!isRecord(message)) return false;
  const { role, content } = message;
  if (typeof content === 'string') return role === 'system' || role === 'user' || role === 'assistant';
  const isList = role === 'user' || role === 'assistant' || role === 'tool';
  return isList && Array.isArray(content) && content.every(isModelPart);
}

/** Answers are matched by the ids of calls and results, so these must be present. */
function isModelPart(part: unknown): boolean {
  if (!isRecord(part) || typeof part.type !== 'string') return false;
  if (part.type === 'tool-result') return isCall(part) && isRecord(part.output);
  return part.type !== 'tool-call' || isCall(part);
}

function isCall(value: unknown): value is object {
  return isRecord(value) && typeof value.toolCallId === 'string' && typeof value.toolName === 'string';
}
