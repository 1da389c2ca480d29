import { mergeTools } from '../tools/merge-tools.js';
import type { Tool } from '../tools/tool.js';
import { type InputWatch, watchInputs } from '../tools/watch-inputs.js';
import { abortable } from './abortable.js';
import type { Emit } from './emitting.js';
import { toJudgement } from './judge-call.js';
import { offeredTools } from './offered-tools.js';
import { annotationsOf } from './policy-call.js';
import { type RunScope, runContext, toolsContextOf, withHistory } from './run-scope.js';

/**
 * Finds the tools of the step that begins: those of the agent, of its toolsets and of the run's, each prepared. They are kept
 * as `run.stepTools`, so that a call is handled by the tool that the model saw when it made the call.
 *
 * @throws UserError when two tools have one name, and whatever a toolset or a tool's `prepare` throws.
 */
export async function stepTools(run: RunScope): Promise<ReadonlyMap<string, Tool>> {
  const found = await abortable(run.signal, () => mergeTools(run.config.toolSources, runContext(run)));
  const described = await Promise.all(
    [...found].map(async ([name, tool]) => [name, await describe(run, name, tool)] as const),
  );
  for (const name of run.hiddenTools.keys()) if (!found.has(name)) run.hiddenTools.delete(name);
  run.stepTools = new Map(described);
  for (const [name, tool] of run.stepTools) hide(run, name, tool);
  return run.stepTools;
}

/** A tool of which every call would be blocked only misleads the model. It stays known: an older run may have called it. */
function hide(run: RunScope, toolName: string, tool: Tool): void {
  const { capabilities = [] } = tool;
  const about = { toolName, agentPath: run.agentPath, annotations: annotationsOf(tool) };
  const known = typeof capabilities === 'function' ? undefined : capabilities;
  for (const policy of run.policies) {
    const verdict = policy.hides?.({ ...about, capabilities: known });
    if (verdict === undefined) continue;
    if (!run.hiddenTools.has(toolName)) run.hiddenTools.set(toolName, toJudgement(policy, verdict));
    return;
  }
  run.hiddenTools.delete(toolName);
}

async function describe(run: RunScope, toolName: string, tool: Tool): Promise<Tool> {
  if (tool.describeTool === undefined) return tool;
  const description = await abortable(run.signal, async () => tool.describeTool?.(toolsContextOf(run, toolName)));
  return description === undefined ? tool : { ...tool, description };
}

/** Lets the tools of this step follow the model as it writes their inputs. */
export function watchStep(run: RunScope, emit: Emit): InputWatch {
  return watchInputs(offeredTools(run), {
    emit,
    optionsFor: (toolName, more) =>
      withHistory(run, { abortSignal: run.signal, context: toolsContextOf(run, toolName), ...more }),
  });
}
