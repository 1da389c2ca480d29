import type { CallEnd } from '../protocol/call-end.js';
import { deepFreeze, isSameJson, type JSONObject, type JSONValue } from '../protocol/json.js';
import { validate } from '../protocol/schema.js';
import { isControlSignal } from '../protocol/signals.js';
import type { Tool } from '../tools/tool.js';
import { abortable } from './abortable.js';
import { enforcerOf } from './enforcer.js';
import { judgeCall } from './judge-call.js';
import { extendBudget, forgetDeclared } from './policy-call.js';
import { type CallProblem, prepareCall, toDeferral, toolContext } from './prepare-call.js';
import type { Execution } from './run-scope.js';
import type { Deferral } from './turn.js';

/** A call whose body may run with this input. `shown` is another validation of the same, for what describes it. */
export interface RunPlan {
  readonly type: 'run';
  readonly tool: Tool;
  readonly input: JSONValue;
  readonly value: unknown;
  readonly shown: unknown;
}

/** What is to be done about a call now: run it, ask about it, or tell the model what is wrong. */
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
  const hidden = enforcerOf(execution.run.policies)?.judgeHidden(execution);
  if (hidden !== undefined) return { type: 'end', end: hidden };
  const prepared = await prepareCall(run, call);
  if (prepared.type === 'invalid') return prepared;
  const { tool } = prepared;
  const edited = call.state.status === 'approved' ? call.state.answer.overrideArgs : undefined;
  const known = edited ?? call.input ?? (await enforcerOf(run.policies)?.rewriteInput(execution, tool, prepared.input));
  const input = deepFreeze(known ?? prepared.input);
  const checked = await validate(tool.inputSchema, input);
  if (!checked.success) {
    return { type: 'invalid', problem: { message: 'The input does not match the schema:', issues: checked.issues } };
  }
  if (edited !== undefined) forgetDeclared(call);
  // A yes is a yes to what was asked for.
  if (call.state.status === 'approved') extendBudget(call, call.asksFor ?? []);
  // From here on an edit is the call's input: if it defers again, that is what is shown.
  call.input = input;
  // The body, its validator, its predicate and its description each get a validation of their own.
  const fresh = async (): Promise<unknown> => {
    const again = await validate(tool.inputSchema, input);
    return again.success ? again.value : input;
  };
  const deferTo = async (kind: Deferral['kind'], metadata?: JSONObject): Promise<Plan> => ({
    type: 'defer',
    deferral: toDeferral(call, { kind, tool, input, value: await fresh(), metadata }),
  });
  const rewritten = edited === undefined && !isSameJson(input, prepared.input) ? input : undefined;
  const judged = await judgeCall(execution, tool, { input, value: await fresh(), rewritten });
  if (judged.type === 'end') return judged;
  const validated = await askValidator(execution, tool, fresh);
  if (validated !== undefined) return await deferTo(validated.kind, validated.metadata);
  const isApproved = call.state.status === 'approved';
  const isAsked = !isApproved && (judged.type === 'ask' || (await needsApproval(execution, tool, fresh)));
  if (isAsked) return await deferTo('approval');
  if (tool.execute === undefined) return await deferTo('external');
  return { type: 'run', tool, input, value: checked.value, shown: await fresh() };
}

type Fresh = () => Promise<unknown>;

/** Asks the tool's own validator. It may defer the call, like the body. */
async function askValidator(
  { run, call, signal }: Execution,
  tool: Tool,
  fresh: Fresh,
): Promise<Pick<Deferral, 'kind' | 'metadata'> | undefined> {
  if (tool.argsValidator === undefined) return undefined;
  const value = await fresh();
  try {
    await abortable(signal, () => tool.argsValidator?.(value, toolContext(run, call, signal)));
    return undefined;
  } catch (error) {
    if (!isControlSignal(error)) throw error;
    if (error.kind === 'approval-required') return { kind: 'approval', metadata: error.metadata };
    if (error.kind === 'call-deferred') return { kind: 'external', metadata: error.metadata };
    throw error;
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
    const why = error instanceof Error ? error.message : String(error);
    const message = `requiresApproval of tool '${call.toolName}' threw (${why}), so the call '${call.toolCallId}' is asked about. Mend the function.`;
    emit({ type: 'warning', code: 'requires-approval-threw', message });
    return true;
  }
}
