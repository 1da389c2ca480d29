import type { ToolReturn } from '../protocol/answers.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { ModelRetry } from '../protocol/signals.js';

/** A call as hooks see it. */
export interface HookedCall {
  readonly toolCallId: string;
  /** The name of the tool: for hooks of a toolset its name in that toolset, for hooks of the agent the model's name. */
  readonly toolName: string;
  /**
   * A copy of the input. Validation hooks receive the model's JSON, or its text if that is not JSON. The other hooks
   * receive the validated input.
   */
  readonly input: unknown;
  /** The app's own metadata of the tool. */
  readonly metadata: JSONObject | undefined;
}

/** A call with an input that does not match its schema. */
interface InvalidCall extends HookedCall {
  /** The error that the model would read. */
  readonly error: ModelRetry;
}

/** A call whose tool returned a result. */
interface DoneCall extends HookedCall {
  readonly result: ToolReturn;
}

/**
 * A call whose tool exceeded its time limit, or threw an error other than the signals of the library (`ModelRetry`,
 * `ToolFailed`, `ApprovalRequired`, `CallDeferred`).
 */
interface FailedCall extends HookedCall {
  readonly error: unknown;
}

/**
 * Functions that run before, after or around tool calls. A hook that returns `undefined` changes nothing. Any hook may
 * throw `ModelRetry` and `ToolFailed`. From the end of validation to the end of the tool, hooks may also throw
 * `ApprovalRequired` and `CallDeferred`. The agent's hooks enclose those of a toolset: they run first before a call and
 * last after it. With a journal, the results of hooks are persisted with the call, and hooks do not run again for it.
 */
export interface ToolHooks<DEPS = unknown> {
  /**
   * Runs once, before the model's input is validated and before approval is requested. It does not run for an input
   * that a person edited.
   *
   * @returns the input to validate instead: plain JSON.
   */
  beforeToolValidate?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Runs after an input passed the schema.
   *
   * @returns the input to use instead: plain JSON. It is validated, shown and executed.
   */
  afterToolValidate?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Runs around the whole validation.
   *
   * @param next validates an input, by default the call's own. It rejects with `ModelRetry` if the schema does not
   *   match.
   * @returns the input to use instead: plain JSON.
   */
  wrapToolValidate?(
    call: HookedCall,
    ctx: ToolRunContext<DEPS>,
    next: (input?: unknown) => Promise<JSONValue>,
  ): unknown;
  /**
   * Runs when an input does not match the schema.
   *
   * @returns an input to validate instead: plain JSON.
   */
  onToolValidateError?(call: InvalidCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Runs before a tool, after any approval that it required. Use it to defer a call.
   *
   * @returns a result, which replaces the execution of the tool: a plain value, or `toolReturn()`.
   */
  beforeTool?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Runs after a tool.
   *
   * @returns the result that the model reads: a plain value, or `toolReturn()`. It also replaces the tool's own
   *   `content`.
   */
  afterTool?(call: DoneCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Runs around the tool. If the tool defers the call, `next` rejects so that the hook can clean up. The call is
   * deferred even if the hook catches this rejection.
   *
   * @param next runs the tool. Each call of `next` runs it again.
   * @returns the result: a plain value, or `toolReturn()`. Default: the last result of `next`.
   */
  wrapTool?(call: HookedCall, ctx: ToolRunContext<DEPS>, next: () => Promise<ToolReturn>): unknown;
  /**
   * Runs when a tool threw an error or exceeded its `timeout`. Signals are not errors, so it does not see them.
   *
   * @returns a result to use instead: a plain value, or `toolReturn()`.
   */
  onToolError?(call: FailedCall, ctx: ToolRunContext<DEPS>): unknown;
}

/** Hooks for all tools of an agent. Made by `toolHooks()`. */
export interface AgentHooks<DEPS = unknown> {
  readonly hooks: ToolHooks<DEPS>;
  readonly layerFor: (toolName: string) => HookLayer;
}

/** The hooks that one toolset or the agent adds to a tool, with the name that the tool has there. */
export interface HookLayer {
  // biome-ignore lint/suspicious/noExplicitAny: toolHooks() and wrapToolset() check the type of the deps
  readonly hooks: ToolHooks<any>;
  readonly toolName: string;
  /** Creates the middleware of a tool from all its layers, the outermost first. */
  readonly compose: (layers: readonly HookLayer[]) => object;
}

/** The member of a tool that holds its hook layers, the outermost first. */
export const toolLayers: unique symbol = Symbol.for('countersign.layers');
/** The member of a tool that holds the middleware composed from its layers. */
export const toolMiddleware: unique symbol = Symbol.for('countersign.middleware');
