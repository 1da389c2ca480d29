import type { JSONObject } from './base/json.js';
import type { JSONPath } from './base/json-path.js';

/** Recognises a signal that another copy of the package created. */
const signalMarker: symbol = Symbol.for('countersign.signal');

/** The base class of the four signals. */
abstract class ControlSignal extends Error {
  abstract readonly kind: string;

  constructor(message: string) {
    super(message);
    Object.defineProperty(this, signalMarker, { value: true });
  }
}

/** Options of the two signals that defer a call. */
export interface DeferralOptions {
  /** Sent with the request to the handler and the card; never to the tool. */
  readonly metadata?: JSONObject;
}

/**
 * Thrown by a tool that requires approval for this call. Check `ctx.toolCallApproved` first, or it asks again.
 *
 * @example
 * if (isProtected(path) && !ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { reason: 'protected' } });
 */
export class ApprovalRequired extends ControlSignal {
  override readonly name = 'ApprovalRequired';
  readonly kind = 'approval-required';
  readonly metadata: JSONObject | undefined;

  constructor(options: DeferralOptions = {}) {
    super('This tool call needs approval before it can run.');
    this.metadata = options.metadata;
  }
}

/**
 * Thrown by a tool whose result comes from elsewhere: from a person, a job, another service.
 *
 * @example throw new CallDeferred({ kind: 'question', metadata: { ask: 'Which of the two?' } });
 */
export class CallDeferred extends ControlSignal {
  override readonly name = 'CallDeferred';
  readonly kind = 'call-deferred';
  readonly metadata: JSONObject | undefined;
  readonly callKind: 'external' | 'question';

  /**
   * @param options `kind`: a `question` asks people for information; every other call is done elsewhere. Default:
   * `external`.
   */
  constructor(options: DeferralOptions & { readonly kind?: 'external' | 'question' } = {}) {
    super('The result of this tool call will be produced elsewhere.');
    this.metadata = options.metadata;
    this.callKind = options.kind ?? 'external';
  }
}

/** A path in the input and the problem there. */
export interface Issue {
  readonly path: JSONPath;
  readonly message: string;
}

/**
 * Tells the model to try again, with a hint. Thrown by tools and validators, or used as an answer. Counts against
 * `retries` when thrown.
 */
export class ModelRetry extends ControlSignal {
  override readonly name = 'ModelRetry';
  readonly kind = 'model-retry';
  readonly issues: readonly Issue[] | undefined;

  constructor(message: string, options: { readonly issues?: readonly Issue[] } = {}) {
    super(message);
    this.issues = options.issues;
  }
}

/** Ends a call as failed, with a message that the model may read. Costs no retry. */
export class ToolFailed extends ControlSignal {
  override readonly name = 'ToolFailed';
  readonly kind = 'tool-failed';
}

/** Every error that a tool may throw on purpose. */
export type Signal = ApprovalRequired | CallDeferred | ModelRetry | ToolFailed;

/**
 * Returns `true` for a caught error that must be rethrown. A guard around `execute` that swallows it would turn "needs
 * approval" into "failed".
 *
 * @param error the caught value.
 * @example
 * try {
 *   return await tool.execute(input, ctx);
 * } catch (error) {
 *   if (isControlSignal(error)) throw error;
 *   report(error);
 * }
 */
export function isControlSignal(error: unknown): error is Signal {
  return error instanceof Error && signalMarker in error;
}
