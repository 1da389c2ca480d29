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

/** The English words of what a call touches, and of an answer that is not remembered. */
export const scopeStrings = {
  group: 'grants' as const,
  english: {
    /** Which calls are meant, to stand in a sentence: `writing under /drafts`. */
    scope,
    remember: 'Remember',
    once: 'Just this once',
    /** What is said while nothing is remembered. */
    onceWords: 'You are asked again next time.',
  },
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
