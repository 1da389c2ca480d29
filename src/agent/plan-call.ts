import { deepFreeze, type JSONObject, type JSONValue } from '../protocol/json.js';
import { validate } from '../protocol/schema.js';
import { isControlSignal } from '../protocol/signals.js';
import type { Tool } from '../tools/tool.js';
import { abortable } from './abortable.js';
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
  | { readonly type: 'invalid'; readonly problem: CallProblem };

/**
 * Decides what is to be done about a call: finds its tool, checks its input, asks its validator and whether it needs a
 * yes. What is invalid is never shown to a person.
 *
 * @throws what the tool's own validator throws, except that it defers.
 */
export async function planCall(execution: Execution): Promise<Plan> {
  const { run, call } = execution;
  const prepared = await prepareCall(run, call);
  if (prepared.type === 'invalid') return prepared;
  const { tool } = prepared;
  const approved = call.state.status === 'approved' ? call.state.answer : undefined;
  const input = deepFreeze(approved?.overrideArgs ?? call.input ?? prepared.input);
  const checked = await validate(tool.inputSchema, input);
  if (!checked.success) {
    return { type: 'invalid', problem: { message: 'The input does not match the schema:', issues: checked.issues } };
  }
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
  const validated = await askValidator(execution, tool, fresh);
  if (validated !== undefined) return await deferTo(validated.kind, validated.metadata);
  const isAsked = approved === undefined && (await needsApproval(execution, tool, fresh));
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
