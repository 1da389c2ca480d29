import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import type { Redaction } from '../../approval/redaction/redact.js';
import { en } from './english-words.js';

/**
 * Explains one kind of mark. The texts in the mark are safe to show: nothing in them is invisible, or reorders what
 * follows.
 */
export type ExplainMark = {
  readonly [KIND in DeceptiveMark['kind']]: (mark: Extract<DeceptiveMark, { readonly kind: KIND }>) => string;
};

const units = {
  characters: { one: '# character', other: '# characters' },
  items: { one: '# item', other: '# items' },
  fields: { one: '# field', other: '# fields' },
} as const;
const amount = (count: number, unit: keyof typeof units): string => en.plural(count, units[unit]);
const blanks = (count: number): string => en.plural(count, { one: '# space', other: '# spaces' });

const englishValue = {
  empty: 'empty',
  none: 'No input',
  raw: 'Input as JSON',
  /** The heading of the effective input, if defaults or conversions change the input. */
  effectiveInput: 'Will run as',
  /** Replaces a value that a default generates only then: an id, a time. */
  madeWhenRun: 'made when it runs',
  /** Beside a value that JSON cannot express: a `Set`, a `bigint`. */
  notAsItIs: (kind: string) => `JSON cannot show it as it is (${kind}).`,
  /** Nothing on this page could validate the input. */
  unchecked: 'Input not checked: this tool has no schema that can be checked here.',
  showAll: (lines: number, characters: number) =>
    lines > 1 ? `Show all ${en.number(lines)} lines` : `Show all ${amount(characters, 'characters')}`,
  showLess: 'Show less',
  /** A part of the rest: characters of a string, items of a list, fields of an object. */
  showMore: (more: number, left: number, unit: keyof typeof units) =>
    more >= left ? `Show the last ${amount(left, unit)}` : `Show ${en.number(more)} more of ${amount(left, unit)} left`,
  /** Marks in the folded part of a text. */
  foldedMarks: (count: number) =>
    `${en.plural(count, { one: '# marked place', other: '# marked places' })} further down`,
  yes: 'yes',
  no: 'no',
  /** JSON's `null`. */
  nothing: 'no value',
  /** An absent value. */
  absent: 'not given',
  emptyList: 'empty list',
  emptyObject: 'no fields',
  /** A string of blanks only. */
  onlyBlanks: blanks,
  list: (count: number) => `List of ${amount(count, 'items')}`,
  object: (count: number) => amount(count, 'fields'),
  /** The literal of a number that is shown in the reader's locale. */
  asWritten: (literal: string) => `As written: ${literal}`,
  writing: 'The model is still writing this.',
  copy: 'Copy',
  /** The name of the button below the JSON of a value. */
  copyJson: 'Copy JSON',
  copied: 'Copied',
  copyFailed: 'Could not be copied: the browser did not allow it.',
  hidden: {
    /** Replaces a secret in a text. */
    gap: 'hidden',
    chip: ({ hidden, unit }: Pick<Redaction, 'hidden' | 'unit'>) => `hidden, ${amount(hidden, unit)}`,
    reason: {
      key: 'Hidden because of its name.',
      'secret-text': 'Hidden because it looks like a secret.',
      tool: 'Hidden because the tool asks for it.',
      'too-deep': 'Hidden because it lies too deep.',
    } satisfies Readonly<Record<'key' | 'secret-text' | 'tool' | 'too-deep', string>>,
    show: 'Show',
    showNamed: (name: string) => `Show the hidden value of ${name}`,
    showAll: (count: number) => en.plural(count, { one: 'Show the hidden value', other: 'Show all # hidden values' }),
    /** The announcement after a press. */
    nowShown: (name: string) => `Now shown: ${name}`,
    nowHidden: (name: string) => `Hidden again: ${name}`,
    /** The name of all redacted values, and of a value without a name. */
    all: 'all hidden values',
    unnamed: 'this value',
    note: (count: number) =>
      `${en.plural(count, { one: '# value is', other: '# values are' })} hidden here only. What runs is the full input, hidden values included.`,
    jsonNote: 'Hidden values read “[redacted]” here. What runs is the full input.',
  },
};

const englishDeceptive = {
  title: 'Look closely.',
  /** Quotes a text that is not part of the sentence. */
  quoted: (text: string) => `“${text}”`,
  /** Whole sentences. */
  explain: {
    'bidi-control': ({ label }) => `A hidden character (${label}) turns around the order in which text is shown.`,
    invisible: ({ label, hidden }) =>
      hidden === undefined
        ? `Invisible characters (${label}) stand here.`
        : `Invisible characters (${label}) hide the text ${hidden}.`,
    control: ({ label }) => `A control character (${label}) stands here, which a screen or a terminal may act on.`,
    stacked: ({ label }) => `Many accents are stacked on one letter (${label}), which can cover the lines around.`,
    'look-alike': ({ text, label, looksLike }) => `${text} (${label}) looks like ${looksLike} and is not.`,
    'mixed-script': ({ text, scripts }) => `${text} mixes ${en.list(scripts)} letters, some of which look the same.`,
    punycode: ({ ascii, decoded, looksLike }) =>
      decoded === undefined
        ? `The host name ${ascii} claims to stand for other letters, and stands for none.`
        : `The host name ${decoded} is ${ascii}${looksLike === undefined ? '' : `, which is not ${looksLike}`}.`,
    userinfo: ({ text, host }) => `${text} is not where this URL leads. It leads to ${host}.`,
    'numeric-host': ({ text, host }) => `The host ${text} is the address ${host}.`,
    scheme: ({ text }) => `${text} leads nowhere: what runs or is shown is written in this URL itself.`,
    extension: ({ extension }) => `The name ends with ${extension}, which runs, behind the extension of a document.`,
    traversal: ({ resolved }) => `The path leads out of a folder that it names. It leads to ${resolved}.`,
    location: ({ text, place }) =>
      `${text} leads ${place === 'computer' ? 'to another computer' : place === 'device' ? 'past the file system' : 'to the home folder of a person'}.`,
    stream: ({ text }) => `${text} is a hidden second content of this file or folder on Windows.`,
    padding: ({ text }) => `${blanks(text.length)} can push what follows out of view.`,
    long: ({ limit }) => `The text is longer than ${amount(limit, 'characters')}; not all of it is shown.`,
  } satisfies ExplainMark,
  /** The labels beside the marked text; those of hidden characters are their code points. */
  label: {
    blanks,
    notTheHost: 'not the host',
    /** At the beginning of a URL without a destination. */
    program: 'no address',
    /** At an executable extension behind a harmless one. */
    runs: 'runs',
    /** At the beginning of a path that leads out of the folders of this computer. */
    location: { computer: 'another computer', device: 'device path', home: 'home folder' } satisfies Readonly<
      Record<'computer' | 'device' | 'home', string>
    >,
    /** At the name of a second content of a file. */
    stream: 'hidden stream',
    unreadable: 'stands for nothing',
    long: 'continues',
  },
  /** The place of a marked text. */
  inName: (path: string) => `the name ${path}`,
  times: (sentence: string, count: number) => `${sentence} (${en.number(count)} times)`,
  more: (count: number) => en.plural(count, { one: 'And # more place.', other: 'And # more places.' }),
};

/** The English strings of values. */
export const valueStrings = { group: 'value' as const, english: englishValue };

/** The English strings of deceptive text. */
export const deceptiveStrings = {
  group: 'deceptive' as const,
  english: englishDeceptive,
};
