import { ApprovalRequired } from '../../protocol/signals.js';
import { enforcerOf } from '../policy/enforcer.js';
import { extendBudget, toPolicyCall } from '../policy/policy-call.js';
import type { Execution } from '../run/run-scope.js';
import { findGrant, toDenial } from './ask-grants.js';
import { CallRefused } from './call-refused.js';
import type { RunPlan } from './plan-call.js';

/**
 * Asks the policies, then what people wanted to be remembered, whether a call may use more than it was let through with.
 *
 * @throws CallRefused when it may not, ApprovalRequired when people have to be asked.
 */
export async function askForMore(
  execution: Execution,
  { tool, input, fresh }: RunPlan,
  missing: readonly string[],
): Promise<void> {
  const { run, call } = execution;
  const policyCall = {
    ...(await toPolicyCall(execution, tool, { input, value: await fresh() })),
    capabilities: missing,
  };
  const enforcer = enforcerOf(run.policies);
  const judgement = await enforcer?.judgeMore(execution, policyCall);
  const verdict = judgement?.verdict;
  const end = judgement && enforcer?.toEnd(judgement);
  if (end !== undefined) throw new CallRefused(end);
  if (verdict?.effect === 'allow') return extendBudget(call, missing);
  const asksFor = verdict?.effect === 'ask' ? (verdict.asksFor ?? missing) : missing;
  const remembered = await findGrant(execution, policyCall, asksFor);
  if (remembered?.effect === 'approve') return extendBudget(call, missing);
  if (remembered !== undefined) throw new CallRefused(toDenial(remembered));
  call.asksFor = missing;
  call.reason = verdict?.why ?? `It goes on to use ${missing.join(', ')}, which was not said before.`;
  throw new ApprovalRequired();
}
