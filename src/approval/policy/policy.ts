import type { JSONValue } from '../../protocol/base/json.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { RunContext } from '../../protocol/run-context.js';
import { alwaysMatches, type CallMatch, eachOf, matchCall } from './match-rule.js';
import { type PolicyCall, unknownCapability } from './policy-call.js';
import { type PolicyDecision, type PolicyTool, type Refusal, strictest } from './policy-decision.js';
import { nameOf, type PolicyRule } from './policy-rule.js';
import { type PolicyPreset, presetRules } from './presets.js';

/** Decides which calls run at once, which are asked about, and which never run. Made by {@link createPolicy}, or your own. */
export interface Policy {
  readonly name: string;
  /** Decides about one call. Must not throw: an error is taken for "ask". */
  decide(call: PolicyCall, ctx?: RunContext): PolicyDecision | PromiseLike<PolicyDecision>;
  /** Changes an input before it is decided about, shown or run; gives the same input when there is nothing to change. */
  rewrite?(call: PolicyCall, ctx?: RunContext): JSONValue | PromiseLike<JSONValue>;
  /** Says of a tool that none of its calls could ever run, so that the model need not see it. */
  hides?(tool: PolicyTool): Refusal | undefined;
}

/** Options of {@link createPolicy}. */
export interface PolicyOptions {
  /** Stands in events. Default: the preset's name. */
  readonly name?: string;
  /** What holds beside the rules. Default: `supervised`. */
  readonly preset?: PolicyPreset;
  /** In any order: the strictest that matches wins. Default: none. */
  readonly rules?: readonly PolicyRule[];
}

/**
 * Makes a policy. Of all rules that match a call the strictest wins: block, deny, ask, allow. A call with several
 * capabilities is decided for each of them, and the strictest wins again. What declares capabilities of which no rule
 * speaks is asked about; what declares none and meets no rule runs as its tool says.
 *
 * @example
 * const policy = createPolicy({
 *   rules: [allow('fs.write:/drafts/**'), block('secrets.access', 'Secrets stay out of the conversation.')],
 * });
 */
export function createPolicy({ name, preset = 'supervised', rules = [] }: PolicyOptions = {}): Policy {
  const all = [...rules, ...presetRules(preset)];
  const policy = name ?? preset;
  return {
    name: policy,
    decide: (call, ctx) => decide(all, { policy, call, ctx }),
    // Only where there is something to do: what a call touches has to be found out before.
    ...(all.some((rule) => rule.rewrite !== undefined) && { rewrite: (call, ctx) => rewrite(all, call, ctx) }),
    hides: (tool) => hides(all, policy, tool),
  };
}

interface Deciding {
  readonly policy: string;
  readonly call: PolicyCall;
  readonly ctx: RunContext | undefined;
}

async function decide(rules: readonly PolicyRule[], { policy, call, ctx }: Deciding): Promise<PolicyDecision> {
  const matches = await Promise.all(rules.map(async (rule) => ({ rule, match: await matchCall(rule, call, ctx) })));
  const decisions = eachOf(call.capabilities).map((capability) => {
    const [first, ...rest] = matches.flatMap(({ rule, match }) => toDecision(policy, rule, match(capability)));
    return first === undefined ? unspoken(policy, capability) : strictest([first, ...rest]);
  });
  const [first = unspoken(policy, undefined), ...rest] = decisions;
  const decision = strictest([first, ...rest]);
  if (decision.effect !== 'ask' || call.capabilities.length === 0) return decision;
  return { ...decision, asksFor: call.capabilities.filter((_, index) => decisions[index]?.effect === 'ask') };
}

/** A rule that may restrict a call asks about it when it cannot tell. */
function toDecision(policy: string, rule: PolicyRule, match: CallMatch): readonly PolicyDecision[] {
  if (match === 'no') return [];
  const named = { rule: nameOf(rule) };
  if (match === 'maybe') {
    const reason = `It cannot be told whether ${named.rule} applies (${rule.effect.type}), as the call does not say what it touches.`;
    return [{ effect: 'ask', reason, ...named, ...needsOf(rule) }];
  }
  return [decisionOf(policy, rule)];
}

function decisionOf(policy: string, { effect, ...rule }: PolicyRule): PolicyDecision {
  const named = { rule: nameOf({ effect, ...rule }) };
  switch (effect.type) {
    case 'allow':
      return { effect: 'allow', reason: rule.reason ?? `Policy '${policy}' allows ${named.rule}.`, ...named };
    case 'ask':
      return {
        effect: 'ask',
        reason: rule.reason ?? `Policy '${policy}' asks about ${named.rule}.`,
        ...named,
        ...needsOf({ effect }),
      };
    case 'deny':
      return { effect: 'deny', reason: rule.reason ?? effect.message, message: effect.message, ...named };
    case 'block':
      return { effect: 'block', reason: rule.reason ?? effect.message, message: effect.message, ...named };
    default:
      return effect satisfies never;
  }
}

function needsOf({ effect }: Pick<PolicyRule, 'effect'>): { readonly needs?: readonly PeopleNeeded[] } {
  return effect.type === 'ask' && effect.needs !== undefined ? { needs: [effect.needs] } : {};
}

function unspoken(policy: string, capability: string | undefined): PolicyDecision {
  if (capability === undefined) return { effect: 'declared', reason: `Policy '${policy}' has no rule for this call.` };
  const what = capability === unknownCapability ? 'what the tool could not tell' : capability;
  return { effect: 'ask', reason: `No rule of policy '${policy}' allows ${what}.` };
}

/** Each rule sees what the ones before it made; whether it applies is told by the original. */
async function rewrite(
  rules: readonly PolicyRule[],
  call: PolicyCall,
  ctx: RunContext | undefined,
): Promise<JSONValue> {
  let { input } = call;
  for (const rule of rules) {
    if (rule.rewrite === undefined) continue;
    const match = await matchCall(rule, call, ctx);
    if (eachOf(call.capabilities).some((one) => match(one) !== 'no'))
      input = await rule.rewrite(structuredClone(input));
  }
  return input;
}

function hides(rules: readonly PolicyRule[], policy: string, tool: PolicyTool): Refusal | undefined {
  const rule = rules.find((candidate) => candidate.effect.type === 'block' && alwaysMatches(candidate, tool));
  const decision = rule && decisionOf(policy, rule);
  return decision?.effect === 'block' ? decision : undefined;
}
