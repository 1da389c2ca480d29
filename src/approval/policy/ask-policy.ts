import type { RunContext } from '../../protocol/run-context.js';
import type { Policy } from './policy.js';
import type { PolicyCall } from './policy-call.js';
import { isPolicyDecision, type PolicyDecision } from './policy-decision.js';

/** What a policy says of a call. One that fails, or says nothing that makes sense, lets nothing through: it asks. */
export async function askPolicy(policy: Policy, call: PolicyCall, ctx?: RunContext): Promise<PolicyDecision> {
  try {
    const decision: unknown = await policy.decide(call, ctx);
    if (isPolicyDecision(decision)) return decision;
    throw new Error(`it decided ${JSON.stringify(decision)}, which is no decision`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { effect: 'ask', reason: `Policy '${policy.name}' failed (${reason}).` };
  }
}
