import type { LanguageModel, ModelMessage, UserContent } from 'ai';
import type { AskFunction } from '../../approval/broker/ask.js';
import type { DeferredToolHandler, Expiry } from '../../approval/broker/handler.js';
import type { Grants } from '../../approval/grants/grants.js';
import type { Policy } from '../../approval/policy/policy.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { ModelSettings, RunContext } from '../../protocol/run-context.js';
import type { StoredRun } from '../../protocol/stored-run.js';
import type { OutputSpec } from '../../tools/output/output-spec.js';
import type { ToolSource } from '../../tools/toolset.js';
import type { RunJournal } from './journal.js';

/** Makes what is said to the model before the history; `null`: nothing. */
export type Instructions<DEPS = unknown> =
  | string
  | ((ctx: RunContext<DEPS>) => string | null | PromiseLike<string | null>);

/**
 * Gives the messages of the next request: the history as it is, without what is old, or with a summary in its place.
 * The history itself stays. A call may only be left out together with its result.
 */
export type PrepareMessages<DEPS = unknown> = {
  prepare(
    messages: readonly ModelMessage[],
    ctx: RunContext<DEPS>,
  ): readonly ModelMessage[] | PromiseLike<readonly ModelMessage[]>;
}['prepare'];

/** Options that override those of an agent that requests a model here. A remote agent has its own. */
interface ModelRunOptions<DEPS> {
  /** Is asked in this run. */
  readonly model?: LanguageModel;
  /** The system prompt of this run. */
  readonly instructions?: Instructions<DEPS>;
  /** The number of consecutive retries of a tool by the model, for tools that have none of their own. */
  readonly toolRetries?: number;
  /** The timeout of tools that have none of their own, in milliseconds. */
  readonly toolTimeout?: number;
  /** Makes the messages of each request. */
  readonly prepareMessages?: PrepareMessages<DEPS>;
}

interface RunOptionsBase<DEPS> extends ModelRunOptions<DEPS> {
  /** The history to continue from: an earlier outcome's `messages`. */
  readonly messages?: readonly ModelMessage[];
  /**
   * The kind of request for a server: a new prompt, or another answer to an earlier one. Agents of the page ignore it.
   * Default: `submit-message`, and without a prompt `regenerate-message`.
   */
  readonly trigger?: 'submit-message' | 'regenerate-message';
  /**
   * A run from storage to go on from: its history, its conversation, and what it could not say yet, which goes before
   * the prompt. Without `deferredToolResults`, the calls that it left open are asked about again, and none of them runs
   * before it is answered. It is checked: what is damaged fails the run (`stored-run`). Excludes `messages`.
   */
  readonly resumeFrom?: StoredRun;
  /** The names of tools that are not offered to the model, such as those that its provider refused. Default: none. */
  readonly withoutTools?: readonly string[];
  /** Answers for the calls that the history leaves open. */
  readonly deferredToolResults?: DeferredToolResults;
  /**
   * Decides which calls run at once, which are asked about and which never run, instead of the agent's policy. `null`:
   * no policy.
   */
  readonly policy?: Policy | null;
  /** The remembered decisions. They answer calls that would require approval, and new ones are stored here. */
  readonly grants?: Grants;
  /**
   * Answers deferred calls in this run, instead of the agent's own handler. `null`: without a handler, the run ends
   * `deferred`.
   */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Asks people. Without it, `ctx.ask` resolves `null`. */
  readonly ask?: AskFunction;
  /**
   * The time that people have for each batch, unless its handler sets one in `ask()`. Default: the agent's, or no
   * limit.
   */
  readonly expiry?: Expiry;
  /** More tools for this run, beside the agent's. */
  readonly toolsets?: readonly ToolSource<DEPS>[];
  /** Contexts by tool name. They take precedence over the agent's own. */
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  /** The output of this run, instead of the agent's `output`. */
  readonly output?: OutputSpec;
  /** Settings that take precedence over the agent's own, one by one. */
  readonly modelSettings?: ModelSettings;
  /** The limits of this run. Each takes precedence over the agent's own. */
  readonly usageLimits?: UsageLimits;
  /** The app's own notes about the run, as `ctx.metadata`. */
  readonly metadata?: JSONObject;
  /** Default: a new one. */
  readonly conversationId?: string;
  /**
   * Its id. A run that begins again from its journal needs the one that it had, with the same prompt, history and
   * answers. Default: a new one.
   */
  readonly runId?: string;
  /**
   * Persists the steps of the run. A run that starts again with the same `runId` continues after its last step: nobody
   * is asked again about an answered call, and no call runs twice. Default: none.
   */
  readonly journal?: RunJournal;
  /** Stops the run when it fires. */
  readonly abortSignal?: AbortSignal;
}

/** The usage limits of a run, including the agents that it calls as tools. */
export interface UsageLimits {
  /** Requests to the model. Default: 50. */
  readonly requests?: number;
  /** Tool calls that run. Denied and deferred ones do not count. Default: no limit. */
  readonly toolCalls?: number;
  /**
   * Tokens in and out. Checked after each response, and those of a request before it is made, where the agent has a
   * `countTokens`. Default: no limit.
   */
  readonly tokens?: number;
  /** Tokens in, checked in the same way. Default: no limit. */
  readonly inputTokens?: number;
  /** The limit of output tokens. Default: no limit. */
  readonly outputTokens?: number;
  /**
   * The limit of the cost of responses, in the unit of the agent's `costOf`, checked after each. Default: no limit.
   */
  readonly cost?: number;
}

/** Options of one run. `deps` is required when the agent's tools need some. */
export type RunOptions<DEPS = unknown> = RunOptionsBase<DEPS> &
  (unknown extends DEPS ? { readonly deps?: DEPS } : { readonly deps: DEPS });

/** The input of a run: text, text with images and files, or whole messages. */
export type RunInput = UserContent | readonly ModelMessage[] | undefined;

/** Makes `options` optional where nothing in it is required. */
export type RunArguments<DEPS> = unknown extends DEPS ? [options?: RunOptions<DEPS>] : [options: RunOptions<DEPS>];
