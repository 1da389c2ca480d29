import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelMessage, UserContent } from 'ai';
import type { JSONObject, JSONValue } from './base/json.js';
import type { RunUsage } from './outcome.js';

/** What everything in a run may know about it. */
export interface RunContext<DEPS = unknown> {
  readonly agent: { readonly name: string };
  /** What the app gave to this run: services, the user, files. */
  readonly deps: DEPS;
  readonly model: LanguageModelV4;
  readonly modelSettings: ModelSettings;
  /** So far, in this run. */
  readonly usage: RunUsage;
  /** The messages that this run was started with. */
  readonly prompt: readonly ModelMessage[];
  /** The whole history, up to and including the response that is being handled. */
  readonly messages: ModelMessage[];
  readonly runId: string;
  readonly conversationId: string;
  /** The agents that lead here, outermost first. */
  readonly agentPath: readonly string[];
  /** Counts model requests from 1. */
  readonly runStep: number;
  /** What the app attached to the run. */
  readonly metadata: JSONObject;
  readonly abortSignal: AbortSignal;
}

/** What a tool may know when a step of the model begins. */
export interface ToolStepContext<DEPS = unknown> extends RunContext<DEPS> {
  /** As the tool knows itself: without the prefix or the new name that a toolset gives it. */
  readonly toolName: string;
}

/** What a tool gets besides its input. A superset of the AI SDK's tool execution options. */
export interface ToolRunContext<DEPS = unknown> extends ToolStepContext<DEPS> {
  readonly toolCallId: string;
  /** The tool's entry of `toolsContext`. */
  readonly context: unknown;
  /** True when this very call was approved. */
  readonly toolCallApproved: boolean;
  /** What the answer attached to this call; never what the request carried. */
  readonly toolCallMetadata: JSONObject | undefined;
  /** How often this tool has failed in a row. */
  readonly retry: number;
  readonly maxRetries: number;
  /** True when one more failure ends the run. */
  readonly lastAttempt: boolean;
}

/** What `reconcile` gets besides the input. */
export interface ReconcileContext<DEPS = unknown> extends ToolRunContext<DEPS> {
  /**
   * The same each time that this very piece of work is begun, also in a later life of the run, and no other's: send it along, and a
   * server that knows such keys does the work once.
   */
  readonly idempotencyKey: string;
}

/** What became of a call that began in an earlier life of its run. `not-run`: it certainly had no effect, so that it may run now. */
export type Reconciled<OUTPUT = unknown> =
  | { readonly status: 'returned'; readonly value: OUTPUT }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'not-run' }
  | { readonly status: 'unknown' };

/** What `execute` gets besides its input. */
export interface ExecuteContext<DEPS = unknown> extends ReconcileContext<DEPS> {
  /**
   * Asks whether the call may do more than it was let through with. Within what its tool declared (or was approved since)
   * it resolves at once; beyond it the policy and remembered decisions are asked, then a person: the call is shown again and
   * runs again from its start, so ask before the first side effect, and let the errors that it throws pass.
   *
   * @throws ApprovalRequired when a person is to be asked; an error that ends the call when a policy refuses.
   * @example await ctx.authorize(`net.egress:${new URL(url).hostname}`);
   */
  authorize(...capabilities: readonly string[]): Promise<void>;
  /**
   * Tells something of the app's own in the run's events (`data`), as they happen: it stands in the feed and in the log. Told again under the
   * same `id`, it takes the place of what was told before in messages.
   *
   * @param name what it is, in the app's words.
   * @param data plain JSON.
   * @example ctx.emit('progress', { done: 3, of: 10 }, { id: 'progress' });
   */
  emit(name: string, data: JSONValue, options?: { readonly id?: string }): void;
  /**
   * Says something to the model once all results of this response are in, beside the result of this call.
   *
   * @param message a text, or parts such as images.
   * @example ctx.enqueue('The file is large: read it in parts.');
   */
  enqueue(message: UserContent): void;
  /**
   * Ends the run (`aborted`) once all calls of this response are done, without asking the model again. Nothing is cancelled.
   *
   * @param reason stands in the outcome. Default: none.
   */
  stop(reason?: string): void;
}

/** How the model is to answer: passed on to it as it is. */
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
