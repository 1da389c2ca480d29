import type { Grant, GrantScope } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import type { LifetimeTerms, ScopeTerms } from '../../words/english/grants.js';
import type { CountersignStrings } from '../../words/strings.js';
import type { Format } from '../format.js';
import { quoteSafely } from '../value/visible-text.js';
import { capabilityTerms, capabilityWords } from './capability-words.js';

/** A grant, or what a person is about to have remembered. */
export type GrantTerms =
  | Pick<Grant, 'effect' | 'scope' | 'lifetime'>
  | {
      readonly effect: Grant['effect'];
      /** Of the call that is decided. */
      readonly toolName: string;
      readonly remember: Remember;
    };

/** The words in force, and whose way to write times. */
export interface GrantLanguage {
  /** The words. */
  readonly strings: CountersignStrings['grants'];
  /** How times are written, of `useFormat()`. */
  readonly format: Pick<Format, 'locale'>;
}

/**
 * Exactly what is granted or refused, as a sentence. Made of scope and lifetime alone, never of what a tool or a model says; in
 * names, characters that cannot be seen are written out.
 *
 * @param terms what is granted or refused, and to whom.
 * @example
 * grantWords({ effect: 'allow', toolName: 'write_file', remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'always' } }, language);
 * // Always allow writing under /drafts — until you revoke it.
 */
export function grantWords(terms: GrantTerms, { strings, format }: GrantLanguage): string {
  if ('remember' in terms) {
    const { scope, for: lasts } = terms.remember;
    return strings.sentence(terms.effect, scopeWords(scope, terms.toolName, strings), chosenLifetime(lasts, format));
  }
  const { effect, scope, lifetime } = terms;
  const lasts = lifetime.type === 'until' ? chosenLifetime({ until: lifetime.at }, format) : { type: lifetime.type };
  return strings.sentence(effect, strings.scope(scopeTerms(scope)), lasts);
}

/** Which calls of a tool a person may choose, to stand in a sentence. */
export function scopeWords(scope: RememberScope, toolName: string, strings: CountersignStrings['grants']): string {
  if (scope === 'input' || scope === 'tool') return strings.scope(scopeTerms({ type: scope, toolName }));
  if ('capability' in scope) return capabilityWords(scope.capability, strings);
  const { name, toolName: only } = scope;
  return strings.scope(scopeTerms({ type: 'predicate', name, ...(only === undefined ? {} : { toolName: only }) }));
}

/** For how long, to stand in a sentence. */
export function chosenLifetime(lasts: Remember['for'], { locale }: Pick<Format, 'locale'>): LifetimeTerms {
  return typeof lasts === 'object' ? { type: 'until', at: writeTime(lasts.until, locale) } : { type: lasts };
}

/** Words about a grant without what was hidden in the call that it comes from, and without what looks like a secret. */
export function hideInGrant(words: string, { hidden }: Pick<Grant, 'hidden'>): string {
  return hideSecrets(words, hidden).text;
}

/** A time with its day; `at` in milliseconds since 1970. */
export function writeTime(at: number, locale: string | undefined): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  // What was stored may be no date at all.
  return Number.isNaN(new Date(at).getTime()) ? String(at) : format.format(at);
}

/** What the words of a scope are made of. */
type Scope =
  | Exclude<GrantScope, { readonly type: 'input' | 'predicate' }>
  | { readonly type: 'input'; readonly toolName: string }
  | { readonly type: 'predicate'; readonly name: string; readonly toolName?: string };

function scopeTerms(scope: Scope): ScopeTerms {
  switch (scope.type) {
    case 'input':
    case 'tool':
      return { type: scope.type, toolName: quoteSafely(scope.toolName) };
    case 'capability':
      return { type: 'capability', capability: capabilityTerms(scope.capability) };
    case 'predicate': {
      const { name, toolName } = scope;
      return { type: 'predicate', name: quoteSafely(name), toolName: toolName && quoteSafely(toolName) };
    }
    default:
      return scope satisfies never;
  }
}
