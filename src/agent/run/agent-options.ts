import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import type { DeferredToolHandler, Expiry } from '../../approval/broker/handler.js';
import type { Policy } from '../../approval/policy/policy.js';
import type { ModelSettings, RunContext } from '../../protocol/run-context.js';
import type { OutputSpec } from '../../tools/output/output-spec.js';
import type { AgentHooks } from '../../tools/tool-hooks.js';
import type { DepsOf, ToolMap } from '../../tools/tool-map.js';
import type { DepsOfSources, ToolSource } from '../../tools/toolset.js';
import type { LoadFile } from '../model/fetch-file.js';
import type { TokenUsage } from '../model/token-usage.js';
import type { Environment } from '../plumbing/environment.js';
import type { Instructions, PrepareMessages, UsageLimits } from './run-options.js';

/** The deps that an agent needs: the intersection of what its tools and toolsets need. */
export type AgentDeps<TOOLS extends ToolMap, SETS extends readonly ToolSource[]> = DepsOf<TOOLS> & DepsOfSources<SETS>;

/** Checks an output after its schema, and returns it or what takes its place. `ModelRetry` asks the model again. */
export type OutputValidator<OUTPUT = unknown, DEPS = unknown> = {
  check(output: OUTPUT, ctx: RunContext<DEPS>): OUTPUT | PromiseLike<OUTPUT>;
}['check'];

/**
 * The handling of calls beside a valid output. `early`: none of them runs. `graceful`: those that need no person run,
 * in emission order with the output calls; the first output counts and the others do not run. `exhaustive`: the same in
 * parallel, and all output calls run. A call that waits for people is always skipped.
 */
export type EndStrategy = 'early' | 'graceful' | 'exhaustive';

/** Says what a response cost. */
export type CostOf = (response: TokenUsage & { readonly provider: string; readonly modelId: string }) => number;

/** Counts the tokens of a request: its prompt and its tools, as the provider gets them. */
export type CountTokens = (request: LanguageModelV4CallOptions) => number | PromiseLike<number>;

/** Options of an agent. */
export interface AgentOptions<
  TOOLS extends ToolMap = ToolMap,
  SETS extends readonly ToolSource[] = [],
  OUTPUT = string,
> {
  /** A model object of any AI SDK provider. */
  readonly model: LanguageModel;
  /** The name of the agent in events and cards. Default: `agent`. */
  readonly name?: string;
  /** The system prompt, or a function that makes it before each request; `null` means none. Default: none. */
  readonly instructions?: Instructions<AgentDeps<TOOLS, SETS>>;
  /** The tools by name, made with `tool()` or with the AI SDK's. Default: none. */
  readonly tools?: TOOLS;
  /**
   * More tools, found anew for each step: `prefixed()`, `filtered()`, an MCP client's, any object with a `tools(ctx)`.
   * Default: none.
   */
  readonly toolsets?: SETS;
  /** By tool name: the `context` of tools that were made with the AI SDK and have a `contextSchema`. Default: none. */
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  /** Hooks of `toolHooks()` around each tool call, outside of those of `wrapToolset()`. Default: none. */
  readonly toolHooks?: AgentHooks<AgentDeps<TOOLS, SETS>>;
  /**
   * Decides which calls run at once, which are asked about, denied or never offered. Default: none, so that only what
   * tools declare and throw is asked about. What it forbids is forbidden in sub-agents, too.
   */
  readonly policy?: Policy;
  /** The time that people have for each batch. Default: no limit. */
  readonly expiry?: Expiry;
  /**
   * Answers deferred calls of every run that brings no handler of its own. Default: people, where the run can ask them.
   */
  readonly deferredToolHandler?: DeferredToolHandler<AgentDeps<TOOLS, SETS>>;
  /** The number of consecutive retries of a tool by the model. Default: 1. */
  readonly toolRetries?: number;
  /** The timeout of tools that have none of their own, in milliseconds. Default: no limit. */
  readonly toolTimeout?: number;
  /** Makes the messages of each request from the history: to trim it, or to sum it up. Default: all of it. */
  readonly prepareMessages?: PrepareMessages<AgentDeps<TOOLS, SETS>>;
  /**
   * Loads files that messages or tool results name by an address that the model's provider cannot load. It is called
   * with addresses that users, models, tools and other servers write. Each file may have 25 MB and take 60 seconds.
   * Default: a page fetches public http(s) addresses without credentials and without redirects; everywhere else nothing
   * but `data:` URLs is read, and the run fails with `file-not-loaded`.
   */
  readonly loadFile?: LoadFile;
  /** The number of retries of a failed model request, if a retry can help. Default: 2. */
  readonly modelRetries?: number;
  /** The limits of each run. Default: 50 requests to the model. */
  readonly usageLimits?: UsageLimits;
  /**
   * Says what a response cost, in a unit of yours: for `usageLimits.cost` and `usage.cost`. Default: that of the agent
   * around it, or nothing is known.
   */
  readonly costOf?: CostOf;
  /**
   * Counts the tokens of a request before it is made, where the provider can: for `usageLimits`. Default: they are
   * counted after the response.
   */
  readonly countTokens?: CountTokens;
  /**
   * The output of the agent. A schema: the model is asked for JSON, and asked again when the JSON does not match. A
   * list, or an `outputTool()`: the model calls a tool for each, and the call ends the run; `'text'` in the list also
   * allows a text. Default: any text.
   */
  readonly output?: OutputSpec<OUTPUT>;
  /** The number of times in a run that the model may retry a wrong output. Default: `toolRetries`. */
  readonly outputRetries?: number;
  /** The handling of calls beside a valid output. Default: `early`, so none of them runs. */
  readonly endStrategy?: EndStrategy;
  /**
   * Functions that check the output after its schema and may change it. `ModelRetry` asks the model again. Default:
   * none.
   */
  readonly outputValidators?: readonly OutputValidator<OUTPUT, AgentDeps<TOOLS, SETS>>[];
  /** The number of calls of one response that may run at a time. Default: all. */
  readonly toolCallConcurrency?: number;
  /**
   * The handling of errors that a tool throws: the model reads them (`model`, the default), or the run fails (`throw`).
   */
  readonly toolErrors?: 'model' | 'throw';
  /**
   * The format of a denial for the model: that of the AI SDK (default), or `{ error, tool_name, error_type:
   * 'permission' }`.
   */
  readonly denialFormat?: 'execution-denied' | 'permission-error';
  /** Reports edits of arguments to the model. Default: true. */
  readonly annotateEdits?: boolean;
  /**
   * The number of bytes after which a result is cut off for the model, in text and in content. A file that exceeds it
   * is left out, with a note. Default: 100,000 for text and 5,000,000 for files. Events keep the whole result.
   */
  readonly maxResultBytes?: number;
  /** Temperature, token limits, provider options, for every request. Default: the provider's. */
  readonly modelSettings?: ModelSettings;
  /** Time and ids; for tests. Default: the page's clock and timers, and random ids. */
  readonly environment?: Partial<Environment>;
}
