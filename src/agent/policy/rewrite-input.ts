import type { Policy } from '../../approval/policy/policy.js';
import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze, isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { issueText } from '../../protocol/call-end.js';
import { validate } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import { asFatal } from '../plumbing/fatal.js';
import { type Execution, runContext } from '../run/run-scope.js';
import { toPolicyCall } from './policy-call.js';

/**
 * Lets the policies change an input, before anything is decided about it or shown.
 *
 * @throws UserError, which ends the run, when a rule fails or makes an input that its tool cannot take: the original
 * must not run in its place.
 */
export async function rewriteInput(execution: Execution, tool: Tool, original: JSONValue): Promise<JSONValue> {
  const { run } = execution;
  let input = original;
  for (const policy of run.gate.policies) {
    if (policy.rewrite === undefined) continue;
    const before = await validate(tool.inputSchema, input);
    const call = await toPolicyCall(execution, tool, { input, value: before.success ? before.value : input });
    const rewrite = async (): Promise<JSONValue | undefined> => {
      const made = await policy.rewrite?.(call, runContext(run));
      return made === undefined ? undefined : toJson(made, 'What it made of the input');
    };
    const made = await abortable(run.signal, rewrite).catch((error: unknown) => {
      if (run.signal.aborted) throw error;
      throw asFatal(badRewrite(policy, call.toolName, serializeError(error).message));
    });
    if (made === undefined || isSameJson(made, input)) continue;
    input = deepFreeze(made);
    const after = await validate(tool.inputSchema, input);
    if (after.success) continue;
    const list = after.issues.map((issue) => issueText(issue, 'input')).join('; ');
    throw asFatal(badRewrite(policy, call.toolName, list));
  }
  return input;
}

function badRewrite(policy: Policy, toolName: string, reason: string): UserError {
  return new UserError(
    'policy-rewrite',
    `A rule of policy '${policy.name}' could not rewrite an input of tool '${toolName}' (${reason}). The call did not run, because the rule requires another input. Fix rewrite() of the rule.`,
  );
}
