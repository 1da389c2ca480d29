import { changedParts } from '../../protocol/base/definition.js';
import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze, isSameJson, type JSONObject, type JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import { quoteList } from '../../protocol/base/words.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { isAsShown, runsOtherwise, showValue } from '../../protocol/effective-input.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, ToolFailed } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { middlewareOf } from '../middleware/tool-middleware.js';
import { abortable } from '../plumbing/abortable.js';
import { deferredAs, isDeferral } from '../plumbing/fatal.js';
import type { CallProblem } from '../plumbing/hooked-input.js';
import { parseInput } from '../plumbing/parse-input.js';
import { definitionOf } from '../policy/definition-of.js';
import { decideHidden, decidePlanned, isUngoverned } from '../policy/enforce-policies.js';
import { offeredTools } from '../policy/hide-tools.js';
import { rewriteInput } from '../policy/rewrite-input.js';
import { type Fresh, freshOf } from '../run/describe-call.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import { type Question, toDeferral } from './to-deferral.js';

/** A call whose body may run with this input. `fresh` makes other validations of the same, for what describes it. */
export interface RunPlan {
  readonly type: 'run';
  readonly tool: Tool;
  readonly input: JSONValue;
  readonly value: unknown;
  readonly fresh: Fresh;
}

/** The next action for a call: run it, ask about it, or report a problem to the model. */
export type Plan =
  | RunPlan
  | { readonly type: 'defer'; readonly deferral: Deferral }
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'invalid'; readonly problem: CallProblem };

/**
 * Decides what is to be done about a call: finds its tool, checks its input, asks its validator and whether it needs a
 * yes. What is invalid is never shown to a person.
 *
 * @throws what the tool's own validator throws, except that it defers.
 */
export async function planCall(execution: Execution): Promise<Plan> {
  const { run, call } = execution;
  const hidden = run.hiddenTools.has(call.toolName) ? decideHidden(execution) : undefined;
  if (hidden !== undefined) return { type: 'end', end: hidden };
  const edited = call.state.status === 'approved' ? call.state.answer.overrideArgs : undefined;
  const known = edited ?? call.input;
  const prepared = await prepareCall(run, call, known);
  if (prepared.type === 'invalid') return prepared;
  const { tool, written } = prepared;
  let { input, value } = prepared;
  const made = known === undefined ? await rewriteInput(execution, tool, input) : input;
  if (made !== input) {
    const checked = await validate(tool.inputSchema, made);
    if (!checked.success) {
      return { type: 'invalid', problem: { message: 'The input does not match the schema:', issues: checked.issues } };
    }
    input = deepFreeze(made);
    value = checked.value;
  }
  // From here on an edit is the call's input: if it defers again, that is what is shown.
  call.input = input;
  // The body, its validator, its predicate and its description each get a validation of their own. One is made whether
  // it is needed or not: calls that wait for as much as each other start in the order of the response.
  const fresh = freshOf(tool, input, await freshOf(tool, input)());
  const deferTo = async (kind: Question['kind'], metadata?: JSONObject): Promise<Plan> => ({
    type: 'defer',
    deferral: await toDeferral(call, { kind, tool, input, value, metadata }),
  });
  const rewritten = edited === undefined && !isSameJson(input, written) ? input : undefined;
  // A body may ask for more while it runs: its yes extends what the call may touch, also without policies.
  const ruling =
    isUngoverned(run, tool) && call.ruling.asksFor === undefined
      ? undefined
      : await decidePlanned(execution, tool, { input, value: fresh, rewritten });
  if (ruling?.type === 'end') return ruling;
  const validated = await askValidator(execution, tool, fresh);
  if (validated !== undefined) return await deferTo(validated.kind, validated.metadata);
  const isApproved = call.state.status === 'approved';
  const asks = call.hookedInput?.type === 'valid' && !isApproved ? call.hookedInput.asks : undefined;
  if (asks !== undefined) return await deferTo(asks.kind, asks.metadata);
  // This question takes the place of the one that was answered.
  if (ruling?.type === 'ask-others') call.deferrals -= 1;
  const isAsked =
    ruling?.type === 'ask-others' ||
    (!isApproved && (ruling?.type === 'ask' || (await needsApproval(execution, tool, fresh))));
  if (isAsked) return await deferTo('approval');
  if (await wasDefinedOtherwise(call, tool)) return await deferTo('approval');
  if (tool.execute === undefined) return await deferTo('external');
  if (wasShownOtherwise(call, value)) return await deferTo('approval');
  return { type: 'run', tool, input, value, fresh };
}

/**
 * Returns `true` when a call would run with another input than the approver saw. Approval is then requested again.
 *
 * @throws UserError when it was already requested again, because this would never end.
 */
