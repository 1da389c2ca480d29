import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { JSONObject, JSONValue } from './base/json.js';
import type { SerializedError } from './base/serialize-error.js';
import { type Check, is } from './foreign/shape.js';
import type { Issue } from './signals.js';

/**
 * The end of a call. Ten kinds that are never mixed up: `denied` is a person's denial, `blocked` a policy's; `expired`
 * means that nobody
 * answered in time, `cancelled` that the run was stopped, `skipped` that a final result came first, `interrupted` that
 * the history ends before the
 * result, `unknown` that the call was cut off while it ran, so that it may have had its effect.
 */
export type CallEnd =
  | { readonly status: 'returned'; readonly value: JSONValue; readonly metadata?: JSONObject }
  | { readonly status: 'failed'; readonly message: string; readonly error?: SerializedError }
  | { readonly status: 'retry'; readonly message: string; readonly issues?: readonly Issue[] }
  | { readonly status: 'denied'; readonly message: string }
  | { readonly status: 'blocked'; readonly message: string }
  | { readonly status: 'expired' }
  | { readonly status: 'cancelled' }
  | { readonly status: 'skipped' }
  | { readonly status: 'interrupted' }
  | { readonly status: 'unknown' };

/** The name of a kind of end. */
export type CallStatus = CallEnd['status'];

/**
 * The state of a call as a run knows it: open, or ended. The loop, pending batches, records and messages use these
 * names.
 */
export type CallPhase =
  /** The model is writing its input. */
  | 'writing'
  /** Complete, not asked about and not running yet. */
  | 'called'
  /** Waiting for an answer. */
  | 'waiting'
  /** An answer is being validated. */
  | 'checking'
  /** Approved, and the approval is not used yet. */
  | 'approved'
  /** Left open on purpose, for later. */
  | 'parked'
  /** Running: here, in the page, or at the provider. */
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

/** An earlier, interrupted execution of a call whose outcome is unknown. */
export interface EarlierExecution {
  /** The time at which it began, in milliseconds since 1970, if known. */
  readonly since?: number;
}

/** Returns what the model reads as the result of a call with this end. */
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

/** Returns an issue in one line. `root` names the whole value, for an issue without a path. */
export function issueText({ path, message }: Issue, root: string): string {
  return `${path.length === 0 ? root : path.join('.')}: ${message}`;
}

const isKey: Check = (key) => typeof key === 'string' || typeof key === 'number';
const isIssueShape: Check = is.shape({ path: is.listOf(isKey), message: is.text });

/** Returns `true` for an issue of an input or a result. */
export function isIssue(value: unknown): value is Issue {
  return isIssueShape(value);
}
