import { makeToolset, resolveTools } from '../tools/resolve-tools.js';
import type { AgentHooks, HookLayer, ToolHooks } from '../tools/tool-hooks.js';
import type { DepsOfSources, ToolSource, Toolset } from '../tools/toolset.js';
import { hookAnswers } from './batch/hook-answers.js';
import { type ToolMiddleware, withHooks } from './middleware/tool-middleware.js';
import { runAfterHooks, runWithHooks } from './middleware/wrap-tool.js';
import { validateWithHooks } from './middleware/wrap-validation.js';

function toLayer(hooks: HookLayer['hooks'], toolName: string): HookLayer {
  return { hooks, toolName, compose };
}

function compose(layers: readonly HookLayer[]): ToolMiddleware {
  const after = layers.filter(({ hooks }) => hooks.afterTool !== undefined);
  return {
    run: async (execution, body) => await runWithHooks(execution, body, layers),
    seeResult: after.length === 0 ? undefined : async (execution, body) => await runAfterHooks(execution, body, after),
    validate: async (validation) => await validateWithHooks(validation, layers),
    seeAnswers: hookAnswers,
  };
}

/**
 * Makes hooks for all tools of an agent: checks, changes, counts, tries again. Those of toolsets are within them.
 *
 * @param hooks see the names that the model sees.
 * @example
 * const hooks = toolHooks({ afterTool: ({ result }) => withoutSecrets(result.returnValue) });
 * const agent = createAgent({ model, tools, toolHooks: hooks });
 */
export function toolHooks<DEPS = unknown>(hooks: ToolHooks<DEPS>): AgentHooks<DEPS> {
  return { layerFor: (toolName) => toLayer(hooks, toolName), hooks };
}

/**
 * The same for the tools of a toolset. Calls that a provider runs itself have no hooks.
 *
 * @param source the tools; it is not changed.
 * @param hooks see the names that the tools have here.
 * @example const tools = wrapToolset(files, { beforeTool: ({ toolName, input }) => console.log(toolName, input) });
 */
export function wrapToolset<SOURCE extends ToolSource>(
  source: SOURCE,
  hooks: ToolHooks<DepsOfSources<[SOURCE]>>,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('wrapToolset()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    return new Map([...tools].map(([toolName, tool]) => [toolName, withHooks(tool, toLayer(hooks, toolName))]));
  });
}