export function wasShownOtherwise(call: TurnCall, value: unknown): boolean {
  if (call.consent.shown === undefined || isAsShown(call.consent.shown, showValue(value))) return false;
  const { toolName, toolCallId } = call;
  if (call.consent.askedAgain) {
    throw new UserError(
      'runs-otherwise',
      `The schema of tool '${toolName}' changes the input of '${toolCallId}' each time. Twice, the call would have run with another input than was shown, so it did not run. Make defaults and transforms of the schema depend on the input only, and read clocks and state in execute.`,
    );
  }
  call.consent.askedAgain = true;
  call.ruling.reason = runsOtherwise;
  // This question takes the place of the one that was answered.
  call.deferrals -= 1;
  return true;
}

/**
 * Returns `true` when a tool is not what it was when people said yes to its call; then it is asked about again, and the
 * new question says what changed.
 */
async function wasDefinedOtherwise(call: TurnCall, tool: Tool): Promise<boolean> {
  if (call.state.status !== 'approved' || call.consent.shownDefinition === undefined) return false;
  const changed = changedParts(call.consent.shownDefinition, await definitionOf(tool, call.toolName));
  if (changed.length === 0) return false;
  call.consent.changed = changed;
  call.consent.shownDefinition = undefined;
  // This question takes the place of the one that was answered.
  call.deferrals -= 1;
  return true;
}

/** Asks the tool's own validator. It may defer the call, like the body. */
async function askValidator(
  { run, call, signal }: Execution,
  tool: Tool,
  fresh: Fresh,
): Promise<Pick<Question, 'kind' | 'metadata'> | undefined> {
  if (tool.argsValidator === undefined) return undefined;
  const value = await fresh();
  try {
    await abortable(signal, () => tool.argsValidator?.(value, toolContext(run, call, signal)));
    return undefined;
  } catch (error) {
    if (!isDeferral(error)) throw error;
    return { kind: deferredAs(error), metadata: error.metadata };
  }
}

async function needsApproval({ run, call, signal, emit }: Execution, tool: Tool, fresh: Fresh): Promise<boolean> {
  const { requiresApproval = false } = tool;
  if (typeof requiresApproval === 'boolean') return requiresApproval;
  const value = await fresh();
  try {
    // Whatever is not a clear no asks: a predicate in plain JavaScript may forget to return.
    return (await abortable(signal, () => requiresApproval(value, toolContext(run, call, signal)))) !== false;
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `requiresApproval of tool '${call.toolName}' threw (${reason}), so the call '${call.toolCallId}' requires approval. Fix the function.`;
    emit({ type: 'warning', code: 'requires-approval-threw', message });
    return true;
  }
}

/** A call whose input passed its tool's schema, or what the model is to be told instead. */
export type PreparedCall =
  | {
      readonly type: 'ready';
      readonly tool: Tool;
      /** The input as the model wrote it, or as hooks changed it. */
      readonly written: JSONValue;
      /** The same, or what is known to be its input by now. */
      readonly input: JSONValue;
      /** The input, validated. Nobody else has it. */
      readonly value: unknown;
    }
  | { readonly type: 'invalid'; readonly problem: CallProblem };

/** Finds the tool and checks the input. Nothing that fails here is ever shown to a person. */
export async function prepareCall(run: RunScope, call: TurnCall, known?: JSONValue): Promise<PreparedCall> {
  const tool = run.stepTools.get(call.toolName);
  if (tool === undefined) {
    const names = quoteList([...offeredTools(run).keys()]);
    return invalid(`Unknown tool name: '${call.toolName}'. Available tools: ${names}`);
  }
  let parsed = parseInput(call.rawInput);
  if (known === undefined && call.hookedInput === undefined) {
    const hookedInput = await middlewareOf(tool)?.validate({ run, call, tool, parsed });
    if (hookedInput !== undefined) call.hookedInput = hookedInput;
  }
  const { hookedInput } = call;
  if (hookedInput?.type === 'failed') throw new ToolFailed(hookedInput.message);
  if (hookedInput?.type === 'invalid') return hookedInput;
  if (hookedInput !== undefined) parsed = { success: true, value: hookedInput.input };
  if (!parsed.success) return invalid(parsed.message);
  const input = deepFreeze(known ?? parsed.value);
  const result = await validate(tool.inputSchema, input);
  if (!result.success) return invalid('The input does not match the schema:', result.issues);
  if (result.unchecked) call.unchecked = true;
  return { type: 'ready', tool, written: parsed.value, input, value: result.value };
}

function invalid(message: string, issues?: readonly Issue[]): PreparedCall {
  return { type: 'invalid', problem: { message, ...definedProps({ issues }) } };
}
