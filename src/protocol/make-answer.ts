import type { RunAgain, ToolApproved, ToolDenied, ToolExpired, ToolReturn } from './answers.js';
import type { JSONValue } from './base/json.js';

/** What the model reads when a person gave no reason. */
export const defaultDenial = 'The tool call was denied.';

/**
 * A yes, optionally with other arguments or a note to the model.
 *
 * @param options other arguments to run with, and a note that the model reads. Default: neither.
 * @example buildResults(requests, { approvals: { [id]: toolApproved({ overrideArgs: { path: 'b.txt' } }) } });
 */
export function toolApproved(options: Omit<ToolApproved, 'kind'> = {}): ToolApproved {
  return { kind: 'tool-approved', ...options };
}

/**
 * A no. The model reads the message, `The tool call was denied.` by default; an empty string is kept.
 *
 * @param message why; the model reads it. Default: `The tool call was denied.`
 * @example buildResults(requests, { approvals: { [id]: toolDenied('Deleting files is not allowed') } });
 */
export function toolDenied(message: string = defaultDenial): ToolDenied {
  return { kind: 'tool-denied', message };
}

/**
 * Says of a call, approval or external, that nobody answered in time.
 *
 * @example buildResults(requests, { approvals: { [id]: toolExpired() } });
 */
export function toolExpired(): ToolExpired {
  return { kind: 'tool-expired' };
}

/**
 * The result of an external call, with content for the model or metadata for the app.
 *
 * @param returnValue what the model reads; `null` for nothing.
 * @param options content for the model in its place, and metadata for the app. Default: neither.
 * @example buildResults(requests, { calls: { [id]: toolReturn({ latitude: 52.5 }) } });
 */
export function toolReturn(returnValue: JSONValue, options: Omit<ToolReturn, 'kind' | 'returnValue'> = {}): ToolReturn {
  return { kind: 'tool-return', returnValue, ...options };
}

/**
 * Says of a call that has `begun`, and of which nobody knows how it ended, that it is to run again: the same input, under a new
 * idempotency key. What it does may happen twice. No other call takes this answer.
 *
 * @example buildResults(requests, { calls: { [id]: runAgain() } });
 */
export function runAgain(): RunAgain {
  return { kind: 'run-again' };
}
