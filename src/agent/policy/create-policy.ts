import { createPolicy as makePolicy, type Policy, type PolicyOptions } from '../../approval/policy/policy.js';
import { policyEnforcer } from './enforce-policies.js';
import { withEnforcer } from './enforcer.js';

/**
 * Makes a policy. Of all rules that match a call the strictest wins: block, deny, ask, allow. A call with several
 * capabilities is decided for each of them, and the strictest wins again. What declares capabilities of which no rule
 * speaks is asked about; what declares none and meets no rule runs as its tool says.
 *
 * @param options - preset, rules and name; default: the preset `supervised` alone.
 * @example
 * const policy = createPolicy({
 *   rules: [allow('fs.write:/drafts/**'), block('secrets.access', 'Secrets stay out of the conversation.')],
 * });
 */
export function createPolicy(options?: PolicyOptions): Policy {
  return definePolicy(makePolicy(options));
}

/**
 * Makes a policy of your own one that runs obey. A run refuses any other, so that none is ignored.
 *
 * @param policy - its name and what it decides. An object of a class may be one.
 * @example
 * const quiet = definePolicy({ name: 'quiet', decide: ({ toolName }) => isQuiet(toolName) ? allowed : asked });
 */
export function definePolicy(policy: Policy): Policy {
  const { name, decide, rewrite, hides } = policy;
  const bound: Policy = {
    name,
    decide: decide.bind(policy),
    ...(rewrite === undefined ? {} : { rewrite: rewrite.bind(policy) }),
    ...(hides === undefined ? {} : { hides: hides.bind(policy) }),
  };
  return withEnforcer(bound, policyEnforcer);
}
