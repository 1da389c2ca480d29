import type { Grant } from '../../approval/grants/grant.js';
import type { StringTable } from '../../protocol/base/string-table.js';
import { type ScopeStrings, scopeStrings } from './scope-strings.js';

/** How long something is remembered; `at` as the locale writes it. */
export type LifetimeTerms =
  | { readonly type: 'run' | 'session' | 'always' }
  | { readonly type: 'until'; readonly at: string };

/** What a person grants or refuses, and what is told of it later. */
export interface GrantsStrings extends ScopeStrings {
  /** Exactly what is remembered, as a whole sentence. */
  readonly sentence: (effect: Grant['effect'], what: string, lifetime: LifetimeTerms) => string;
  /** A choice, standing alone: of a scope, and of a lifetime. */
  readonly scopeChoice: (what: string) => string;
  readonly lifetimeChoice: (lifetime: LifetimeTerms) => string;
  readonly lifetime: string;
  /** The call needs more than what is remembered, so that the next one is asked about all the same. */
  readonly alsoAsks: (what: readonly string[]) => string;
  readonly onlyFor: (path: readonly string[]) => string;
  /** The same for an agent that has no name. */
  readonly onlyForUnnamed: string;
  readonly panel: string;
  readonly empty: string;
  readonly given: (when: string, by: string | undefined) => string;
  readonly call: (toolCallId: string) => string;
  readonly told: (message: string) => string;
  readonly revoke: string;
  /** The name of the button, with what it revokes. */
  readonly revokeNamed: (sentence: string) => string;
  readonly revoked: string;
  /** Read aloud after a press. */
  readonly nowRevoked: (sentence: string) => string;
}

const englishGrants: GrantsStrings = {
  ...scopeStrings.english,
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'allow' ? ['Allow', 'Always allow'] : ['Refuse', 'Always refuse'];
    return `${lifetime.type === 'always' ? always : verb} ${what} — ${lasting(lifetime)}.`;
  },
  scopeChoice: capitalised,
  lifetimeChoice: (lifetime) =>
    lifetime.type === 'always' ? 'Always, until you revoke it' : capitalised(lasting(lifetime)),
  lifetime: 'For how long',
  alsoAsks: (what) =>
    `Such a call also asks for ${new Intl.ListFormat('en').format(what)}, so you are still asked about it.`,
  onlyFor: (path) => `Only for ${path.join(' › ')}.`,
  onlyForUnnamed: 'Only for the agent that asked.',
  panel: 'Remembered decisions',
  empty: 'Nothing is remembered. You are asked each time.',
  given: (when, by) => (by === undefined ? `Given ${when}` : `Given ${when} by ${by}`),
  call: (toolCallId) => `At call ${toolCallId}`,
  told: (message) => `The model is told: ${message}`,
  revoke: 'Revoke',
  revokeNamed: (sentence) => `Revoke: ${sentence}`,
  revoked: 'Revoked',
  nowRevoked: (sentence) => `Revoked: ${sentence}`,
};

function lasting(lifetime: LifetimeTerms): string {
  if (lifetime.type === 'until') return `until ${lifetime.at}`;
  const words = {
    run: 'for the rest of this run',
    session: 'until this page is closed',
    always: 'until you revoke it',
  };
  return words[lifetime.type];
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The English words of remembered decisions. */
export const grantsStrings: StringTable<'grants', GrantsStrings> = { group: 'grants', english: englishGrants };
