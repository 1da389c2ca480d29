import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelMessage, UserContent } from 'ai';
import type { JSONObject, JSONValue } from './base/json.js';
import type { RunUsage } from './outcome.js';

/** Information about a run for its tools, toolsets and hooks. */
export interface RunContext<DEPS = unknown> {
  readonly agent: { readonly name: string };
  /** The app's dependencies of this run: services, the user, files. */
  readonly deps: DEPS;
  readonly model: LanguageModelV4;
  readonly modelSettings: ModelSettings;
  /** The usage of this run so far. */
  readonly usage: RunUsage;
  /** The messages that this run was started with. */
  readonly prompt: readonly ModelMessage[];
  /** The whole history, up to and including the response that is being handled. */
  readonly messages: ModelMessage[];
  readonly runId: string;
  readonly conversationId: string;
  /** The names of the agents that lead here, outermost first. */
  readonly agentPath: readonly string[];
  /** Counts model requests from 1. */
  readonly runStep: number;
  /** The app's metadata for this run. */
  readonly metadata: JSONObject;
  readonly abortSignal: AbortSignal;
}

/** Information for a tool when a step begins. */
export interface ToolStepContext<DEPS = unknown> extends RunContext<DEPS> {
  /** The tool's own name, without the prefix or the new name that a toolset gave it. */
  readonly toolName: string;
}

/** Information for a tool about one call. A superset of the AI SDK's tool execution options. */
export interface ToolRunContext<DEPS = unknown> extends ToolStepContext<DEPS> {
  readonly toolCallId: string;
  /** The tool's entry of `toolsContext`. */
  readonly context: unknown;
  /** True when this very call was approved. */
  readonly toolCallApproved: boolean;
  /** The metadata of the answer to this call; never that of the request. */
  readonly toolCallMetadata: JSONObject | undefined;
  /** The number of consecutive failures of this tool. */
  readonly retry: number;
  readonly maxRetries: number;
  /** True when one more failure ends the run. */
  readonly lastAttempt: boolean;
}

/** The second argument of `reconcile`. */
export interface ReconcileContext<DEPS = unknown> extends ToolRunContext<DEPS> {
  /**
   * Identifies this piece of work, also in later activations of the run. Send it along: a server that supports
   * idempotency keys does the work once.
   */
  readonly idempotencyKey: string;
}

/**
 * The outcome of a call that began in an earlier activation. `not-run`: it certainly had no effect, so it may run now.
 */
export type Reconciled<OUTPUT = unknown> =
  | { readonly status: 'returned'; readonly value: OUTPUT }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'not-run' }
  | { readonly status: 'unknown' };

/** The second argument of `execute`. */
export interface ExecuteContext<DEPS = unknown> extends ReconcileContext<DEPS> {
  /**
   * Requests more capabilities than the call was approved with. It resolves at once within what its tool declared (or
   * was approved since); beyond
   * that, the policy and grants decide, then a person: the call is shown again and runs again from its start. So call
   * it before the first side effect,
   * and rethrow its errors.
   *
   * @throws ApprovalRequired when a person has to decide; an error that ends the call when a policy refuses.
   * @example await ctx.authorize(`net.egress:${new URL(url).hostname}`);
   */
  authorize(...capabilities: readonly string[]): Promise<void>;
  /**
   * Emits data of the app as an event (`data`) of the run; it appears in the feed and in the log. In messages, data
   * with the same `id` replaces the
   * earlier data.
   *
   * @param name the kind of data, chosen by the app.
   * @param data plain JSON.
   * @example ctx.emit('progress', { done: 3, of: 10 }, { id: 'progress' });
   */
  emit(name: string, data: JSONValue, options?: { readonly id?: string }): void;
  /**
   * Sends a message to the model once all results of this response are in, beside the result of this call.
   *
   * @param message a text, or parts such as images.
   * @example ctx.enqueue('The file is large: read it in parts.');
   */
  enqueue(message: UserContent): void;
  /**
   * Ends the run (`aborted`) once all calls of this response are done, without another model request. Nothing is
   * cancelled.
   *
   * @param reason is part of the outcome. Default: none.
   */
  stop(reason?: string): void;
}

/** Settings of a model request, passed on unchanged. */
export type ModelSettings = Pick<
  LanguageModelV4CallOptions,
  | 'maxOutputTokens'
  | 'temperature'
  | 'stopSequences'
  | 'topP'
  | 'topK'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'seed'
  | 'toolChoice'
  | 'headers'
  | 'reasoning'
  | 'providerOptions'
>;
