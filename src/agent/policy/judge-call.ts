import type { JSONValue } from '../../protocol/json.js';
import type { Execution } from '../run/run-scope.js';
import { enforcerOf, type Judged } from './enforcer.js';
import { type Considered, type DescribedTool, extendBudget, toPolicyCall } from './policy-call.js';

/** A call, and what a rule made of its input. */
interface Judging extends Considered {
  readonly rewritten: JSONValue | undefined;
}

/** Finds out what a call touches, and asks the policies about it. */
export async function judgeCall(execution: Execution, tool: DescribedTool, judging: Judging): Promise<Judged> {
  const { run, call } = execution;
  const pass = { type: 'pass' } as const;
  const enforcer = enforcerOf(run.policies);
  if (tool.capabilities === undefined && enforcer === undefined && run.grants === undefined) return pass;
  call.policyCall = await toPolicyCall(execution, tool, judging);
  // What was let through stays: a tool that asks for more is let through with all of it.
  extendBudget(call, call.policyCall.capabilities);
  return (await enforcer?.judgeCall(execution, call.policyCall, judging.rewritten)) ?? pass;
}
