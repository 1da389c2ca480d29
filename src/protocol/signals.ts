import type { JSONObject } from './base/json.js';
import type { JSONPath } from './base/json-path.js';

/** Recognises a signal also when it was made by another copy of the package. */
const signalMarker: symbol = Symbol.for('countersign.signal');

/** What the four signals share. */
abstract class ControlSignal extends Error {
  abstract readonly kind: string;

  constructor(message: string) {
    super(message);
    Object.defineProperty(this, signalMarker, { value: true });
  }
}

/** Options of the two signals that defer a call. */
export interface DeferralOptions {
  /** Travels with the request to the handler and the card; never to the tool. */
  readonly metadata?: JSONObject;
}

/**
 * Thrown by a tool that wants a person's yes for this very call. Check `ctx.toolCallApproved` first, or it asks again.
 *
 * @example if (isProtected(path) && !ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { reason: 'protected' } });
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
 * Thrown by a tool whose result will be produced elsewhere: by a person, a job, another service.
 *
 * @example throw new CallDeferred({ kind: 'question', metadata: { ask: 'Which of the two?' } });
 */
export class CallDeferred extends ControlSignal {
  override readonly name = 'CallDeferred';
  readonly kind = 'call-deferred';
  readonly metadata: JSONObject | undefined;
  readonly callKind: 'external' | 'question';

  /** @param options `kind`: a `question` wants something said, by people; anything else is done elsewhere. Default: `external`. */
  constructor(options: DeferralOptions & { readonly kind?: 'external' | 'question' } = {}) {
    super('The result of this tool call will be produced elsewhere.');
    this.metadata = options.metadata;
    this.callKind = options.kind ?? 'external';
  }
}

/** A field and what is wrong with it. */
export interface Issue {
  readonly path: JSONPath;
  readonly message: string;
}

/** Tells the model to try again, with a hint. Thrown by tools and validators, or given as an answer. Counts against `retries` when thrown. */
export class ModelRetry extends ControlSignal {
  override readonly name = 'ModelRetry';
  readonly kind = 'model-retry';
  readonly issues: readonly Issue[] | undefined;

  constructor(message: string, options: { readonly issues?: readonly Issue[] } = {}) {
    super(message);
    this.issues = options.issues;
  }
}

/** Ends a call as failed, in words that the model may read. Costs no retry. */
export class ToolFailed extends ControlSignal {
  override readonly name = 'ToolFailed';
  readonly kind = 'tool-failed';
}

/** Everything that a tool may throw on purpose. */
export type Signal = ApprovalRequired | CallDeferred | ModelRetry | ToolFailed;

/**
 * Tells whether a caught error is a signal that must be thrown on. A guard around `execute` that swallows it would turn
 * "needs approval" into "failed".
 *
 * @param error whatever was caught.
 * @example try { return await tool.execute(input, ctx); } catch (error) { if (isControlSignal(error)) throw error; report(error); }
 */
export function isControlSignal(error: unknown): error is Signal {
  return error instanceof Error && signalMarker in error;
}
