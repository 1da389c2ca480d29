import type { RunAgain, ToolApproved, ToolDenied, ToolExpired, ToolReturn } from './answers.js';
import type { JSONValue } from './base/json.js';

/** The message for the model when a person gave no reason. */
export const defaultDenial = 'The tool call was denied.';

/**
 * Creates an approval, optionally with another input or a note to the model.
 *
 * @param options another input to run with, and a note that the model reads. Default: neither.
 * @example buildResults(requests, { approvals: { [id]: toolApproved({ overrideArgs: { path: 'b.txt' } }) } });
 */
export function toolApproved(options: Omit<ToolApproved, 'kind'> = {}): ToolApproved {
  return { kind: 'tool-approved', ...options };
}

/**
 * Creates a denial. An empty message is sent as it is.
 *
 * @param message the reason; the model reads it. Default: `The tool call was denied.`
 * @example buildResults(requests, { approvals: { [id]: toolDenied('Deleting files is not allowed') } });
 */
export function toolDenied(message: string = defaultDenial): ToolDenied {
  return { kind: 'tool-denied', message };
}

/**
 * Creates the answer for a call, approval or external, that nobody answered in time.
 *
 * @example buildResults(requests, { approvals: { [id]: toolExpired() } });
 */
export function toolExpired(): ToolExpired {
  return { kind: 'tool-expired' };
}

/**
 * Creates the result of an external call, with content for the model or metadata for the app.
 *
 * @param returnValue the result that the model reads; `null` for nothing.
 * @param options content for the model in its place, and metadata for the app. Default: neither.
 * @example buildResults(requests, { calls: { [id]: toolReturn({ latitude: 52.5 }) } });
 */
export function toolReturn(returnValue: JSONValue, options: Omit<ToolReturn, 'kind' | 'returnValue'> = {}): ToolReturn {
  return { kind: 'tool-return', returnValue, ...options };
}

/**
 * Creates the answer that runs an `interrupted` call again, with the same input and a new idempotency key. Its effect
 * may happen twice. No other call accepts this answer.
 *
 * @example buildResults(requests, { calls: { [id]: runAgain() } });
 */
export function runAgain(): RunAgain {
  return { kind: 'run-again' };
}
