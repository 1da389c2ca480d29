import type { ToolReturn } from '../protocol/answers.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { ModelRetry } from '../protocol/signals.js';

/** A call as hooks see it. */
export interface HookedCall {
  readonly toolCallId: string;
  /** The name of the tool where the hook was added. */
  readonly toolName: string;
  /**
   * A copy of the input. Validation hooks get JSON, or the string that the model wrote if it is not JSON. The other
   * hooks get the validated input.
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

/** A call whose tool threw an error that is not a signal, or exceeded its time limit. */
interface FailedCall extends HookedCall {
  readonly error: unknown;
}

/**
 * Functions that run before, after or around tool calls. A hook that returns `undefined` changes nothing. Any hook may
 * throw `ModelRetry` and `ToolFailed`; between validation and the end of the tool, also `ApprovalRequired` and
 * `CallDeferred`. The agent's hooks are outside a toolset's: they run first before a call and last after it. With a
 * journal, the decisions of hooks are persisted with the call, and hooks do not run again for it.
 */
export interface ToolHooks<DEPS = unknown> {
  /**
   * Runs once, before an input is validated and before approval is requested. It does not see edits.
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
   * Runs around the tool. It cannot change a deferral: `next` rejects with it so that the hook can clean up, and the
   * call is deferred even if the hook catches the rejection.
   *
   * @param next runs the tool, again each time that it is called.
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

/** Hooks around a tool, with the name of the tool where they were added. */
export interface HookLayer {
  // biome-ignore lint/suspicious/noExplicitAny: the deps of hooks are checked where they are given
  readonly hooks: ToolHooks<any>;
  readonly toolName: string;
  /** Creates the middleware of a tool from all of its layers, the outermost first. */
  readonly compose: (layers: readonly HookLayer[]) => object;
}

/** The member of a tool that holds its hook layers, the outermost first. */
export const toolLayers: unique symbol = Symbol.for('countersign.layers');
/** The member of a tool that holds the middleware composed from its layers. */
export const toolMiddleware: unique symbol = Symbol.for('countersign.middleware');
