import { UserError } from '../../protocol/base/errors.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import { type AskRuleOptions, type CallMatcher, type PolicyRule, type RuleOptions, toPattern } from './policy-rule.js';

/**
 * A rule whose calls run without being asked about: it counts as the yes.
 *
 * @param match which calls are meant: a capability with globs, or a pattern of several things that must all fit.
 * @throws UserError `policy-pattern` for a pattern with a member that does not exist or is `undefined`.
 * @example allow('fs.write:/drafts/**')
 */
export function allow(match: CallMatcher, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'allow' }, match: toPattern(match) };
}

/**
 * A rule whose calls are asked about, whatever allows them. It may ask for several people, for some of them, or for somebody else than who
 * started the run: a run server counts them, while in a tab such a call stays open.
 *
 * @param match which calls are meant: a capability with globs, or a pattern of several things that must all fit.
 * @throws UserError `policy-pattern` for a pattern with a member that does not exist or is `undefined`, `policy-people` where nobody or less than
 * one person would have to say yes, or `from` names neither roles nor people.
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
      `A rule asks for ${JSON.stringify({ approvals, from })}, which no people could meet. Give \`approvals\` as a whole number from 1 on, and \`from\` as texts such as 'role:ops' or 'person:ada'.`,
    );
  }
  return {
    approvals: approvals ?? 1,
    ...(from && { from: [...from] }),
    ...(notRequester === true && { notRequester }),
  };
}

/**
 * A rule whose calls are answered with a no that the model reads.
 *
 * @param match which calls are meant: a capability with globs, or a pattern of several things that must all fit.
 * @param message why, in a sentence; the model reads it.
 * @throws UserError `policy-pattern` for a pattern with a member that does not exist or is `undefined`.
 * @example deny('net.egress', 'Work offline, please.')
 */
export function deny(match: CallMatcher, message: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'deny', message }, match: toPattern(match) };
}

/**
 * A rule whose calls can never run. A tool of which all calls are blocked is not offered to the model.
 *
 * @param match which calls are meant: a capability with globs, or a pattern of several things that must all fit.
 * @param message why, in a sentence; people and the model read it.
 * @throws UserError `policy-pattern` for a pattern with a member that does not exist or is `undefined`.
 * @example block('secrets.access', 'Secrets stay out of the conversation.')
 */
export function block(match: CallMatcher, message: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'block', message }, match: toPattern(match) };
}
