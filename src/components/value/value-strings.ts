import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import type { Redaction } from '../../approval/redaction/redact.js';
import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';

/** How values are shown. */
export interface ValueStrings {
  readonly empty: string;
  readonly none: string;
  readonly raw: string;
  /** Stands above what runs where defaults or conversions change the input. */
  readonly willRunAs: string;
  /** Stands in place of what a default makes only then: an id, a time. */
  readonly madeWhenRun: string;
  /** Stands beside what JSON has no words for: a `Set`, a `bigint`. */
  readonly notAsItIs: (kind: string) => string;
  /** Nothing on this page could check the input. */
  readonly unchecked: string;
  readonly showAll: (lines: number, characters: number) => string;
  readonly showLess: string;
  /** Some of what is not shown yet: of a text its characters, of a list its items, of an object its fields. */
  readonly showMore: (more: number, left: number, unit: 'characters' | 'items' | 'fields') => string;
  /** Marks in the part of a text that is folded away. */
  readonly foldedMarks: (count: number) => string;
  readonly yes: string;
  readonly no: string;
  /** Said of JSON's `null`. */
  readonly nothing: string;
  /** Said of what is not there at all. */
  readonly absent: string;
  readonly emptyList: string;
  readonly emptyObject: string;
  /** A text of nothing but blanks. */
  readonly onlyBlanks: (count: number) => string;
  readonly list: (count: number) => string;
  readonly object: (count: number) => string;
  /** The literal of a number, where it is shown in the reader's own way. */
  readonly asWritten: (literal: string) => string;
  readonly writing: string;
  readonly copy: string;
  /** The name of the button below the JSON of a value. */
  readonly copyJson: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly hidden: HiddenStrings;
}

/** Secrets that are not shown. */
export interface HiddenStrings {
  /** Stands in a text in place of a secret. */
  readonly gap: string;
  readonly chip: (redaction: Pick<Redaction, 'hidden' | 'unit'>) => string;
  readonly reason: Readonly<Record<'key' | 'secret-text' | 'tool' | 'too-deep', string>>;
  readonly show: string;
  readonly showNamed: (name: string) => string;
  readonly showAll: (count: number) => string;
  /** What is read aloud after a press. */
  readonly nowShown: (name: string) => string;
  readonly nowHidden: (name: string) => string;
  /** The name of all hidden values, and of a value without a name. */
  readonly all: string;
  readonly unnamed: string;
  readonly note: (count: number) => string;
  readonly jsonNote: string;
}

/** Explains one kind of mark. The texts in the mark are safe to show: nothing in them is invisible, or turns what follows around. */
export type ExplainMark = {
  readonly [KIND in DeceptiveMark['kind']]: (mark: Extract<DeceptiveMark, { readonly kind: KIND }>) => string;
};

/** Text that does not look like what it is. */
export interface DeceptiveStrings {
  readonly title: string;
  /** Whole sentences. */
  readonly explain: ExplainMark;
  /** The few characters that stand beside the marked text; those of hidden characters are their code points. */
  readonly label: {
    readonly blanks: (count: number) => string;
    readonly notTheHost: string;
    /** Beside the beginning of a URL that leads nowhere. */
    readonly program: string;
    /** Beside an extension that runs, behind one that does not. */
    readonly runs: string;
    /** Beside the beginning of a path that leads out of the folders of this computer. */
    readonly location: Readonly<Record<'computer' | 'device' | 'home', string>>;
    /** Beside the name of a second content of a file. */
    readonly stream: string;
    readonly unreadable: string;
    readonly long: string;
  };
  /** Where a marked text stands. */
  readonly inName: (path: string) => string;
  readonly times: (sentence: string, count: number) => string;
  readonly more: (count: number) => string;
}

const amount = (count: number, unit: 'characters' | 'items' | 'fields'): string =>
  plural(count, unit.slice(0, -1), unit);

