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

/** What a run says instead of its agent, which asks a model here. An agent elsewhere has its own. */
interface ModelRunOptions<DEPS> {
  /** Is asked in this run. */
  readonly model?: LanguageModel;
  /** The system prompt of this run. */
  readonly instructions?: Instructions<DEPS>;
  /** How often the model may retry a tool in a row, where the tool does not say. */
  readonly toolRetries?: number;
  /** How long a tool may take that does not say, in milliseconds. */
  readonly toolTimeout?: number;
  /** Makes the messages of each request. */
  readonly prepareMessages?: PrepareMessages<DEPS>;
}

interface RunOptionsBase<DEPS> extends ModelRunOptions<DEPS> {
  /** The history to go on from: an earlier outcome's `messages`. */
  readonly messages?: readonly ModelMessage[];
  /**
   * What an agent on a server says of the prompt: it is new, or was answered before and another answer is wanted. To
   * agents of the page it is the same. Default: `submit-message`, and without a prompt `regenerate-message`.
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
  /** What people asked to be remembered: answers what would be asked, and is told what they ask for. */
  readonly grants?: Grants;
  /** Answers deferred calls in this run, instead of the agent's own handler. `null`: none, the run ends `deferred`. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** How to reach people. Without it `ctx.ask` resolves `null`. */
  readonly ask?: AskFunction;
  /**
   * How long people have for each batch, unless its handler says so in `ask()`. Default: the agent's, or else for ever.
   */
  readonly expiry?: Expiry;
  /** More tools for this run, beside the agent's. */
  readonly toolsets?: readonly ToolSource<DEPS>[];
  /** Goes before the agent's own, by tool name. */
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  /** What this run's final answer has to be, instead of the agent's `output`. */
  readonly output?: OutputSpec;
  /** Go before the agent's own, setting by setting. */
  readonly modelSettings?: ModelSettings;
  /** What this run may cost; goes before the agent's own, limit by limit. */
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
   * Keeps what may not be lost or done twice, before the run goes on. A run that begins again with the same `runId`
   * goes on where it was: nobody is asked again what was answered, and no call runs twice. Default: none.
   */
  readonly journal?: RunJournal;
  /** Stops the run when it fires. */
  readonly abortSignal?: AbortSignal;
}

/** What a run may cost, with the agents that it calls as tools. */
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
  /** Tokens out. Default: no limit. */
  readonly outputTokens?: number;
  /** What responses cost, in the unit of the agent's `costOf`, checked after each. Default: no limit. */
  readonly cost?: number;
}

/** Options of one run. `deps` is required when the agent's tools need some. */
export type RunOptions<DEPS = unknown> = RunOptionsBase<DEPS> &
  (unknown extends DEPS ? { readonly deps?: DEPS } : { readonly deps: DEPS });

/** What a run is started with: text, or text with images and files, or whole messages. */
export type RunInput = UserContent | readonly ModelMessage[] | undefined;

/** Makes `options` optional where nothing in it is required. */
export type RunArguments<DEPS> = unknown extends DEPS ? [options?: RunOptions<DEPS>] : [options: RunOptions<DEPS>];
