import type { UserContent } from 'ai';
import type { JSONObject, JSONValue } from './base/json.js';
import type { Issue } from './signals.js';

/** A person's yes to one call. */
export interface ToolApproved {
  readonly kind: 'tool-approved';
  /** Replaces the model's input entirely; validated again before it runs. */
  readonly overrideArgs?: JSONValue;
  /** Told to the model beside the result. */
  readonly note?: string;
  /** Who said yes, by their ids, where the call `needs` several people: whoever gathers their answers says so. */
  readonly approvedBy?: readonly string[];
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
interface ToolFailure {
  readonly kind: 'tool-failed';
  readonly message: string;
}

/** An external call that the model should try again, with a hint. */
interface RetryRequest {
  readonly kind: 'model-retry';
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** Lets a call run again that has begun before, without anybody knowing how it ended: what it does may happen twice. */
export interface RunAgain {
  readonly kind: 'run-again';
}

/** Nobody answered in time. The model is told so, and does not take it for a no. */
export interface ToolExpired {
  readonly kind: 'tool-expired';
}

/** How a call that needs approval was answered. */
export type ApprovalAnswer = ToolApproved | ToolDenied | ToolExpired;

/** How an external call was answered. `run-again` only answers one that has `begun`. */
export type CallAnswer = ToolReturn | ToolFailure | RetryRequest | RunAgain | ToolExpired;

/** Any answer to a deferred call. */
export type DeferredAnswer = ApprovalAnswer | CallAnswer;
