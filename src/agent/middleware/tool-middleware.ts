import type { ToolReturn } from '../../protocol/answers.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { Tool } from '../../tools/tool.js';
import { type HookLayer, toolLayers, toolMiddleware } from '../../tools/tool-hooks.js';
import type { HookedInput } from '../plumbing/hooked-input.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import type { HookedBody } from './wrap-tool.js';
import type { HookedValidation } from './wrap-validation.js';

/** A deferred call, with its deferral. */
export interface DeferredTurnCall {
  readonly call: TurnCall;
  readonly deferral: Deferral;
}

/** Results that come from elsewhere, as hooks returned them, by call. */
export type HookedAnswers = DeferredToolResults['calls'];

/**
 * The hooks around one tool, the outermost first. `toolHooks` and `wrapToolset` bring the code, so an app without hooks
 * does not bundle it.
 */
export interface ToolMiddleware {
  /**
   * Runs the tool within its hooks.
   *
   * @throws what the tool and the hooks throw; UserError `hook-deferral`, which ends the run, where a hook defers what
   * has run.
   */
  readonly run: (execution: Execution, body: HookedBody) => Promise<ToolReturn>;
  /**
   * Passes a result that comes from elsewhere to the hooks, as if the tool had returned it. Absent where no hook is for
   * results.
   *
   * @throws what hooks throw; UserError `hook-deferral`, which ends the run, where one defers what is done.
   */
  readonly seeResult?: ToolMiddleware['run'] | undefined;
  /**
   * Validates an input within the hooks.
   *
   * @throws errors of hooks that are not control signals; UserError `hook-deferral`, which ends the run, when a hook
   * defers an input that was not validated.
   */
  readonly validate: (validation: HookedValidation) => Promise<HookedInput>;
  /** Passes the results of external calls of any tools to their hooks. */
  readonly seeAnswers: (
    run: RunScope,
    calls: readonly DeferredTurnCall[],
    results: DeferredToolResults,
  ) => Promise<HookedAnswers | undefined>;
}

/** Returns the same tool with hooks around all that it has. */
export function withHooks(tool: Tool, layer: HookLayer): Tool {
  const layers = [layer, ...(tool[toolLayers] ?? [])];
  return { ...tool, [toolLayers]: layers, [toolMiddleware]: layer.compose(layers) };
}

/** Returns the hooks around a tool; `undefined` for a tool without any. */
export function middlewareOf(tool: Tool | undefined): ToolMiddleware | undefined {
  return tool?.[toolMiddleware] as ToolMiddleware | undefined; // `withHooks` put it there
}

/** Returns the hooks around one of these calls, which pass on the results of all of them. */
export function middlewareAmong(run: RunScope, calls: readonly DeferredTurnCall[]): ToolMiddleware | undefined {
  const tools = calls.map(({ call }) => run.stepTools.get(call.toolName));
  return middlewareOf(tools.find((tool) => middlewareOf(tool) !== undefined));
}
