import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FinishReason, ModelMessage } from 'ai';
import type { DeferredToolHandler } from '../approval/handler.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import type { CountersignError } from '../protocol/errors.js';
import type { JSONObject } from '../protocol/json.js';
import type { ModelSettings } from '../protocol/model-settings.js';
import type { RunUsage } from '../protocol/outcome.js';
import type { RunContext } from '../protocol/run-context.js';
import type { Tool } from '../tools/tool.js';
import type { AskPeople } from './ask.js';
import type { Environment } from './environment.js';
import type { RunJournal } from './journal.js';

/** What all runs of an agent share. */
export interface AgentConfig {
  readonly agentName: string;
  readonly model: LanguageModelV4;
  readonly modelSettings: ModelSettings;
  readonly instructions: (ctx: RunContext) => string | null | PromiseLike<string | null>;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly toolRetries: number;
  readonly maxRequests: number;
  readonly handler: DeferredToolHandler | undefined;
  readonly environment: Environment;
}

/** One run's own state. Nothing of it is shared with other runs. */
export interface RunScope {
  readonly config: AgentConfig;
  readonly runId: string;
  readonly conversationId: string;
  readonly agentPath: readonly string[];
  readonly deps: unknown;
  readonly metadata: JSONObject;
  readonly signal: AbortSignal;
  /** Asked in order until one does not decline. */
  readonly handlers: readonly DeferredToolHandler[];
  readonly ask: AskPeople | undefined;
  readonly journal: RunJournal | undefined;
  /** Answers to what the history leaves open. */
  readonly deferredToolResults: DeferredToolResults | undefined;
  readonly prompt: readonly ModelMessage[];
  /** The history; grows. What came before this run ends at `historyLength`. */
  readonly messages: ModelMessage[];
  readonly historyLength: number;
  usage: RunUsage;
  /** Counts model requests from 1. */
  step: number;
  finishReason: FinishReason | undefined;
  /** Failures in a row, by tool name. */
  readonly failures: Map<string, number>;
}

/** How a run ends, before it becomes an outcome. */
export type Ending =
  | { readonly type: 'completed'; readonly output: string }
  | { readonly type: 'deferred'; readonly requests: DeferredToolRequests }
  | { readonly type: 'aborted'; readonly reason?: string }
  | { readonly type: 'failed'; readonly error: CountersignError };

/** What tools, handlers and instructions may know at this moment. */
export function runContext(run: RunScope): RunContext {
  return {
    agent: { name: run.config.agentName },
    deps: run.deps,
    model: run.config.model,
    modelSettings: run.config.modelSettings,
    usage: run.usage,
    prompt: run.prompt,
    messages: [...run.messages],
    runId: run.runId,
    conversationId: run.conversationId,
    agentPath: run.agentPath,
    runStep: run.step,
    metadata: run.metadata,
    abortSignal: run.signal,
  };
}

/** How often a tool may be retried in a row. */
export function maxRetriesOf(run: RunScope, toolName: string): number {
  return run.config.tools.get(toolName)?.retries ?? run.config.toolRetries;
}
