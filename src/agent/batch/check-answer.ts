import type { DeferredAnswer, ToolApproved } from '../../protocol/answers.js';
import { toJson } from '../../protocol/base/json.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, isControlSignal } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import { checkEdit } from '../policy/enforce-policies.js';
import type { RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import type { TurnCall } from '../run/turn.js';

/** What is wrong with an answer: an edited input or a result that breaks its tool's schema. Empty: nothing. */
export async function checkAnswer(run: RunScope, call: TurnCall, answer: DeferredAnswer): Promise<readonly Issue[]> {
  if (call.providerApprovalId !== undefined && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    return [{ path: [], message: 'The provider runs this call itself, so its input cannot be edited here.' }];
  }
  const tool = run.stepTools.get(call.toolName);
  if (tool === undefined) return [];
  if (answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    const result = await validate(tool.inputSchema, answer.overrideArgs);
    if (!result.success) return result.issues;
    const refused = await askPolicies(run, { tool, call, answer }, result.value);
    return refused.length > 0 ? refused : await askValidator(run, { tool, call, answer }, result.value);
  }
  if (answer.kind === 'tool-return' && tool.outputSchema !== undefined) {
    const result = await validate(tool.outputSchema, answer.returnValue);
    return result.success ? [] : result.issues;
  }
  return [];
}

interface Edit {
  readonly tool: Tool;
  readonly call: TurnCall;
  readonly answer: ToolApproved;
}

/** What the policies forbid, people cannot edit a call into. */
async function askPolicies(run: RunScope, { tool, call, answer }: Edit, value: unknown): Promise<readonly Issue[]> {
  const execution = { run, call, signal: run.signal, emit: () => {} };
  const input = toJson(answer.overrideArgs, `The edited input of '${call.toolCallId}'`);
  return await checkEdit(execution, tool, { input, value });
}

/** What the tool's own validator has against an edit. The model did not make it, so it is not told to mend it. */
async function askValidator(run: RunScope, { tool, call, answer }: Edit, value: unknown): Promise<readonly Issue[]> {
  const approved: TurnCall = { ...call, state: { status: 'approved', answer, metadata: undefined } };
  try {
    await abortable(run.signal, () => tool.argsValidator?.(value, toolContext(run, approved, run.signal)));
    return [];
  } catch (error) {
    if (!isControlSignal(error) || error.kind !== 'model-retry') return []; // it comes up when the call is about to run
    return error.issues ?? [{ path: [], message: error.message }];
  }
}
