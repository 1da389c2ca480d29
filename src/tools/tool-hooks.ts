import type { ToolReturn } from '../protocol/answers.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { ModelRetry } from '../protocol/signals.js';

/** A call as hooks see it. */
export interface HookedCall {
  readonly toolCallId: string;
  /** As the tool is called where the hook was given. */
  readonly toolName: string;
  /** In hooks of the validation: JSON, or the text that the model wrote where that is none. In the others: as the tool gets it. Their own copy. */
  readonly input: unknown;
  /** The app's own notes about the tool. */
  readonly metadata: JSONObject | undefined;
}

/** A call with an input that its schema does not take. */
interface InvalidCall extends HookedCall {
  /** What the model would be told. */
  readonly error: ModelRetry;
}

/** A call whose tool has given a result. */
interface DoneCall extends HookedCall {
  readonly result: ToolReturn;
}

/** A call whose tool has thrown what is no signal, or took too long. */
interface FailedCall extends HookedCall {
  readonly error: unknown;
}

/**
 * What is done around the calls of tools. A hook that returns nothing leaves things as they are. Any may throw `ModelRetry` and `ToolFailed`, and
 * `ApprovalRequired` and `CallDeferred` from the moment that the input was validated until the tool has run. The agent's hooks are outside of a
 * toolset's: first on the way in, last on the way out. With a journal, what they decide is kept with the call, and they are not called for it again.
 */
export interface ToolHooks<DEPS = unknown> {
  /**
   * Before an input is checked, once, and before anybody is asked. It does not see what people edit.
   *
   * @returns the input to check in its place: plain JSON.
   */
  beforeToolValidate?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * After an input has passed the schema.
   *
   * @returns the input in its place, which is checked, shown, and runs: plain JSON.
   */
  afterToolValidate?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Around all of the validation.
   *
   * @param next checks an input, by default the call's own. It rejects with `ModelRetry` where the schema does not take it.
   * @returns the input in its place: plain JSON.
   */
  wrapToolValidate?(
    call: HookedCall,
    ctx: ToolRunContext<DEPS>,
    next: (input?: unknown) => Promise<JSONValue>,
  ): unknown;
  /**
   * The schema does not take an input.
   *
   * @returns an input to check in its place: plain JSON.
   */
  onToolValidateError?(call: InvalidCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Before a tool runs, with the yes that it needed. The place to defer from.
   *
   * @returns a result, with which the tool does not run: a plain value, or `toolReturn()`.
   */
  beforeTool?(call: HookedCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * After a tool has run.
   *
   * @returns what the model reads as its result: a plain value, or `toolReturn()`. `content` of the tool's own is gone then.
   */
  afterTool?(call: DoneCall, ctx: ToolRunContext<DEPS>): unknown;
  /**
   * Around all of it. A deferral is not its to change: `next` rejects with it, so that it can clean up, and it stands whatever comes of that.
   *
   * @param next runs the tool, again each time that it is called.
   * @returns the result: a plain value, or `toolReturn()`; by default what `next` gave last.
   */
  wrapTool?(call: HookedCall, ctx: ToolRunContext<DEPS>, next: () => Promise<ToolReturn>): unknown;
  /**
   * A tool has thrown an error, or took longer than its `timeout`. Signals are no errors, and are not told.
   *
   * @returns a result in its place: a plain value, or `toolReturn()`.
   */
  onToolError?(call: FailedCall, ctx: ToolRunContext<DEPS>): unknown;
}

/** Hooks for all tools of an agent. Made by `toolHooks()`. */
export interface AgentHooks<DEPS = unknown> {
  readonly hooks: ToolHooks<DEPS>;
  readonly layerFor: (toolName: string) => HookLayer;
}

/** Hooks around a tool, and what it is called where they were given. */
export interface HookLayer {
  // biome-ignore lint/suspicious/noExplicitAny: the deps of hooks are checked where they are given
  readonly hooks: ToolHooks<any>;
  readonly toolName: string;
  /** Makes the middleware of a tool from all of its layers, the outermost first. */
  readonly compose: (layers: readonly HookLayer[]) => object;
}

/** The layers of a tool, the outermost first. */
export const toolLayers: unique symbol = Symbol.for('countersign.layers');
/** What was composed of them. */
export const toolMiddleware: unique symbol = Symbol.for('countersign.middleware');
