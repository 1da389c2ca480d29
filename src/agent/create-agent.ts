import type { DepsOf, ToolMap } from '../tools/tool.js';
import type { Agent } from './agent.js';
import type { AgentOptions } from './agent-options.js';
import { startRun } from './agent-run.js';
import { createScope, toConfig, toOutcome } from './create-scope.js';
import { runAgent } from './run-agent.js';

/**
 * Makes an agent: a model, instructions and tools. It holds no state; any number of runs may go on at once.
 *
 * @throws UserError when the model is an id instead of an object, or speaks another version of the provider contract.
 * @example
 * const agent = createAgent({ model, instructions: 'You look after files.', tools: { readFile, deleteFile } });
 * const outcome = await agent.run('Delete a.txt', { deps: { files } }).outcome;
 */
// biome-ignore lint/complexity/noBannedTypes: an agent without tools needs no deps
export function createAgent<const TOOLS extends ToolMap = {}>(options: AgentOptions<TOOLS>): Agent<DepsOf<TOOLS>> {
  const config = toConfig(options);
  return {
    name: config.agentName,
    run(input, ...[runOptions = {}]) {
      const controller = new AbortController();
      const run = createScope(config, { input, options: runOptions, stop: controller.signal });
      return startRun({
        runId: run.runId,
        conversationId: run.conversationId,
        agentPath: run.agentPath,
        now: config.environment.now,
        abort: (reason = 'stopped') => controller.abort(reason),
        events: async function* () {
          yield { type: 'run-start', conversationId: run.conversationId, prompt: run.prompt };
          return toOutcome(run, yield* runAgent(run));
        },
      });
    },
  };
}
