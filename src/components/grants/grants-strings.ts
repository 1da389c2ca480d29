import type { Grant } from '../../approval/grants/grant.js';
import type { StringTable } from '../../protocol/base/string-table.js';

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
  scope,
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'allow' ? ['Allow', 'Always allow'] : ['Refuse', 'Always refuse'];
    return `${lifetime.type === 'always' ? always : verb} ${what} — ${lasting(lifetime)}.`;
  },
  scopeChoice: capitalised,
  lifetimeChoice: (lifetime) =>
    lifetime.type === 'always' ? 'Always, until you revoke it' : capitalised(lasting(lifetime)),
  remember: 'Remember',
  once: 'Just this once',
  lifetime: 'For how long',
  onceWords: 'You are asked again next time.',
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

function scope(terms: ScopeTerms): string {
  switch (terms.type) {
    case 'input':
      return `“${terms.toolName}” with exactly this input`;
    case 'tool':
      return `every call of “${terms.toolName}”`;
    case 'predicate':
      return terms.toolName === undefined ? terms.name : `“${terms.toolName}”: ${terms.name}`;
    case 'capability':
      return capability(terms.capability);
    default:
      return terms satisfies never;
  }
}

/** What is done, and to what where nothing narrows it. */
const doing: Readonly<Record<string, readonly [verb: string, anything: string]>> = {
  'fs.read': ['reading', 'any file'],
  'fs.write': ['writing', 'any file'],
  'fs.delete': ['deleting', 'any file'],
  'net.egress': ['connecting to', 'any host'],
  'proc.exec': ['running', 'any command'],
};

/** What has no words of its own is said as it is written. */
function capability({ name, where, target }: CapabilityTerms): string {
  const [verb, anything] = (Object.hasOwn(doing, name) ? doing[name] : undefined) ?? [`“${name}”`, ''];
  const text = /^(?:fs|net)\./.test(name) ? target : `“${target}”`;
  const object = {
    every: anything,
    exactly: text,
    under: name.startsWith('net.') ? `any subdomain of ${text}` : `under ${text}`,
    pattern: `what matches ${text}`,
  }[where];
  return object === ''
    ? verb
    : `${verb} ${Object.hasOwn(doing, name) ? '' : 'of '}${object}`.replace('of under', 'under');
}

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
