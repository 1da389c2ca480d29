import type { Grant } from '../../approval/grants/grant.js';
import { scopeStrings } from './scope-strings.js';

/** How long something is remembered; `at` as the locale writes it. */
export type LifetimeTerms =
  | { readonly type: 'run' | 'session' | 'always' }
  | { readonly type: 'until'; readonly at: string };

const englishGrants = {
  ...scopeStrings.english,
  /** Exactly what is remembered, as a whole sentence. */
  sentence: (effect: Grant['effect'], what: string, lifetime: LifetimeTerms) => {
    const [verb, always] = effect === 'allow' ? ['Allow', 'Always allow'] : ['Refuse', 'Always refuse'];
    return `${lifetime.type === 'always' ? always : verb} ${what} — ${lasting(lifetime)}.`;
  },
  /** A choice, standing alone: of a scope, and of a lifetime. */
  scopeChoice: capitalised,
  lifetimeChoice: (lifetime: LifetimeTerms) =>
    lifetime.type === 'always' ? 'Always, until you revoke it' : capitalised(lasting(lifetime)),
  lifetime: 'For how long',
  /** The call needs more than what is remembered, so that the next one is asked about all the same. */
  alsoAsks: (what: readonly string[]) =>
    `Such a call also asks for ${new Intl.ListFormat('en').format(what)}, so you are still asked about it.`,
  onlyFor: (path: readonly string[]) => `Only for ${path.join(' › ')}.`,
  /** The same for an agent that has no name. */
  onlyForUnnamed: 'Only for the agent that asked.',
  panel: 'Remembered decisions',
  empty: 'Nothing is remembered. You are asked each time.',
  given: (when: string, by: string | undefined) => (by === undefined ? `Given ${when}` : `Given ${when} by ${by}`),
  call: (toolCallId: string) => `At call ${toolCallId}`,
  told: (message: string) => `The model is told: ${message}`,
  revoke: 'Revoke',
  /** The name of the button, with what it revokes. */
  revokeNamed: (sentence: string) => `Revoke: ${sentence}`,
  revoked: 'Revoked',
  /** Read aloud after a press. */
  nowRevoked: (sentence: string) => `Revoked: ${sentence}`,
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
export const grantsStrings = { group: 'grants' as const, english: englishGrants };
