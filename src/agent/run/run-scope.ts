import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FinishReason, ModelMessage, ProviderMetadata } from 'ai';
import type { AskFunction } from '../../approval/broker/ask.js';
import type { DeferredToolHandler, Expiry } from '../../approval/broker/handler.js';
import type { Grants } from '../../approval/grants/grants.js';
import type { Policy } from '../../approval/policy/policy.js';
import type { AttributedDecision, Refusal } from '../../approval/policy/policy-decision.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { RunUsage } from '../../protocol/outcome.js';
import type { ModelSettings, RunContext } from '../../protocol/run-context.js';
import type { NamedSource } from '../../tools/merge-tools.js';
import type { Tool } from '../../tools/tool.js';
import type { AgentHooks } from '../../tools/tool-hooks.js';
import type { LoadFile } from '../model/fetch-file.js';
import type { RunMemory } from '../model/model-memory.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Environment } from '../plumbing/environment.js';
import type { SteeringSource } from './agent.js';
import type { CostOf, CountTokens, EndStrategy } from './agent-options.js';
import type { RunJournal } from './journal.js';
import type { OutputRules } from './output-rules.js';
import type { PrepareMessages, RunOptions, UsageLimits } from './run-options.js';
import type { TurnCall } from './turn.js';
import type { UsageBudget } from './usage-budget.js';

/** The configuration that all runs of an agent share. */
export interface AgentConfig {
  readonly agentName: string;
  /** Tells agents apart: the name, or an object of its own for one without a name. */
  readonly identity: string | object;
  readonly model: LanguageModelV4;
  readonly modelSettings: ModelSettings;
  readonly instructions: (ctx: RunContext) => string | null | PromiseLike<string | null>;
  /** The sources of its tools. */
  readonly toolSources: readonly NamedSource[];
  readonly toolsContext: Readonly<Record<string, unknown>>;
  readonly toolHooks: AgentHooks | undefined;
  readonly toolRetries: number;
  readonly toolTimeout: number | undefined;
  readonly prepareMessages: PrepareMessages | undefined;
  readonly modelRetries: number;
  readonly maxRequests: number;
  readonly usageLimits: UsageLimits;
  readonly costOf: CostOf | undefined;
  readonly countTokens: CountTokens | undefined;
  readonly loadFile: LoadFile | undefined;
  readonly output: OutputRules;
  /** Makes the tools by which the model gives its output. An agent elsewhere has its own. */
  readonly outputSource?: (run: RunScope) => Promise<NamedSource>;
  readonly outputRetries: number | undefined;
  readonly endStrategy: EndStrategy;
  readonly handler: DeferredToolHandler | undefined;
  readonly policy: Policy | undefined;
  readonly expiry: Expiry | undefined;
  /** The number of calls of a response that may run at a time. */
  readonly toolCallConcurrency: number;
  /** The handling of errors that a tool throws: a result for the model, or the end of the run. */
  readonly toolErrors: 'model' | 'throw';
  readonly denialFormat: 'execution-denied' | 'permission-error';
  /** Reports edits of people to the model. */
  readonly annotateEdits: boolean;
  /**
   * The number of bytes of one result that the model reads: for all of its text, and for all of its files, encoded as
   * they are sent.
   */
  readonly resultLimits: { readonly text: number; readonly files: number };
  readonly environment: Environment;
}

/** Everything that decides whether a call may run. */
interface RunGate {
  /** The tools with untrusted results that the surrounding runs have read. */
  readonly untrusted: readonly string[];
  /** The handlers, asked in order until one does not decline. */
  readonly handlers: readonly DeferredToolHandler[];
  readonly ask: AskFunction | undefined;
  /** Its own policies, then those of the runs around it: the strictest decision counts. */
  readonly policies: readonly Policy[];
  /** The remembered approvals. */
  readonly grants: Grants | undefined;
}

/** The answers with which a run was started, for calls that its history leaves open. */
interface RunAnswers {
  readonly results: DeferredToolResults | undefined;
  /** The answers that were applied, by call and content. Each counts once, and not for a later request of its call. */
  readonly applied: Set<string>;
  /** The requests of the earlier run that were left unanswered. */
  readonly leftOpen: DeferredToolRequests | undefined;
}

/** The counters behind the limits of retries. */
interface RunFailures {
  /** The number of consecutive responses in which a tool failed, by its name. */
  readonly inARow: Map<string, number>;
  /** The tools that failed in the current response. */
  readonly inResponse: Set<string>;
  /** The number of times that the output was wrong. */
  output: number;
}

/** The messages of people that the run adds to its history. */
interface PromptState {
  /** The number of messages of the prompt that an earlier run could not send. */
  readonly pendingLength: number;
  /** True if the prompt is in the history, after the results of the open calls. */
  isAdded: boolean;
  /** The messages that people send while the run is active. Missing for agents on a server. */
  readonly steering?: SteeringSource | undefined;
}

