import type { RunContext } from '../../protocol/run-context.js';
import type { Policy } from './policy.js';
import type { PolicyCall } from './policy-call.js';
import { isVerdict, type PolicyVerdict } from './policy-verdict.js';

/** What a policy says of a call. One that fails, or says nothing that makes sense, lets nothing through: it asks. */
export async function askPolicy(policy: Policy, call: PolicyCall, ctx?: RunContext): Promise<PolicyVerdict> {
  try {
    const verdict: unknown = await policy.decide(call, ctx);
    if (isVerdict(verdict)) return verdict;
    throw new Error(`it decided ${JSON.stringify(verdict)}, which is no verdict`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { effect: 'ask', why: `Policy '${policy.name}' failed (${why}).` };
  }
}
