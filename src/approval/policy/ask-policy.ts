import type { RunContext } from '../../protocol/run-context.js';
import type { Policy } from './policy.js';
import type { PolicyCall } from './policy-call.js';
import { isPolicyDecision, type PolicyDecision } from './policy-decision.js';

/**
 * Returns a policy's decision about a call. If the policy throws or returns an invalid decision, the call requires
 * approval.
 */
export async function askPolicy(policy: Policy, call: PolicyCall, ctx?: RunContext): Promise<PolicyDecision> {
  try {
    const decision: unknown = await policy.decide(call, ctx);
    if (isPolicyDecision(decision)) return decision;
    throw new Error(`it returned ${JSON.stringify(decision)}, which is not a decision`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { effect: 'ask', reason: `Policy '${policy.name}' failed (${reason}).` };
  }
}
