import type { CalledOutput, ChoiceOf, DepsOfChoice, OutputOf } from '../tools/output/output-spec.js';
import type { ToolMap } from '../tools/tool-map.js';
import type { ToolSource } from '../tools/toolset.js';
import { knownHistories } from './batch/known-history.js';
import type { RunSetup } from './launch/create-scope.js';
import { launchRun } from './launch/launch-run.js';
import { type PreparedRun, runAgent } from './loop/run-agent.js';
import type { Agent } from './run/agent.js';
import type { AgentDeps, AgentOptions } from './run/agent-options.js';
import { nestingOf } from './run/nesting.js';
import type { RunScope } from './run/run-scope.js';
import { type AnyAgentOptions, forRun, toConfig } from './to-config.js';

/**
 * Makes an agent: a model, instructions and tools. It holds no state; any number of runs may go on at once.
 *
 * @throws UserError `model-id` when the model is an id instead of an object, `model-version` when it speaks another
 * version of the provider contract, `no-json-schema` when the schema of a tool or of the output cannot describe itself,
 * `input-not-object` when the input of a tool is not an object, `tool-call-concurrency` when fewer than one call may
 * run at a time.
 * @example
 * const agent = createAgent({ model, instructions: 'You look after files.', tools: { readFile, deleteFile } });
 * const outcome = await agent.run('Delete a.txt', { deps: { files } }).outcome;
 */
export function createAgent<
  // biome-ignore lint/complexity/noBannedTypes: an agent without tools needs no deps
  const TOOLS extends ToolMap = {},
  const SETS extends readonly ToolSource[] = [],
  const CALLED extends CalledOutput = CalledOutput,
>(
  options: Omit<AgentOptions<TOOLS, SETS, OutputOf<ChoiceOf<CALLED>>>, 'output'> & { readonly output: CALLED },
): Agent<AgentDeps<TOOLS, SETS> & DepsOfChoice<ChoiceOf<CALLED>>, OutputOf<ChoiceOf<CALLED>>>;
/** The same with a text as its output. */
export function createAgent<
  // biome-ignore lint/complexity/noBannedTypes: an agent without tools needs no deps
  const TOOLS extends ToolMap = {},
  const SETS extends readonly ToolSource[] = [],
  OUTPUT = string,
>(options: AgentOptions<TOOLS, SETS, OUTPUT>): Agent<AgentDeps<TOOLS, SETS>, OUTPUT>;
/** The implementation of both overloads. */
export function createAgent(options: AnyAgentOptions): Agent<unknown, unknown> {
  const config = toConfig(options);
  return {
    name: config.agentName,
    run: (input, ...[options]) =>
      launchRun(config, { input, options: options ?? {} }, { toRun: asThisRun, loop: runAgent, canSteer: true }),
  };
}

function asThisRun(run: RunScope, { options }: RunSetup): PreparedRun {
  const outerMemory = nestingOf(options)?.memory;
  return {
    ...run,
    config: forRun(run.config, options),
    outerMemory,
    before: knownHistories.get(options.messages ?? []),
  };
}