/** One run's own state. Nothing of it is shared with other runs. */
export interface RunScope {
  readonly config: AgentConfig;
  readonly runId: string;
  readonly conversationId: string;
  readonly agentPath: readonly string[];
  /** The same agents, by what tells them apart. */
  readonly agents: readonly (string | object)[];
  readonly deps: unknown;
  readonly metadata: JSONObject;
  readonly signal: AbortSignal;
  readonly gate: RunGate;
  /**
   * The time that people have to answer, if a handler does not set it. `at` is the time at which the caller stops
   * waiting, in milliseconds since 1970; no deadline is later.
   */
  expiry: (Expiry & { readonly at?: number }) | undefined;
  readonly journal: RunJournal | undefined;
  /**
   * The progress of this activation: `unchecked`, the version of the journal is not known; `replaying`, the journal had
   * the value of each step so far; `executing`, a step was executed, so all later ones are executed, too.
   */
  progress: 'unchecked' | 'replaying' | 'executing';
  readonly answers: RunAnswers;
  readonly prompt: readonly ModelMessage[];
  /** The kind of request for a server. */
  readonly trigger: RunOptions['trigger'];
  readonly promptState: PromptState;
  /** The tools of the step in which the current calls were made. */
  stepTools: ReadonlyMap<string, Tool>;
  /** The tools that the policies keep from the model, and which of them the events tell of already. */
  readonly hiddenTools: Map<string, AttributedDecision<Refusal> & { readonly isReported?: boolean }>;
  /** Tools that are not offered, because the run was started without them. */
  readonly withoutTools: ReadonlySet<string>;
  /** The history; grows. What came before this run ends at `historyLength`. */
  readonly messages: ModelMessage[];
  readonly historyLength: number;
  /** The memory of the model layer between steps; missing for remote agents. */
  readonly memory?: RunMemory;
  usage: RunUsage;
  readonly usageBudget: UsageBudget;
  /** Counts model requests from 1. */
  step: number;
  /** The end of the last response, and the provider's metadata about it. */
  lastResponse: { readonly finishReason?: FinishReason; readonly providerMetadata?: ProviderMetadata | undefined };
  readonly failures: RunFailures;
}

/** One call on its way. */
export interface Execution {
  readonly run: RunScope;
  readonly call: TurnCall;
  /** Fires when the run is stopped, or a sibling failed so that the run ends. */
  readonly signal: AbortSignal;
  readonly emit: Emit;
}

/** The end of a run, before it becomes an outcome. */
export type Ending =
  | { readonly type: 'completed'; readonly output: unknown }
  | {
      readonly type: 'deferred';
      readonly requests: DeferredToolRequests;
      /** The prompt of the run, if it could not be sent yet. */
      readonly prompt?: readonly ModelMessage[];
    }
  /** With the run as it was left: a step that was given up may still change the other. */
  | { readonly type: 'aborted'; readonly reason?: string; readonly left?: RunScope }
  | { readonly type: 'failed'; readonly error: CountersignError; readonly prompt?: readonly ModelMessage[] }
  /** This life is over, and the run is not. */
  | { readonly type: 'suspended' };

/** Returns the context for tools, handlers and instructions at this moment, with additional members. */
export function runContext<MORE extends object>(run: RunScope, more: MORE = {} as MORE): RunContext & MORE {
  return withHistory(run, {
    agent: { name: run.config.agentName },
    deps: run.deps,
    model: run.config.model,
    modelSettings: run.config.modelSettings,
    usage: run.usage,
    prompt: run.prompt,
    runId: run.runId,
    conversationId: run.conversationId,
    agentPath: run.agentPath,
    runStep: run.step,
    metadata: run.metadata,
    abortSignal: run.signal,
    ...more,
  });
}

/**
 * Adds the history of this moment, which is copied when it is asked for: a long run makes many contexts, and few are.
 */
export function withHistory<T extends object>(run: RunScope, about: T): T & { readonly messages: ModelMessage[] } {
  const { length } = run.messages;
  let messages: ModelMessage[] | undefined;
  return {
    ...about,
    get messages() {
      messages ??= run.messages.slice(0, length);
      return messages;
    },
  };
}

/** Returns the number of consecutive retries of a tool. */
export function maxRetriesOf(run: RunScope, toolName: string): number {
  return run.stepTools.get(toolName)?.retries ?? run.config.toolRetries;
}

/** Returns the `toolsContext` of a tool, by the name that the model sees. */
export function toolsContextOf(run: RunScope, toolName: string): unknown {
  return ownMember(run.config.toolsContext, toolName);
}
