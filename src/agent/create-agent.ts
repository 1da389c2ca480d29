import type { ToolMap } from '../tools/tool-map.js';
import type { ToolSource } from '../tools/toolset.js';
import { startRun } from './agent-run.js';
import { createScope, type RunSetup, toConfig, toOutcome } from './create-scope.js';
import { asRunError } from './loop/end-by-error.js';
import { pendingPrompt } from './loop/first-step.js';
import { runAgent } from './loop/run-agent.js';
import { leaving } from './plumbing/leaving.js';
import type { Agent } from './run/agent.js';
import type { AgentDeps, AgentOptions } from './run/agent-options.js';
import type { AgentConfig, Ending, RunScope } from './run/run-scope.js';

/**
 * Makes an agent: a model, instructions and tools. It holds no state; any number of runs may go on at once.
 *
 * @throws UserError `model-id` when the model is an id instead of an object, `model-version` when it speaks another version of the provider
 * contract, `no-json-schema` when the schema of a tool or of the output cannot describe itself, `tool-call-concurrency` when fewer than one call may run at a time.
 * @example
 * const agent = createAgent({ model, instructions: 'You look after files.', tools: { readFile, deleteFile } });
 * const outcome = await agent.run('Delete a.txt', { deps: { files } }).outcome;
 */
export function createAgent<
  // biome-ignore lint/complexity/noBannedTypes: an agent without tools needs no deps
  const TOOLS extends ToolMap = {},
  const SETS extends readonly ToolSource[] = [],
  OUTPUT = string,
>(options: AgentOptions<TOOLS, SETS, OUTPUT>): Agent<AgentDeps<TOOLS, SETS>, OUTPUT> {
  const config = toConfig(options);
  return {
    name: config.agentName,
    run(input, ...[options]) {
      const controller = new AbortController();
      const { run, mistake } = prepare(config, { input, options: options ?? {}, stop: controller.signal });
      return startRun({
        runId: run.runId,
        conversationId: run.conversationId,
        agentPath: run.agentPath,
        clock: config.environment,
        // Without a reason of its own, an abort would bring a DOMException.
        abort: (reason = '') => controller.abort(reason),
        leave: run.journal === undefined ? undefined : () => controller.abort(leaving),
        isKeyed: run.journal !== undefined,
        work: runAgent(run, mistake === undefined ? { type: 'begin' } : { type: 'end', ending: mistake }),
        toOutcome: (ending) => toOutcome<OUTPUT>(run, ending),
      });
    },
  };
}

/** A run never throws: what is wrong with its input is its outcome. */
function prepare(
  config: AgentConfig,
  setup: RunSetup,
): { readonly run: RunScope; readonly mistake?: Extract<Ending, { type: 'failed' }> } {
  try {
    return { run: createScope(config, setup) };
  } catch (error) {
    // What is right is kept, so that a wrong prompt costs no history.
    const options = setup.input === undefined ? {} : setup.options;
    const { run } = prepare(config, { ...setup, input: undefined, options });
    return { run, mistake: { type: 'failed', error: asRunError(error), ...pendingPrompt(run, []) } };
  }
}
