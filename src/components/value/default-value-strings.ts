import type { DeceptiveStrings, ValueStrings } from './value-strings.js';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const amount = (count: number, unit: 'characters' | 'items' | 'fields'): string =>
  plural(count, unit.slice(0, -1), unit);

/** The English words about values. */
export const defaultValueStrings: ValueStrings = {
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
  copied: 'Copied',
  copyFailed: 'Could not be copied: the browser did not allow it.',
  hidden: {
    gap: 'hidden',
    chip: ({ hidden, unit }) => `hidden, ${amount(hidden, unit)}`,
    why: {
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

/** The English words about deceptive text. */
export const defaultDeceptiveStrings: DeceptiveStrings = {
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
    'mixed-script': ({ text, scripts }) => `${text} mixes ${list(scripts)} letters, some of which look the same.`,
    punycode: ({ ascii, decoded, looksLike }) =>
      decoded === undefined
        ? `The host name ${ascii} claims to stand for other letters, and stands for none.`
        : `The host name ${decoded} is ${ascii}${looksLike === undefined ? '' : `, which is not ${looksLike}`}.`,
    userinfo: ({ text, host }) => `${text} is not where this URL leads. It leads to ${host}.`,
    'numeric-host': ({ text, host }) => `The host ${text} is the address ${host}.`,
    scheme: ({ text }) => `${text} leads nowhere: what runs or is shown is written in this URL itself.`,
    extension: ({ extension }) => `The name ends with ${extension}, which runs, behind the extension of a document.`,
    traversal: ({ resolved }) => `The path leads out of a folder that it names. It leads to ${resolved}.`,
    padding: ({ text }) => `${plural(text.length, 'blank', 'blanks')} can push what follows out of view.`,
    long: ({ limit }) => `The text is longer than ${amount(limit, 'characters')}; not all of it is shown.`,
  },
  label: {
    blanks: (count) => plural(count, 'blank', 'blanks'),
    notTheHost: 'not the host',
    program: 'no address',
    runs: 'runs',
    unreadable: 'stands for nothing',
    long: 'goes on',
  },
  inName: (path) => `the name ${path}`,
  times: (sentence, count) => `${sentence} (${count} times)`,
  more: (count) => `And ${plural(count, 'more place', 'more places')}.`,
};

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
