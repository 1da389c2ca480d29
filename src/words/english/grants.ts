import type { Grant } from '../../approval/grants/grant.js';
import { en } from './english-words.js';

/** A parsed capability: `fs.write:/drafts/**` is `fs.write`, `under`, `/drafts`. */
export interface CapabilityTerms {
  /** The action: `fs.write`; a pattern such as `fs.*`, too. */
  readonly name: string;
  /** The restriction. `every`: none. `under`: everything in a folder or a domain. `pattern`: with stars. */
  readonly where: 'every' | 'exactly' | 'under' | 'pattern';
  /** The object; empty for `every`. */
  readonly target: string;
}

/** The calls that a scope covers. */
export type ScopeTerms =
  | { readonly type: 'input' | 'tool'; readonly toolName: string }
  | { readonly type: 'capability'; readonly capability: CapabilityTerms }
  | { readonly type: 'predicate'; readonly name: string; readonly toolName?: string | undefined };

/** The English strings for capabilities, and for an answer that is not remembered. */
export const scopeStrings = {
  group: 'grants' as const,
  english: {
    /** The calls of a scope, within a sentence: `writing under /drafts`. */
    scope,
    remember: 'Remember',
    once: 'Just this once',
    /** Shown while the answer is not remembered. */
    onceWords: 'You are asked again next time.',
  },
};

function scope(terms: ScopeTerms): string {
  switch (terms.type) {
    case 'input':
      return `“${terms.toolName}” with exactly this input`;
    case 'tool':
      return `any use of “${terms.toolName}”`;
    case 'predicate':
      return terms.toolName === undefined ? terms.name : `“${terms.toolName}”: ${terms.name}`;
    case 'capability':
      return capability(terms.capability);
    default:
      return terms satisfies never;
  }
}

/** The action, and its object if nothing restricts it. */
const doing: Readonly<Record<string, readonly [verb: string, anything: string]>> = {
  'fs.read': ['reading', 'any file'],
  'fs.write': ['writing', 'any file'],
  'fs.delete': ['deleting', 'any file'],
  'net.egress': ['connecting to', 'any host'],
  'proc.exec': ['running', 'any command'],
};

/** Returns the words for a capability; one without words is shown as it is written. */
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

/** The lifetime of a grant; `at` in the reader's locale. */
export type LifetimeTerms =
  | { readonly type: 'run' | 'session' | 'always' }
  | { readonly type: 'until'; readonly at: string };

const englishGrants = {
  ...scopeStrings.english,
  /** The exact words of a grant, as a whole sentence. */
  sentence: (effect: Grant['effect'], what: string, lifetime: LifetimeTerms) => {
    const [verb, always] = effect === 'allow' ? ['Allow', 'Always allow'] : ['Refuse', 'Always refuse'];
    return `${lifetime.type === 'always' ? always : verb} ${what} — ${lasting(lifetime)}.`;
  },
  /** A choice by itself: of a scope, and of a lifetime. */
  scopeChoice: capitalised,
  lifetimeChoice: (lifetime: LifetimeTerms) =>
    lifetime.type === 'always' ? 'Always, until you revoke it' : capitalised(lasting(lifetime)),
  lifetime: 'For how long',
  /** The call needs more than the grant covers, so the next one still requires approval. */
  alsoAsks: (what: readonly string[]) =>
    `Such an action also asks for ${en.list(what)}, so you are still asked about it.`,
  onlyFor: (path: readonly string[]) => `Only for ${path.join(' › ')}.`,
  /** The same for an agent without a name. */
  onlyForUnnamed: 'Only for the agent that asked.',
  panel: 'Remembered decisions',
  empty: 'Nothing is remembered. You are asked each time.',
  given: (when: string, by: string | undefined) => (by === undefined ? `Decided ${when}` : `Decided ${when} by ${by}`),
  told: (message: string) => `The model reads: ${message}`,
  revoke: 'Revoke',
  /** The name of the button, with the grant that it revokes. */
  revokeNamed: (sentence: string) => `Revoke: ${sentence}`,
  revoked: 'Revoked',
  /** The announcement after a press. */
  nowRevoked: (sentence: string) => `Revoked: ${sentence}`,
};

function lasting(lifetime: LifetimeTerms): string {
  if (lifetime.type === 'until') return `until ${lifetime.at}`;
  const words = {
    run: 'until the agent is done',
    session: 'until this page is closed',
    always: 'until you revoke it',
  };
  return words[lifetime.type];
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The English strings of grants. */
export const grantsStrings = { group: 'grants' as const, english: englishGrants };
