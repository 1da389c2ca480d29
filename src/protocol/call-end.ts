import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { JSONObject, JSONValue } from './base/json.js';
import type { SerializedError } from './base/serialize-error.js';
import { type Check, is } from './foreign/shape.js';
import type { Issue } from './signals.js';

/** The end of a call. */
export type CallEnd =
  | { readonly status: 'returned'; readonly value: JSONValue; readonly metadata?: JSONObject }
  | { readonly status: 'failed'; readonly message: string; readonly error?: SerializedError }
  /** The input or the result was wrong; the model should try again. */
  | { readonly status: 'retry'; readonly message: string; readonly issues?: readonly Issue[] }
  /** A person denied it. */
  | { readonly status: 'denied'; readonly message: string }
  /** A policy blocked it. */
  | { readonly status: 'blocked'; readonly message: string }
  /** Nobody answered in time. */
  | { readonly status: 'expired' }
  /** The run was stopped. */
  | { readonly status: 'cancelled' }
  /** Another call of the same response ended the run with the final result. */
  | { readonly status: 'skipped' }
  /** The response or the history ended before its result. */
  | { readonly status: 'interrupted' }
  /** It was cut off while it ran, so it may have had its effect. */
  | { readonly status: 'unknown' };

/** The status of an ended call. */
export type CallStatus = CallEnd['status'];

/**
 * The phase of a call: one of the open phases, or its end. The agent loop, pending batches, decision records and
 * messages all use these names.
 */
export type CallPhase =
  /** The model is still writing its input. */
  | 'writing'
  /** The input is complete. No answer was requested yet, and it does not run yet. */
  | 'called'
  /** Waiting for an answer. */
  | 'waiting'
  /** An answer is being validated. */
  | 'checking'
  /** Approved, and the approval is not used yet. */
  | 'approved'
  /** Left open on purpose, to be answered later. */
  | 'parked'
  /** Running: in this process, in the page, or at the provider. */
  | 'running'
  | CallStatus;

/** Returns `true` if a call in this phase can still change. */
export function isOpenPhase(phase: CallPhase): boolean {
  switch (phase) {
    case 'writing':
    case 'called':
    case 'waiting':
    case 'checking':
    case 'approved':
    case 'parked':
    case 'running':
      return true;
    case 'returned':
    case 'failed':
    case 'retry':
    case 'denied':
    case 'blocked':
    case 'expired':
    case 'cancelled':
    case 'skipped':
    case 'interrupted':
    case 'unknown':
      return false;
    default:
      return phase satisfies never;
  }
}

/** An earlier execution of a call that was interrupted, so that its outcome is unknown. */
export interface EarlierExecution {
  /** The start of that execution, in milliseconds since 1970, if known. */
  readonly since?: number;
}

/** Returns the tool result that the model reads for a call with this end. */
export function toModelOutput(end: CallEnd): LanguageModelV4ToolResultOutput {
  switch (end.status) {
    case 'returned':
      return typeof end.value === 'string' ? { type: 'text', value: end.value } : { type: 'json', value: end.value };
    case 'failed':
      return { type: 'error-text', value: end.message };
    case 'retry':
      return { type: 'error-text', value: `${retryText(end)}\n\nFix the errors and try again.` };
    case 'denied':
      return { type: 'execution-denied', reason: end.message };
    case 'blocked':
      return { type: 'execution-denied', reason: `Not allowed: ${end.message}` };
    case 'expired':
      return { type: 'execution-denied', reason: 'Nobody answered in time.' };
    case 'cancelled':
      return { type: 'error-text', value: 'The tool call was cancelled.' };
    case 'skipped':
      return { type: 'error-text', value: 'Tool not executed - a final result was already processed.' };
    case 'interrupted':
      return { type: 'error-text', value: 'The tool call was interrupted before a result was produced.' };
    case 'unknown':
      return {
        type: 'error-text',
        value:
          'This tool call was cut off while it ran. It is not known whether it took effect. Do not repeat it before you have found out, or asked the user.',
      };
    default:
      return end satisfies never;
  }
}

function retryText(end: { readonly message: string; readonly issues?: readonly Issue[] }): string {
  const lines = (end.issues ?? []).map((issue) => `- ${issueText(issue, 'input')}`);
  return [end.message, ...lines].join('\n');
}

/** Formats an issue as one line. `root` stands for the path of an issue about the whole value. */
export function issueText({ path, message }: Issue, root: string): string {
  return `${path.length === 0 ? root : path.join('.')}: ${message}`;
}

const isKey: Check = (key) => typeof key === 'string' || typeof key === 'number';
const isIssueShape: Check = is.shape({ path: is.listOf(isKey), message: is.text });

/** Returns `true` for a validation issue as plain JSON. */
export function isIssue(value: unknown): value is Issue {
  return isIssueShape(value);
}
