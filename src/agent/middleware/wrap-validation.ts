import { UserError } from '../../protocol/base/errors.js';
import { copyJson, isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { definedProps, extended } from '../../protocol/base/record.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import { validate } from '../../protocol/schema.js';
import { isControlSignal, ModelRetry } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import type { HookedCall, HookLayer } from '../../tools/tool-hooks.js';
import { abortable } from '../plumbing/abortable.js';
import { asFatal, deferredAs, isDeferral } from '../plumbing/fatal.js';
import type { HookedInput } from '../plumbing/hooked-input.js';
import type { parseInput } from '../plumbing/parse-input.js';
import type { RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import type { TurnCall } from '../run/turn.js';

/** An input that is to be validated. */
export interface HookedValidation {
  readonly run: RunScope;
  readonly call: TurnCall;
  readonly tool: Tool;
  /** The input as the model wrote it. */
  readonly parsed: ReturnType<typeof parseInput>;
}

type Next = (input: JSONValue) => Promise<JSONValue>;
type CallbackOfHook = (call: HookedCall, ctx: ToolRunContext) => unknown;

/** Validates an input within these layers, the outermost first. */
export async function validateWithHooks(
  validation: HookedValidation,
  layers: readonly HookLayer[],
): Promise<HookedInput> {
  try {
    return await new ValidationLayers(validation).run(layers);
  } catch (error) {
    if (!isControlSignal(error) || isDeferral(error)) throw error;
    const { message } = error;
    if (error.kind === 'tool-failed') return { type: 'failed', message };
    return { type: 'invalid', problem: { message, ...definedProps({ issues: error.issues }) } };
  }
}

/** Validates one input, within the hooks of all layers. */
class ValidationLayers {
  readonly #validation: HookedValidation;
  readonly #written: JSONValue;
  /** The input that the schema accepted last, unless another one is being checked. */
  #valid: { readonly input: JSONValue } | undefined;
  #asks: Extract<HookedInput, { type: 'valid' }>['asks'];

  constructor(validation: HookedValidation) {
    this.#validation = validation;
    this.#written = validation.parsed.success ? validation.parsed.value : validation.call.rawInput;
  }

  async run(layers: readonly HookLayer[]): Promise<HookedInput> {
    const input = await layers.reduceRight(this.#wrap, this.#check)(this.#written);
    return { type: 'valid', input, ...definedProps({ asks: this.#asks }) };
  }

  readonly #check: Next = async (input) => {
    const { tool, parsed } = this.#validation;
    this.#valid = undefined;
    if (!parsed.success && input === this.#written) throw new ModelRetry(parsed.message);
    const result = await validate(tool.inputSchema, input);
    if (!result.success) throw new ModelRetry('The input does not match the schema:', { issues: result.issues });
    this.#valid = { input };
    return input;
  };

  readonly #wrap = (next: Next, layer: HookLayer): Next => {
    const { hooks } = layer;
    const inner: Next = async (input) => {
      this.#valid = undefined;
      this.#asks = undefined;
      const before = await this.#ask(layer, input, (call, ctx) => hooks.beforeToolValidate?.(call, ctx));
      const start = before === undefined ? input : before;
      const valid = await next(start).catch(async (error: unknown) => {
        if (!isControlSignal(error) || error.kind !== 'model-retry') throw error;
        const corrected = await this.#ask(layer, start, (call, ctx) =>
          hooks.onToolValidateError?.({ ...call, error }, ctx),
        );
        if (corrected === undefined) throw error;
        return await this.#check(corrected);
      });
      return await this.#revalidate(
        valid,
        await this.#ask(layer, valid, (call, ctx) => hooks.afterToolValidate?.(call, ctx)),
      );
    };
    if (hooks.wrapToolValidate === undefined) return inner;
    return async (input) => {
      const again = (other?: unknown): Promise<JSONValue> => inner(other === undefined ? input : this.#toInput(other));
      const made = await this.#ask(layer, input, (call, ctx) => hooks.wrapToolValidate?.(call, ctx, again));
      // A wrapper that neither calls `next` nor returns an input leaves the input unchanged.
      return await this.#revalidate(this.#valid?.input ?? (await this.#check(made === undefined ? input : made)), made);
    };
  };

  /** Validates the input that a hook returned in place of a valid one. */
  async #revalidate(valid: JSONValue, made: JSONValue | undefined): Promise<JSONValue> {
    return made === undefined || isSameJson(made, valid) ? valid : await this.#check(made);
  }

  /**
   * Returns the input that a hook returned, or `undefined`. Outer hooks can still refuse the input when a hook defers.
   */
  async #ask(layer: HookLayer, input: JSONValue, hook: CallbackOfHook): Promise<JSONValue | undefined> {
    const { run, call, tool } = this.#validation;
    const { toolName } = layer;
    const about = { toolCallId: call.toolCallId, toolName, input: copyJson(input), metadata: tool.metadata };
    const ctx = extended(toolContext(run, call, run.signal), { toolName });
    try {
      const made = await abortable(run.signal, () => hook(about, ctx));
      return made === undefined ? undefined : this.#toInput(made);
    } catch (error) {
      if (!isDeferral(error)) throw error;
      if (this.#valid === undefined) throw asFatal(deferredEarly(call));
      this.#asks = { kind: deferredAs(error), ...definedProps({ metadata: error.metadata }) };
      return undefined;
    }
  }

  #toInput(made: unknown): JSONValue {
    return toJson(made, `The input that a hook returned for tool '${this.#validation.call.toolName}'`);
  }
}

function deferredEarly({ toolName, toolCallId }: TurnCall): UserError {
  return new UserError(
    'hook-deferral',
    `A hook deferred the call '${toolCallId}' of tool '${toolName}' before its input was validated. People would not see a valid input. Defer in afterToolValidate or beforeTool.`,
  );
}
