import { UserError } from '../../protocol/base/errors.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import { type AskRuleOptions, type CallMatcher, type PolicyRule, type RuleOptions, toPattern } from './policy-rule.js';

/**
 * Makes a rule whose calls run without approval.
 *
 * @param match the calls: a capability with globs, or a pattern whose members must all match.
 * @throws UserError `policy-pattern` for a pattern with an unknown or `undefined` member.
 * @example allow('fs.write:/drafts/**')
 */
export function allow(match: CallMatcher, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'allow' }, match: toPattern(match) };
}

/**
 * Makes a rule whose calls require approval, even if another rule allows them. It can require several people, specific
 * people, or someone other than the person who started the run. A run server counts the approvals; in a tab, such a
 * call stays open.
 *
 * @param match the calls: a capability with globs, or a pattern whose members must all match.
 * @throws UserError `policy-pattern` for a pattern with an unknown or `undefined` member, `policy-people` when
 *   `approvals` is not a positive integer or `from` contains neither roles nor people.
 * @example ask({ tool: 'send_*' }, { reason: 'It leaves the page.' })
 * @example ask('payments.send', { approvals: 2, from: ['role:ops'], notRequester: true })
 */
export function ask(
  match: CallMatcher,
  { approvals, from, notRequester, ...options }: AskRuleOptions = {},
): PolicyRule {
  const needs = peopleNeeded({ approvals, from, notRequester });
  return { ...options, effect: { type: 'ask', ...(needs && { needs }) }, match: toPattern(match) };
}

function peopleNeeded({
  approvals,
  from,
  notRequester,
}: { readonly [KEY in keyof PeopleNeeded]?: PeopleNeeded[KEY] | undefined }): PeopleNeeded | undefined {
  if (approvals === undefined && from === undefined && notRequester !== true) return undefined;
  const isCount = approvals === undefined || (Number.isInteger(approvals) && approvals > 0);
  const areNames = from === undefined || (from.length > 0 && from.every((one) => /^(?:role|person):./.test(one)));
  if (!isCount || !areNames) {
    throw new UserError(
      'policy-people',
      `A rule requires approval from ${JSON.stringify({ approvals, from })}, which nobody can satisfy, so its calls would never run. Set \`approvals\` to an integer of at least 1, and \`from\` to strings such as 'role:ops' or 'person:ada'.`,
    );
  }
  return {
    approvals: approvals ?? 1,
    ...(from && { from: [...from] }),
    ...(notRequester === true && { notRequester }),
  };
}

/**
 * Makes a rule whose calls are denied with a message that the model reads.
 *
 * @param match the calls: a capability with globs, or a pattern whose members must all match.
 * @param message the reason, as a sentence; the model reads it.
 * @throws UserError `policy-pattern` for a pattern with an unknown or `undefined` member.
 * @example deny('net.egress', 'Work offline, please.')
 */
export function deny(match: CallMatcher, message: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'deny', message }, match: toPattern(match) };
}

/**
 * Makes a rule whose calls can never run. A tool whose calls are all blocked is not offered to the model.
 *
 * @param match the calls: a capability with globs, or a pattern whose members must all match.
 * @param message the reason, as a sentence; people and the model read it.
 * @throws UserError `policy-pattern` for a pattern with an unknown or `undefined` member.
 * @example block('secrets.access', 'Secrets stay out of the conversation.')
 */
export function block(match: CallMatcher, message: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'block', message }, match: toPattern(match) };
}
