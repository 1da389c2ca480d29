import type { UserContent } from 'ai';
import type { JSONObject, JSONValue } from './json.js';
import type { Issue } from './signals.js';

/** A person's yes to one call. */
export interface ToolApproved {
  readonly kind: 'tool-approved';
  /** Replaces the model's input entirely; validated again before it runs. */
  readonly overrideArgs?: JSONValue;
  /** Told to the model beside the result. */
  readonly note?: string;
}

/** A person's no to one call. The model reads the message. */
export interface ToolDenied {
  readonly kind: 'tool-denied';
  readonly message: string;
}

/** The result of an external call. */
export interface ToolReturn {
  readonly kind: 'tool-return';
  readonly returnValue: JSONValue;
  /** Becomes a user message after all tool results: images, files, longer text. */
  readonly content?: UserContent;
  /** Stays in the app: in events and messages, never told to the model. */
  readonly metadata?: JSONObject;
}

/** An external call that failed, in words for the model. */
export interface ToolFailure {
  readonly kind: 'tool-failed';
  readonly message: string;
}

/** An external call that the model should try again, with a hint. */
export interface RetryRequest {
  readonly kind: 'model-retry';
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** How a call that needs approval was answered. */
export type ApprovalAnswer = ToolApproved | ToolDenied;

/** How an external call was answered. */
export type CallAnswer = ToolReturn | ToolFailure | RetryRequest;

/** Any answer to a deferred call. */
export type DeferredAnswer = ApprovalAnswer | CallAnswer;

/** What the model reads when a person gave no reason. */
export const defaultDenial = 'The tool call was denied.';

/**
 * A yes, optionally with other arguments or a note to the model.
 *
 * @example buildResults(requests, { approvals: { [id]: toolApproved({ overrideArgs: { path: 'b.txt' } }) } });
 */
export function toolApproved(options: Omit<ToolApproved, 'kind'> = {}): ToolApproved {
  return { kind: 'tool-approved', ...options };
}

/**
 * A no. The model reads the message, `The tool call was denied.` by default; an empty string is kept.
 *
 * @example buildResults(requests, { approvals: { [id]: toolDenied('Deleting files is not allowed') } });
 */
export function toolDenied(message: string = defaultDenial): ToolDenied {
  return { kind: 'tool-denied', message };
}

/**
 * The result of an external call, with content for the model or metadata for the app.
 *
 * @example buildResults(requests, { calls: { [id]: toolReturn({ latitude: 52.5 }) } });
 */
export function toolReturn(returnValue: JSONValue, options: Omit<ToolReturn, 'kind' | 'returnValue'> = {}): ToolReturn {
  return { kind: 'tool-return', returnValue, ...options };
}
