import type { Grant, GrantScope } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import type { LifetimeTerms, ScopeTerms } from '../../words/english/grants.js';
import type { CountersignStrings } from '../../words/strings.js';
import type { Format } from '../format.js';
import { quoteSafely } from '../value/visible-text.js';
import { capabilityTerms, capabilityWords } from './capability-words.js';

/** A grant, or the choice for a new one. */
type GrantTerms =
  | Pick<Grant, 'effect' | 'scope' | 'lifetime'>
  | {
      readonly effect: Grant['effect'];
      /** The tool of the call. */
      readonly toolName: string;
      readonly remember: Remember;
    };

/** The current strings and time format. */
interface GrantLanguage {
  /** The strings. */
  readonly strings: CountersignStrings['grants'];
  /** The format of times, from `useFormat()`. */
  readonly format: Pick<Format, 'locale'>;
}

/**
 * Returns the exact scope and lifetime of a grant, as a sentence. Made only of scope and lifetime, never of text from a
 * tool or a model; invisible characters in names are escaped.
 *
 * @param terms the scope, the lifetime, the effect and the agent.
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

/** Returns the words for the calls of a scope, within a sentence. */
export function scopeWords(scope: RememberScope, toolName: string, strings: CountersignStrings['grants']): string {
  if (scope === 'input' || scope === 'tool') return strings.scope(scopeTerms({ type: scope, toolName }));
  if ('capability' in scope) return capabilityWords(scope.capability, strings);
  const { name, toolName: only } = scope;
  return strings.scope(scopeTerms({ type: 'predicate', name, ...(only === undefined ? {} : { toolName: only }) }));
}

/** Returns the words for a lifetime, within a sentence. */
export function chosenLifetime(lasts: Remember['for'], { locale }: Pick<Format, 'locale'>): LifetimeTerms {
  return typeof lasts === 'object' ? { type: 'until', at: writeTime(lasts.until, locale) } : { type: lasts };
}

/** Removes from words about a grant the redacted values of its call, and anything that looks like a secret. */
export function hideInGrant(words: string, { hidden }: Pick<Grant, 'hidden'>): string {
  return hideSecrets(words, hidden).text;
}

/** Formats a date and time; `at` in milliseconds since 1970. */
export function writeTime(at: number, locale: string | undefined): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  // A stored value may not be a date.
  return Number.isNaN(new Date(at).getTime()) ? String(at) : format.format(at);
}

/** The terms that a scope is described with. */
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
