import type { LanguageModel } from 'ai';
import type { DeferredToolHandler } from '../approval/handler.js';
import type { ModelSettings } from '../protocol/model-settings.js';
import type { RunContext } from '../protocol/run-context.js';
import type { DepsOf, ToolMap } from '../tools/tool.js';
import type { Environment } from './environment.js';
import type { UsageLimits } from './run-options.js';

/** What an agent is made of. */
export interface AgentOptions<TOOLS extends ToolMap = ToolMap> {
  /** A model object of any AI SDK provider. */
  readonly model: LanguageModel;
  /** What the agent is called in events and cards. Default: `agent`. */
  readonly name?: string;
  /** The system prompt, or a function that makes it before each request; `null` means none. */
  readonly instructions?: string | ((ctx: RunContext<DepsOf<TOOLS>>) => string | null | PromiseLike<string | null>);
  readonly tools?: TOOLS;
  /** Answers deferred calls of every run that brings no handler of its own. */
  readonly deferredToolHandler?: DeferredToolHandler<DepsOf<TOOLS>>;
  /** How often the model may retry a tool in a row. Default: 1. */
  readonly toolRetries?: number;
  readonly usageLimits?: UsageLimits;
  readonly modelSettings?: ModelSettings;
  /** Time and ids; for tests. */
  readonly environment?: Partial<Environment>;
}
