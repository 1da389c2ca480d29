import type { CapabilityTerms, GrantsStrings, LifetimeTerms, ScopeTerms } from './grants-strings.js';

/** The English words of remembered decisions. */
export const defaultGrantsStrings: GrantsStrings = {
  scope,
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'approve' ? ['Allow', 'Always allow'] : ['Refuse', 'Always refuse'];
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
