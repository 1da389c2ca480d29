import { hasCallbacks } from '../../tools/ai-fields.js';
import { mergeTools } from '../../tools/merge-tools.js';
import type { Tool } from '../../tools/tool.js';
import { withHooks } from '../middleware/tool-middleware.js';
import { abortable } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { type InputWatch, watchInputs } from '../plumbing/watch-inputs.js';
import { hideTools, offeredTools } from '../policy/hide-tools.js';
import { type RunScope, runContext, toolsContextOf, withHistory } from '../run/run-scope.js';

/**
 * Finds the tools of the step that begins: those of the agent, of its toolsets and of the run's, each prepared. They
 * are kept as `run.stepTools`, so that a call is handled by the tool that the model saw when it made the call.
 *
 * @throws UserError when two tools have one name, and whatever a toolset or a tool's `prepare` throws.
 */
export async function stepTools(run: RunScope): Promise<ReadonlyMap<string, Tool>> {
  const { toolSources, output, outputSource } = run.config;
  const isOffered = output.choices.length > 0 && outputSource !== undefined;
  const sources = isOffered ? [...toolSources, await outputSource(run)] : toolSources;
  const found = await abortable(run.signal, () => mergeTools(sources, runContext(run)));
  const described = await Promise.all(
    [...found].map(async ([name, tool]) => [name, await withDescription(run, name, tool)] as const),
  );
  const hooks = run.config.toolHooks;
  run.stepTools = new Map(
    hooks === undefined
      ? described
      : described.map(([toolName, tool]) => [toolName, withHooks(tool, hooks.layerFor(toolName))]),
  );
  hideTools(run);
  return run.stepTools;
}

async function withDescription(run: RunScope, toolName: string, tool: Tool): Promise<Tool> {
  if (tool.describeTool === undefined) return tool;
  const description = await abortable(run.signal, async () => tool.describeTool?.(toolsContextOf(run, toolName)));
  return description === undefined ? tool : { ...tool, description };
}

/** Lets the tools of this step follow the model as it writes their inputs. */
export function watchStep(run: RunScope, emit: Emit): InputWatch {
  const tools = offeredTools(run);
  if (![...tools.values()].some(hasCallbacks)) return { emit, done: () => Promise.resolve() };
  return watchInputs(tools, {
    emit,
    optionsFor: (toolName, more) =>
      withHistory(run, { abortSignal: run.signal, context: toolsContextOf(run, toolName), ...more }),
  });
}