const englishValue: ValueStrings = {
  empty: 'empty',
  none: 'No input',
  raw: 'Input as JSON',
  willRunAs: 'Will run as',
  madeWhenRun: 'made when it runs',
  notAsItIs: (kind) => `JSON cannot show it as it is (${kind}).`,
  unchecked: 'Input not checked: this tool brings no schema that can be checked here.',
  showAll: (lines, characters) =>
    lines > 1 ? `Show all ${lines.toLocaleString('en')} lines` : `Show all ${amount(characters, 'characters')}`,
  showLess: 'Show less',
  showMore: (more, left, unit) =>
    more >= left
      ? `Show the last ${amount(left, unit)}`
      : `Show ${more.toLocaleString('en')} more of ${amount(left, unit)} left`,
  foldedMarks: (count) => `${plural(count, 'marked place', 'marked places')} further down`,
  yes: 'yes',
  no: 'no',
  nothing: 'no value',
  absent: 'not given',
  emptyList: 'empty list',
  emptyObject: 'no fields',
  onlyBlanks: (count) => plural(count, 'blank', 'blanks'),
  list: (count) => `List of ${amount(count, 'items')}`,
  object: (count) => amount(count, 'fields'),
  asWritten: (literal) => `As written: ${literal}`,
  writing: 'The model is still writing this.',
  copy: 'Copy',
  copyJson: 'Copy JSON',
  copied: 'Copied',
  copyFailed: 'Could not be copied: the browser did not allow it.',
  hidden: {
    gap: 'hidden',
    chip: ({ hidden, unit }) => `hidden, ${amount(hidden, unit)}`,
    reason: {
      key: 'Hidden because of its name.',
      'secret-text': 'Hidden because it looks like a secret.',
      tool: 'Hidden because the tool asks for it.',
      'too-deep': 'Hidden because it lies too deep.',
    },
    show: 'Show',
    showNamed: (name) => `Show the hidden value of ${name}`,
    showAll: (count) => (count === 1 ? 'Show the hidden value' : `Show all ${count} hidden values`),
    nowShown: (name) => `Now shown: ${name}`,
    nowHidden: (name) => `Hidden again: ${name}`,
    all: 'all hidden values',
    unnamed: 'this value',
    note: (count) =>
      `${plural(count, 'value is', 'values are')} hidden here only. What runs is the full input, hidden values included.`,
    jsonNote: 'Hidden values read “[redacted]” here. What runs is the full input.',
  },
};

const englishDeceptive: DeceptiveStrings = {
  title: 'Look closely.',
  explain: {
    'bidi-control': ({ label }) => `A hidden character (${label}) turns around the order in which text is shown.`,
    invisible: ({ label, hidden }) =>
      hidden === undefined
        ? `Invisible characters (${label}) stand here.`
        : `Invisible characters (${label}) hide the text ${hidden}.`,
    control: ({ label }) => `A control character (${label}) stands here, which a screen or a terminal may act on.`,
    stacked: ({ label }) => `Many accents are stacked on one letter (${label}), which can cover the lines around.`,
    'look-alike': ({ text, label, looksLike }) => `${text} (${label}) looks like ${looksLike} and is not.`,
    'mixed-script': ({ text, scripts }) => `${text} mixes ${scriptList(scripts)} letters, some of which look the same.`,
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
    padding: ({ text }) => `${plural(text.length, 'blank', 'blanks')} can push what follows out of view.`,
    long: ({ limit }) => `The text is longer than ${amount(limit, 'characters')}; not all of it is shown.`,
  },
  label: {
    blanks: (count) => plural(count, 'blank', 'blanks'),
    notTheHost: 'not the host',
    program: 'no address',
    runs: 'runs',
    location: { computer: 'another computer', device: 'device path', home: 'home folder' },
    stream: 'hidden stream',
    unreadable: 'stands for nothing',
    long: 'goes on',
  },
  inName: (path) => `the name ${path}`,
  times: (sentence, count) => `${sentence} (${count} times)`,
  more: (count) => `And ${plural(count, 'more place', 'more places')}.`,
};

function scriptList(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}

/** The English words about values. */
export const valueStrings: StringTable<'value', ValueStrings> = { group: 'value', english: englishValue };

/** The English words about deceptive text. */
export const deceptiveStrings: StringTable<'deceptive', DeceptiveStrings> = {
  group: 'deceptive',
  english: englishDeceptive,
};
