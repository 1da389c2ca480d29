import type { JSONValue } from '../../protocol/base/json.js';
import type { Reversible } from '../../protocol/base/reversible.js';
import { toTitle } from '../../protocol/base/words.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { RunContext } from '../../protocol/run-context.js';
import { alwaysMatches, type CallMatch, eachOf, matchCall } from './match-rule.js';
import { type PolicyCall, unknownCapability } from './policy-call.js';
import { type PolicyDecision, type PolicyTool, type Refusal, strictest } from './policy-decision.js';
import { nameOf, type PolicyRule } from './policy-rule.js';
import { type PolicyPreset, presetRules } from './presets.js';

/** Decides which calls run, require approval, or never run. Made by {@link createPolicy}, or your own. */
export interface Policy {
  readonly name: string;
  /** Decides about one call. If it throws, the call requires approval. */
  decide(call: PolicyCall, ctx?: RunContext): PolicyDecision | PromiseLike<PolicyDecision>;
  /**
   * Changes an input before it is decided, shown or executed. Returns the same input when there is nothing to change.
   */
  rewrite?(call: PolicyCall, ctx?: RunContext): JSONValue | PromiseLike<JSONValue>;
  /** Returns the refusal when no call of a tool can ever run, so that the tool is not offered to the model. */
  hides?(tool: PolicyTool): Refusal | undefined;
}

/** Options of {@link createPolicy}. */
export interface PolicyOptions {
  /** The name in events. Default: the preset's name. */
  readonly name?: string;
  /** The built-in rules that apply in addition. Default: `supervised`. */
  readonly preset?: PolicyPreset;
  /** The rules, in any order: the strictest one that matches wins. Default: none. */
  readonly rules?: readonly PolicyRule[];
}

/**
 * Makes a policy. Of all rules that match a call, the strictest wins: block, deny, ask, allow. A call with several
 * capabilities is decided for each of them, and again the strictest wins. A capability that no rule matches requires
 * approval. A call that declares no capabilities and matches no rule follows its tool's `requiresApproval`.
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
    // Set only if a rule rewrites: otherwise the capabilities would have to be resolved twice.
    ...(all.some((rule) => rule.rewrite !== undefined) && { rewrite: (call, ctx) => rewrite(all, call, ctx) }),
    hides: (tool) => hides(all, policy, tool),
  };
}

/** A rule that matches a call. */
interface RuleMatch {
  readonly policy: string;
  readonly rule: PolicyRule;
  /** Missing if the rule matches every call of a tool. */
  readonly call: PolicyCall | undefined;
}

interface DecisionInput {
  readonly policy: string;
  readonly call: PolicyCall;
  readonly ctx: RunContext | undefined;
}

async function decide(rules: readonly PolicyRule[], { policy, call, ctx }: DecisionInput): Promise<PolicyDecision> {
  const matches = await Promise.all(rules.map(async (rule) => ({ rule, match: await matchCall(rule, call, ctx) })));
  const decisions = eachOf(call.capabilities).map((capability) => {
    const [first, ...rest] = matches.flatMap(({ rule, match }) =>
      toDecision({ policy, rule, call }, match(capability)),
    );
    return first === undefined ? defaultDecision(policy, capability) : strictest([first, ...rest]);
  });
  const [first = defaultDecision(policy, undefined), ...rest] = decisions;
  const decision = strictest([first, ...rest]);
  if (decision.effect !== 'ask' || call.capabilities.length === 0) return decision;
  return { ...decision, asksFor: call.capabilities.filter((_, index) => decisions[index]?.effect === 'ask') };
}

/** Converts a match to decisions. A rule that possibly restricts a call requires approval. */
function toDecision({ policy, rule, call }: RuleMatch, match: CallMatch): readonly PolicyDecision[] {
  if (match === 'no') return [];
  const named = { rule: nameOf(rule) };
  if (match === 'maybe') {
    const reason =
      circumstances(rule, call) ??
      `It is unclear whether ${named.rule} applies (${rule.effect.type}), because the call does not specify what it accesses.`;
    return [{ effect: 'ask', reason, ...named, ...needsOf(rule) }];
  }
  return [decisionOf({ policy, rule, call })];
}

function decisionOf({ policy, rule: { effect, ...rule }, call }: RuleMatch): PolicyDecision {
  const named = { rule: nameOf({ effect, ...rule }) };
  switch (effect.type) {
    case 'allow':
      return { effect: 'allow', reason: rule.reason ?? `Policy '${policy}' allows ${named.rule}.`, ...named };
    case 'ask':
      return {
        effect: 'ask',
        reason: rule.reason ?? circumstances(rule, call) ?? `Policy '${policy}' requires approval for ${named.rule}.`,
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

/** Returns the reason of a rule about earlier content or about undoing, in words. */
function circumstances({ match }: Pick<PolicyRule, 'match'>, call: PolicyCall | undefined): string | undefined {
  const { untrustedReads = [], reversible } = call ?? {};
  const undone = reversible === undefined ? 'It may not be possible to undo it.' : undoWords(reversible);
  const sentences = [
    match.afterUntrusted === true
      ? `The agent has read content from outside: ${untrustedReads.map(toTitle).join(', ')}.`
      : '',
    match.irreversible === true ? undone : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ') || undefined;
}

function undoWords(reversible: Reversible): string {
  return reversible === 'no' ? 'It cannot be undone.' : `It can be undone only ${reversible}.`;
}

function needsOf({ effect }: Pick<PolicyRule, 'effect'>): { readonly needs?: readonly PeopleNeeded[] } {
  return effect.type === 'ask' && effect.needs !== undefined ? { needs: [effect.needs] } : {};
}

function defaultDecision(policy: string, capability: string | undefined): PolicyDecision {
  if (capability === undefined) return { effect: 'declared', reason: `Policy '${policy}' has no rule for this call.` };
  const what = capability === unknownCapability ? 'a call whose capabilities are unknown' : capability;
  return { effect: 'ask', reason: `No rule of policy '${policy}' allows ${what}.` };
}

/**
 * Applies all rewriting rules. Each gets the result of the previous ones; the original call decides which rules match.
 */
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
  const decision = rule && decisionOf({ policy, rule, call: undefined });
  return decision?.effect === 'block' ? decision : undefined;
}
