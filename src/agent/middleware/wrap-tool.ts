import type { ToolReturn } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import { copyJson, type JSONValue } from '../../protocol/base/json.js';
import { definedProps, extended } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import { isControlSignal } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import type { HookedCall, HookLayer } from '../../tools/tool-hooks.js';
import { abortable } from '../plumbing/abortable.js';
import { asFatal, isDeferral, isFatal } from '../plumbing/fatal.js';
import type { Execution } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import { persistHooks } from './persist-hooks.js';

/** A tool that is about to run. */
export interface HookedBody {
  readonly tool: Tool;
  /** Returns another validated copy of its input: each hook gets its own. */
  readonly fresh: () => Promise<unknown>;
  readonly run: () => Promise<ToolReturn>;
  readonly toReturn: (made: unknown) => ToolReturn;
  /** Returns `true` for errors that end the call without being errors of the tool, besides deferrals. */
  readonly endsCall: (error: unknown) => boolean;
}

type Next = () => Promise<ToolReturn>;

/** Runs a tool within these layers, the outermost first. */
export async function runWithHooks(
  execution: Execution,
  body: HookedBody,
  layers: readonly HookLayer[],
): Promise<ToolReturn> {
  return await runLayers({ execution, body, callHook: persistHooks(execution, body.tool) }, layers);
}

/** Passes the result of the body to `afterTool` of these layers. */
export async function runAfterHooks(
  execution: Execution,
  body: HookedBody,
  layers: readonly HookLayer[],
): Promise<ToolReturn> {
  const after = layers.map(({ hooks, ...layer }) => ({
    ...layer,
    hooks: { afterTool: (...given: Parameters<NonNullable<typeof hooks.afterTool>>) => hooks.afterTool?.(...given) },
  }));
  return await runLayers({ execution, body, callHook: (ask) => ask() }, after);
}

async function runLayers(options: Omit<LayerOptions, 'layer'>, layers: readonly HookLayer[]): Promise<ToolReturn> {
  const { call } = options.execution;
  let hasReturned = false;
  const core: Next = async () => {
    const result = await options.body.run();
    // If the run is stopped from here on, the outcome of the call is unknown: hooks have not seen the result.
    hasReturned = true;
    return result;
  };
  const wrap = (next: Next, layer: HookLayer): Next => new LayerRun({ ...options, layer }, next).run;
  try {
    return await layers.reduceRight(wrap, core)();
  } catch (error) {
    if (!hasReturned || !isDeferral(error)) throw error;
    throw asFatal(deferredLate(call));
  }
}

interface LayerOptions {
  readonly execution: Execution;
  readonly body: HookedBody;
  readonly callHook: ReturnType<typeof persistHooks>;
  readonly layer: HookLayer;
}

/** One layer of hooks around a tool and the layers within. */
class LayerRun {
  readonly #options: LayerOptions;
  readonly #next: Next;
  /** An error of the tool or an inner layer that no hook may replace. */
  #finalError: { readonly error: unknown } | undefined;
  #last: ToolReturn | undefined;

  constructor(options: LayerOptions, next: Next) {
    this.#options = options;
    this.#next = next;
  }

  readonly run: Next = async () => {
    const { hooks } = this.#options.layer;
    if (hooks.wrapTool === undefined) return await this.#inner();
    const made = await this.#wrap().catch((error: unknown) => {
      if (this.#finalError !== undefined) throw this.#finalError.error;
      return this.#keepResult('wrapTool', this.#last, error);
    });
    if (this.#finalError !== undefined) throw this.#finalError.error;
    return made === undefined && this.#last !== undefined ? this.#last : this.#toReturn(made);
  };

  async #wrap(): Promise<unknown> {
    const { execution, layer } = this.#options;
    const about = await this.#about();
    return await abortable(execution.signal, () => layer.hooks.wrapTool?.(about, this.#ctx(), this.#guarded));
  }

  readonly #guarded: Next = async () => {
    if (this.#finalError !== undefined) throw this.#finalError.error;
    try {
      this.#last = await this.#inner();
      return this.#last;
    } catch (error) {
      if (this.#isFinal(error)) this.#finalError = { error };
      throw error;
    }
  };

  async #inner(): Promise<ToolReturn> {
    const { hooks } = this.#options.layer;
    const skipped = await this.#ask(async () => hooks.beforeTool?.(await this.#about(), this.#ctx()));
    if (skipped !== undefined) return skipped;
    const result = await this.#next().catch(async (error: unknown) => {
      if (this.#isFinal(error) || isControlSignal(error)) throw error;
      const instead = await this.#ask(async () =>
        hooks.onToolError?.({ ...(await this.#about()), error }, this.#ctx()),
      );
      if (instead === undefined) throw error;
      return instead;
    });
    const shown = { ...result, returnValue: copyJson(result.returnValue) as JSONValue }; // a copy of JSON
    const made = await this.#ask(async () =>
      hooks.afterTool?.({ ...(await this.#about()), result: shown }, this.#ctx()),
    ).catch((error: unknown) => this.#keepResult('afterTool', result, error));
    return made === undefined ? result : { ...definedProps({ metadata: result.metadata }), ...made };
  }

  /**
   * Keeps the tool's result when a hook throws after the tool has returned, because the effect has happened. Signals
   * (`ModelRetry` …) are intended, so they count.
   */
  #keepResult(hook: string, result: ToolReturn | undefined, error: unknown): undefined {
    if (result === undefined || this.#isFinal(error) || isControlSignal(error)) throw error;
    const { call, emit } = this.#options.execution;
    const { message } = serializeError(error);
    emit({
      type: 'warning',
      code: 'hook-threw',
      message: `The hook ${hook} threw after tool '${call.toolName}' had returned (${message}). The result of the tool is kept as it was. Fix the hook.`,
    });
    return undefined;
  }

  /** Returns the result that a hook returned, or `undefined`. */
  async #ask(hook: () => Promise<unknown>): Promise<ToolReturn | undefined> {
    const { execution, callHook } = this.#options;
    return await callHook(async () => {
      const made = await abortable(execution.signal, hook);
      return made === undefined ? undefined : this.#toReturn(made);
    });
  }

  #toReturn(made: unknown): ToolReturn {
    return this.#options.body.toReturn(made);
  }

  #isFinal(error: unknown): boolean {
    const { execution, body } = this.#options;
    return execution.signal.aborted || isFatal(error) || isDeferral(error) || body.endsCall(error);
  }

  async #about(): Promise<HookedCall> {
    const { execution, body, layer } = this.#options;
    const { toolCallId } = execution.call;
    return { toolCallId, toolName: layer.toolName, input: await body.fresh(), metadata: body.tool.metadata };
  }

  #ctx(): ToolRunContext {
    const { execution, layer } = this.#options;
    const ctx = toolContext(execution.run, execution.call, execution.signal);
    return extended(ctx, { toolName: layer.toolName });
  }
}

function deferredLate({ toolName, toolCallId }: Execution['call']): UserError {
  return new UserError(
    'hook-deferral',
    `A hook deferred the call '${toolCallId}' of tool '${toolName}' after the tool had run. An approval would run it a second time. Defer in beforeTool instead.`,
  );
}
