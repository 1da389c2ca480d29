import type { ModelMessage } from 'ai';
import type { DeferredToolHandler } from '../approval/handler.js';
import { noUsage, type RunOutcome } from '../protocol/outcome.js';
import type { RunContext } from '../protocol/run-context.js';
import type { AgentOptions } from './agent-options.js';
import { askFirst } from './ask-handlers.js';
import { defaultEnvironment } from './environment.js';
import { resolveModel } from './model/language-model.js';
import type { RunInput, RunOptions } from './run-options.js';
import type { AgentConfig, Ending, RunScope } from './run-scope.js';

/** Deps are checked where an agent and its runs are typed; inside, a run carries them without looking. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyAgentOptions = AgentOptions<any>;
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyRunOptions = RunOptions<any>;

/** What all runs of an agent share. */
export function toConfig(options: AnyAgentOptions): AgentConfig {
  const { instructions = null } = options;
  return {
    agentName: options.name ?? 'agent',
    model: resolveModel(options.model),
    modelSettings: options.modelSettings ?? {},
    instructions:
      typeof instructions === 'function' ? (instructions as (ctx: RunContext) => string | null) : () => instructions,
    tools: new Map(Object.entries(options.tools ?? {})),
    toolRetries: options.toolRetries ?? 1,
    maxRequests: options.usageLimits?.requests ?? 50,
    handler: options.deferredToolHandler,
    environment: { ...defaultEnvironment, ...options.environment },
  };
}

interface RunSetup {
  readonly input: RunInput;
  readonly options: AnyRunOptions;
  readonly stop: AbortSignal;
}

/** The state of a run that is about to start. */
export function createScope(config: AgentConfig, { input, options, stop }: RunSetup): RunScope {
  const { environment } = config;
  const prompt = toMessages(input);
  const history = options.messages ?? [];
  return {
    config: {
      ...config,
      modelSettings: { ...config.modelSettings, ...options.modelSettings },
      maxRequests: options.usageLimits?.requests ?? config.maxRequests,
    },
    runId: environment.generateId(),
    conversationId: options.conversationId ?? environment.generateId(),
    agentPath: [config.agentName],
    deps: options.deps,
    metadata: options.metadata ?? {},
    signal: options.abortSignal === undefined ? stop : AbortSignal.any([stop, options.abortSignal]),
    handlers: handlersOf(config, options),
    ask: options.ask,
    journal: options.journal,
    deferredToolResults: options.deferredToolResults,
    prompt,
    messages: [...history],
    historyLength: history.length,
    usage: noUsage,
    step: 0,
    finishReason: undefined,
    failures: new Map(),
  };
}

/** Who is asked, in order: the run's own handler or else the agent's, then people. `null` means nobody. */
function handlersOf(config: AgentConfig, options: AnyRunOptions): readonly DeferredToolHandler[] {
  const own = options.deferredToolHandler;
  if (own === null) return [];
  return [own ?? config.handler, askFirst].filter((handler) => handler !== undefined);
}

function toMessages(input: RunInput): readonly ModelMessage[] {
  if (input === undefined) return [];
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return isMessages(input) ? input : [{ role: 'user', content: [...input] }];
}

function isMessages(input: Exclude<RunInput, string | undefined>): input is readonly ModelMessage[] {
  return input.every((item) => 'role' in item);
}

/** What the app gets when a run is over. */
export function toOutcome(run: RunScope, ending: Ending): RunOutcome {
  return {
    ...ending,
    runId: run.runId,
    conversationId: run.conversationId,
    messages: run.messages,
    newMessages: run.messages.slice(run.historyLength),
    usage: run.usage,
    ...(run.finishReason === undefined ? {} : { finishReason: run.finishReason }),
  };
}
