import { en } from './english-words.js';

const lines = (count: number): string => en.plural(count, { one: '# line', other: '# lines' });
const moreOf = (count: number, left: number, what: string): string =>
  count >= left
    ? `Show the last ${en.number(left)} ${what}`
    : `Show ${en.number(count)} more of ${en.number(left)} ${what} left`;

const englishPreview = {
  title: {
    diff: 'What will change',
    table: 'Details',
    image: 'Picture',
    json: 'Details',
    text: 'Details',
  } satisfies Readonly<Record<'diff' | 'table' | 'image' | 'json' | 'text', string>>,
  loading: 'Loading the preview…',
  /** The button that enlarges a preview to its full size. */
  whole: 'Show the whole preview',
  failed: (message: string) => `The preview failed: ${message} You can decide without it.`,
  retry: 'Try again',
  /** The buttons that open it in a panel beside the chat, and close that. */
  openBeside: 'Open beside',
  closeBeside: 'Close',
  diff: {
    layout: 'Layout',
    unified: 'One column',
    split: 'Side by side',
    counts: (added: number, removed: number) => `${lines(added)} added, ${en.number(removed)} removed`,
    created: (count: number) => `New, ${lines(count)}`,
    emptied: (count: number) => `Emptied, ${lines(count)} removed`,
    same: 'Nothing changes: before and after are the same.',
    before: 'Before',
    after: 'After',
    /** Read aloud before a changed line. */
    removed: (line: number) => `Removed, line ${en.number(line)}:`,
    added: (line: number) => `Added, line ${en.number(line)}:`,
    unchanged: (count: number) => en.plural(count, { one: 'Show # unchanged line', other: 'Show # unchanged lines' }),
    showMore: (count: number, left: number) => moreOf(count, left, 'lines'),
    lineEndings: 'Line endings change, too: of some lines, they are all that changes.',
    finalNewline: {
      added: 'A line break is added at the end.',
      removed: 'The line break at the end is removed.',
    } satisfies Readonly<Record<'added' | 'removed', string>>,
    hidden: 'hidden',
    showHidden: (count: number) => en.plural(count, { one: 'Show the hidden value', other: 'Show # hidden values' }),
    /** Says if a text with secrets is written, or all of them are in removed lines. */
    hiddenNote: {
      written: 'Secrets are hidden here only. What is written is the full text.',
      removed: 'Secrets in removed lines are hidden here only.',
    } satisfies Readonly<Record<'written' | 'removed', string>>,
    /** A line that is too long to be shown whole. */
    cut: (characters: number) => en.plural(characters, { one: 'and # more character', other: 'and # more characters' }),
    /** The texts are too different to be compared line by line. */
    coarse: 'The texts are too different to be compared line by line.',
    /** The library for comparing could not be loaded. */
    plain: 'The lines could not be compared here: this is the whole text before and after.',
  },
  table: {
    size: (rows: number, columns: number) =>
      `${en.plural(rows, { one: '# row', other: '# rows' })}, ${en.plural(columns, { one: '# column', other: '# columns' })}`,
    showMore: (count: number, left: number) => moreOf(count, left, 'rows'),
    noRows: 'No rows',
  },
  image: {
    /** A picture on another host reveals the reader to that host. */
    remote: (host: string) => `This picture comes from ${host}. Loading it tells that host that someone looks at it.`,
    load: 'Load the picture',
    failed: 'The picture could not be loaded.',
  },
};

/** The English strings of previews. */
export const previewStrings = { group: 'preview' as const, english: englishPreview };
