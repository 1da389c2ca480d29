import type { UserContent } from 'ai';
import type { JSONObject, JSONValue } from './base/json.js';
import type { Issue } from './signals.js';

/** A person's approval of one call. */
export interface ToolApproved {
  readonly kind: 'tool-approved';
  /** Replaces the model's input entirely; validated again before it runs. */
  readonly overrideArgs?: JSONValue;
  /** A message for the model, sent beside the result. */
  readonly note?: string;
  /**
   * The ids of the people who approved a call that needs several approvals. Set by the code that collects their
   * answers.
   */
  readonly approvedBy?: readonly string[];
}

/** A person's denial of one call. The model reads the message. */
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
  /** Stays in the app: part of events and messages, never sent to the model. */
  readonly metadata?: JSONObject;
}

/** The failure of an external call. The model reads the message. */
interface ToolFailure {
  readonly kind: 'tool-failed';
  readonly message: string;
}

/** A request that the model tries an external call again, with a hint. */
interface RetryRequest {
  readonly kind: 'model-retry';
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** Runs an interrupted call again although its outcome is unknown: its effect may happen twice. */
export interface RunAgain {
  readonly kind: 'run-again';
}

/** Nobody answered in time. The model is told so and does not mistake it for a denial. */
export interface ToolExpired {
  readonly kind: 'tool-expired';
}

/** The answers to a call that needs approval. */
export type ApprovalAnswer = ToolApproved | ToolDenied | ToolExpired;

/** The answers to an external call. `run-again` is valid only for an `interrupted` call. */
export type CallAnswer = ToolReturn | ToolFailure | RetryRequest | RunAgain | ToolExpired;

/** Any answer to a deferred call. */
export type DeferredAnswer = ApprovalAnswer | CallAnswer;
