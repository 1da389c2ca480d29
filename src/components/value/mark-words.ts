import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import type { CountersignStrings } from '../../words/strings.js';
import { quoteSafely } from './visible-text.js';

/** Explains a mark in a sentence that is safe to show. */
export function explainMark(mark: DeceptiveMark, { explain, quoted }: CountersignStrings['deceptive']): string {
  // TypeScript does not see that the function and the mark are of the same kind.
  return (explain[mark.kind] as (mark: DeceptiveMark) => string)(withSafeTexts(mark, quoted));
}

/** Explains a mark in a redacted text without revealing the text. */
export function explainHiddenMark(mark: DeceptiveMark, strings: CountersignStrings['deceptive']): string {
  const unsaid = Object.entries(mark).map(([name, text]) => [name, saying.has(name) ? hiddenMark : text]);
  const isCounted = mark.kind === 'padding';
  return explainMark(isCounted ? mark : (Object.fromEntries(unsaid) as DeceptiveMark), strings);
}

/** Returns the label beside a marked text. */
export function labelMark(mark: DeceptiveMark, { label }: CountersignStrings['deceptive']): string {
  switch (mark.kind) {
    case 'bidi-control':
    case 'invisible':
    case 'control':
    case 'stacked':
      return mark.label;
    case 'look-alike':
      return `≠ ${mark.looksLike}`;
    case 'mixed-script':
      return mark.scripts.join(' + ').replaceAll('_', ' ');
    case 'punycode':
      if (mark.decoded === undefined) return label.unreadable;
      return `= ${quoteSafely(mark.text === mark.decoded ? mark.ascii : mark.decoded)}`;
    case 'userinfo':
      return label.notTheHost;
    case 'numeric-host':
      return `= ${mark.host}`;
    case 'scheme':
      return label.program;
    case 'extension':
      return label.runs;
    case 'traversal':
      return `→ ${quoteSafely(mark.resolved)}`;
    case 'location':
      return label.location[mark.place];
    case 'stream':
      return label.stream;
    case 'padding':
      return label.blanks(mark.text.length);
    case 'long':
      return label.long;
    default:
      return mark satisfies never;
  }
}

/**
 * Returns `true` when the text itself is rendered: invisible characters, and those that would affect their
 * surroundings, are shown by their label alone.
 */
export function isDrawn(mark: DeceptiveMark): boolean {
  switch (mark.kind) {
    case 'bidi-control':
    case 'invisible':
    case 'control':
    case 'stacked':
      return false;
    case 'padding':
      return mark.text.trim() !== '';
    default:
      return true;
  }
}

/** Quotes the texts of a mark. Blanks are only counted: plain ones replace them. */
function withSafeTexts(mark: DeceptiveMark, quoted: CountersignStrings['deceptive']['quoted']): DeceptiveMark {
  if (mark.kind === 'padding') return { ...mark, text: ' '.repeat(mark.text.length) };
  const safe = Object.entries(mark).map(([key, text]) => {
    return [key, saying.has(key) ? quoted(quoteSafely(shorten(String(text)))) : text];
  });
  return Object.fromEntries(safe) as DeceptiveMark;
}

/** The members of marks that contain a part of the text, or its meaning. */
const saying: ReadonlySet<string> = new Set([
  'text',
  'hidden',
  'ascii',
  'decoded',
  'looksLike',
  'host',
  'resolved',
  'scheme',
  'extension',
]);

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
