import { withLongTimers } from '../protocol/base/clock.js';
import { UserError } from '../protocol/base/errors.js';
import { definedProps } from '../protocol/base/record.js';
import { assertDescribable } from '../protocol/schema.js';
import { isToolset } from '../tools/toolset.js';
import { outputTools } from './calls/output-tools.js';
import { namedSources } from './launch/create-scope.js';
import { resolveModel } from './model/language-model.js';
import { defaultEnvironment, type Environment } from './plumbing/environment.js';
import { assertSchemas } from './plumbing/input-schema.js';
import type { AgentOptions } from './run/agent-options.js';
import { outputSchemas, toOutputRules } from './run/output-rules.js';
import type { Instructions, RunOptions } from './run/run-options.js';
import type { AgentConfig } from './run/run-scope.js';

/** Deps are checked where an agent and its runs are typed; inside, a run carries them without looking. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyAgentOptions = AgentOptions<any, any, any>;

/** Creates the configuration that all runs of an agent share. */
export function toConfig(options: AnyAgentOptions): AgentConfig {
  const { instructions = null, toolCallConcurrency = Number.POSITIVE_INFINITY } = options;
  if (!(toolCallConcurrency >= 1)) {
    throw new UserError(
      'tool-call-concurrency',
      `createAgent got the toolCallConcurrency ${toolCallConcurrency}. Use 1 or more, or leave it out for all at once.`,
    );
  }
  for (const source of [options.tools ?? {}, ...(options.toolsets ?? [])]) {
    if (!isToolset(source)) assertSchemas(source);
  }
  const output = toOutputRules(options.output, options.outputValidators);
  for (const schema of outputSchemas(output)) assertDescribable(schema, 'the output');
  return {
    agentName: options.name ?? 'agent',
    identity: options.name ?? {},
    model: resolveModel(options.model),
    modelSettings: options.modelSettings ?? {},
    instructions: toInstructions(instructions),
    toolSources: [
      { source: options.tools ?? {}, origin: "the agent's tools" },
      ...namedSources(options.toolsets, 'agent'),
    ],
    toolsContext: options.toolsContext ?? {},
    toolHooks: options.toolHooks,
    toolRetries: options.toolRetries ?? 1,
    toolTimeout: options.toolTimeout,
    prepareMessages: options.prepareMessages,
    modelRetries: options.modelRetries ?? 2,
    maxRequests: options.usageLimits?.requests ?? 50,
    usageLimits: options.usageLimits ?? {},
    costOf: options.costOf,
    countTokens: options.countTokens,
    loadFile: options.loadFile,
    output,
    outputSource: outputTools,
    outputRetries: options.outputRetries,
    endStrategy: options.endStrategy ?? 'early',
    toolCallConcurrency,
    toolErrors: options.toolErrors ?? 'model',
    denialFormat: options.denialFormat ?? 'execution-denied',
    annotateEdits: options.annotateEdits ?? true,
    resultLimits: { text: options.maxResultBytes ?? 100_000, files: options.maxResultBytes ?? 5_000_000 },
    handler: options.deferredToolHandler,
    policy: options.policy,
    expiry: options.expiry,
    environment: toEnvironment(options.environment),
  };
}

/** The same for one run, with what that says itself. */
export function forRun(config: AgentConfig, options: RunOptions<unknown>): AgentConfig {
  const { model, instructions, toolRetries, toolTimeout, prepareMessages } = options;
  return {
    ...config,
    ...definedProps({ toolRetries, toolTimeout, prepareMessages }),
    ...(model === undefined ? {} : { model: resolveModel(model) }),
    ...(instructions === undefined ? {} : { instructions: toInstructions(instructions) }),
  };
}

/** Fills in the defaults. An app's own timers may fire long delays at once, as those of the platform do. */
function toEnvironment(own: Partial<Environment> = {}): Environment {
  const environment = { ...defaultEnvironment, ...own };
  return { ...environment, setTimeout: withLongTimers((callback, ms) => environment.setTimeout(callback, ms)) };
}

function toInstructions(instructions: Instructions | null): AgentConfig['instructions'] {
  return typeof instructions === 'function' ? instructions : () => instructions;
}
