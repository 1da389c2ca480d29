import type { ToolReturn } from '../../protocol/answers.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { Tool } from '../../tools/tool.js';
import { type HookLayer, toolLayers } from '../../tools/tool-hooks.js';
import type { HookedInput } from '../plumbing/hooked-input.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import type { HookedBody } from './around-tool.js';
import type { HookedValidation } from './around-validation.js';
import type { AskedCall, HookedAnswers, HookRuntime } from './hook-runtime.js';

/** The same tool with hooks around all that it has. */
export function withHooks(tool: Tool, layer: HookLayer): Tool {
  return { ...tool, [toolLayers]: [layer, ...(tool[toolLayers] ?? [])] };
}

function runtimeOf(layers: readonly HookLayer[]): HookRuntime | undefined {
  return layers[0]?.runtime as HookRuntime | undefined; // whatever makes a layer puts it there
}

/**
 * Runs a tool with its hooks around it, the outermost first.
 *
 * @throws what the tool and the hooks throw; UserError `hook-deferral`, which ends the run, where a hook defers what has run.
 */
export async function runHooked(execution: Execution, body: HookedBody): Promise<ToolReturn> {
  const layers = body.tool[toolLayers] ?? [];
  const runtime = runtimeOf(layers);
  return await (runtime === undefined ? body.run() : runtime.runAround(execution, body, layers));
}

/**
 * Lets the hooks see a result that comes from elsewhere, as if the tool had given it. Whoever calls it keeps what they make of it.
 *
 * @throws what hooks throw; UserError `hook-deferral`, which ends the run, where one defers what is done.
 */
export async function hookResult(execution: Execution, body: HookedBody): Promise<ToolReturn> {
  const layers = body.tool[toolLayers]?.filter(({ hooks }) => hooks.afterTool !== undefined) ?? [];
  const runtime = runtimeOf(layers);
  return await (runtime === undefined ? body.run() : runtime.runAfter(execution, body, layers));
}

/** The same for the results of external calls. */
export async function hookedAnswers(
  run: RunScope,
  asked: readonly AskedCall[],
  results: DeferredToolResults,
): Promise<HookedAnswers | undefined> {
  const layers = asked.flatMap(({ call }) => run.stepTools.get(call.toolName)?.[toolLayers] ?? []);
  return await runtimeOf(layers)?.hookAnswers(run, asked, results);
}

/** The answers with what hooks made of them. */
export function withHooked(results: DeferredToolResults, hooked: HookedAnswers | undefined): DeferredToolResults {
  return hooked === undefined ? results : { ...results, calls: { ...results.calls, ...hooked } };
}

/**
 * Validates an input with the hooks that the tool has, the outermost first.
 *
 * @returns nothing where it has none.
 * @throws what hooks throw that is no signal; UserError `hook-deferral`, which ends the run, where one defers what was not validated.
 */
export async function hookInput(validation: HookedValidation): Promise<HookedInput | undefined> {
  const layers = validation.tool[toolLayers] ?? [];
  return await runtimeOf(layers)?.validateAround(validation, layers);
}
