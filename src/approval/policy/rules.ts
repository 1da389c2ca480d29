import { type CallMatcher, type PolicyRule, type RuleOptions, toPattern } from './policy-rule.js';

/**
 * A rule whose calls run without being asked about: it counts as the yes.
 *
 * @example allow('fs.write:/drafts/**')
 */
export function allow(match: CallMatcher, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'allow' }, match: toPattern(match) };
}

/**
 * A rule whose calls are asked about, whatever allows them.
 *
 * @example ask({ tool: 'send_*' }, { why: 'It leaves the page.' })
 */
export function ask(match: CallMatcher, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'ask' }, match: toPattern(match) };
}

/**
 * A rule whose calls are answered with a no that the model reads.
 *
 * @example deny('net.egress', 'Work offline, please.')
 */
export function deny(match: CallMatcher, message: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'deny', message }, match: toPattern(match) };
}

/**
 * A rule whose calls can never run. A tool of which all calls are blocked is not offered to the model.
 *
 * @example block('secrets.access', 'Secrets stay out of the conversation.')
 */
export function block(match: CallMatcher, reason: string, options: RuleOptions = {}): PolicyRule {
  return { ...options, effect: { type: 'block', reason }, match: toPattern(match) };
}
