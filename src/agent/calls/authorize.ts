import { isWithin } from '../../approval/policy/policy-call.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { ExecuteContext, ToolRunContext } from '../../protocol/run-context.js';
import { ApprovalRequired } from '../../protocol/signals.js';
import { decideMore, extendBudget } from '../policy/enforce-policies.js';
import { needPeople } from '../policy/people.js';
import { toPolicyCall } from '../policy/policy-call.js';
import { refusalOf } from '../policy/refusals.js';
import type { Execution } from '../run/run-scope.js';
import { findGrant, toDenial } from './ask-grants.js';
import type { RunPlan } from './plan-call.js';

/** Thrown in a tool's body when a policy refuses what the tool goes on to do. Ends the call; the run goes on. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly end: CallEnd;

  constructor(end: CallEnd) {
    super('message' in end ? end.message : end.status);
    this.end = end;
  }
}

/** A body's context, with which it can ask for more than its call was let through with. */
export function withAuthorize<CTX extends ToolRunContext>(
  ctx: CTX,
  execution: Execution,
  plan: RunPlan,
): CTX & Pick<ExecuteContext, 'authorize'> {
  return Object.assign(ctx, {
    authorize: async (...capabilities: readonly string[]): Promise<void> => {
      const missing = capabilities.filter((one) => !isWithin(one, execution.call.ruling.budget));
      if (missing.length > 0) await askForMore(execution, plan, missing);
    },
  });
}

/**
 * Asks the policies, then what people wanted to be remembered, whether a call may use more than it was let through
 * with.
 *
 * @throws CallRefused when it may not, ApprovalRequired when people have to be asked.
 */
async function askForMore(
  execution: Execution,
  { tool, input, fresh }: RunPlan,
  missing: readonly string[],
): Promise<void> {
  const { call } = execution;
  const policyCall = {
    ...(await toPolicyCall(execution, tool, { input, value: await fresh() })),
    capabilities: missing,
  };
  const found = await decideMore(execution, policyCall);
  const decision = found?.decision;
  const end = found && refusalOf(found);
  if (end !== undefined) throw new CallRefused(end);
  if (decision?.effect === 'allow') return extendBudget(call, missing);
  const asksFor = decision?.effect === 'ask' ? (decision.asksFor ?? missing) : missing;
  const needs = decision?.effect === 'ask' ? decision.needs : undefined;
  const remembered = needs === undefined ? await findGrant(execution, policyCall, asksFor) : undefined;
  if (remembered?.effect === 'allow') return extendBudget(call, missing);
  if (remembered !== undefined) throw new CallRefused(toDenial(remembered));
  call.ruling.asksFor = missing;
  needPeople(call, needs);
  call.ruling.reason = decision?.reason ?? `It goes on to use ${missing.join(', ')}, which was not said before.`;
  throw new ApprovalRequired();
}
