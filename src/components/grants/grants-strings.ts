import type { Grant } from '../../approval/grants/grant.js';

/** One thing that a tool may do, taken apart: `fs.write:/drafts/**` is `fs.write`, `under`, `/drafts`. */
export interface CapabilityTerms {
  /** `fs.write`; a pattern such as `fs.*`, too. */
  readonly name: string;
  /** What it is limited to. `every`: nothing. `under`: what lies in a folder or a domain. `pattern`: with stars. */
  readonly where: 'every' | 'exactly' | 'under' | 'pattern';
  /** Empty for `every`. */
  readonly target: string;
}

/** Which calls are meant. */
export type ScopeTerms =
  | { readonly type: 'input' | 'tool'; readonly toolName: string }
  | { readonly type: 'capability'; readonly capability: CapabilityTerms }
  | { readonly type: 'predicate'; readonly name: string; readonly toolName?: string | undefined };

/** How long something is remembered; `at` as the locale writes it. */
export type LifetimeTerms =
  | { readonly type: 'run' | 'session' | 'always' }
  | { readonly type: 'until'; readonly at: string };

/** What a person grants or refuses, and what is told of it later. */
export interface GrantsStrings {
  /** Which calls are meant, to stand in a sentence: `writing under /drafts`. */
  readonly scope: (scope: ScopeTerms) => string;
  /** Exactly what is remembered, as a whole sentence. */
  readonly sentence: (effect: Grant['effect'], what: string, lifetime: LifetimeTerms) => string;
  /** A choice, standing alone: of a scope, and of a lifetime. */
  readonly scopeChoice: (what: string) => string;
  readonly lifetimeChoice: (lifetime: LifetimeTerms) => string;
  readonly remember: string;
  readonly once: string;
  readonly lifetime: string;
  /** What is said while nothing is remembered. */
  readonly onceWords: string;
  /** The call needs more than what is remembered, so that the next one is asked about all the same. */
  readonly alsoAsks: (what: readonly string[]) => string;
  readonly onlyFor: (path: readonly string[]) => string;
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
