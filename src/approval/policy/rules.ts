import { type CallMatcher, type PolicyRule, type RuleOptions, toPattern } from './policy-rule.js';

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
 * A rule whose calls are asked about, whatever allows them.
 *
 * @param match which calls are meant: a capability with globs, or a pattern of several things that must all fit.
 * @throws UserError `policy-pattern` for a pattern with a member that does not exist or is `undefined`.
 * @example ask({ tool: 'send_*' }, { reason: 'It leaves the page.' })
 */
export function ask(match: CallMatcher, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'ask' }, match: toPattern(match) };
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
