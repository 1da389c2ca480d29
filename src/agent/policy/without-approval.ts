import type { Policy } from '../../approval/policy/policy.js';

/**
 * A policy as the runs within its run obey it: what it forbids or asks holds there too, what it allows is for them to
 * say.
 */
export function withoutApproval(policy: Policy): Policy {
  const { name, rewrite, hides } = policy;
  return {
    name,
    // An object of a class may be a policy, so its methods stay its own.
    decide: async (call, ctx) => {
      const decision = await policy.decide(call, ctx);
      return decision.effect === 'allow' ? { ...decision, effect: 'declared' } : decision;
    },
    ...(rewrite === undefined ? {} : { rewrite: rewrite.bind(policy) }),
    ...(hides === undefined ? {} : { hides: hides.bind(policy) }),
  };
}
