import type { PreviewStrings } from './preview-strings.js';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const lines = (count: number): string => plural(count, 'line', 'lines');
const more = (count: number, left: number, what: string): string =>
  count >= left
    ? `Show the last ${left.toLocaleString('en')} ${what}`
    : `Show ${count.toLocaleString('en')} more of ${left.toLocaleString('en')} ${what} left`;

/** The English words about previews. */
export const defaultPreviewStrings: PreviewStrings = {
  title: {
    diff: 'What will change',
    table: 'What it is about',
    image: 'Picture',
    json: 'What it is about',
    text: 'What it is about',
  },
  loading: 'Loading the preview…',
  failed: (message) => `The preview could not be made: ${message} You can decide without it.`,
  retry: 'Try again',
  diff: {
    layout: 'Layout',
    unified: 'One column',
    split: 'Side by side',
    counts: (added, removed) => `${lines(added)} added, ${removed.toLocaleString('en')} removed`,
    created: (count) => `New, ${lines(count)}`,
    emptied: (count) => `Emptied, ${lines(count)} removed`,
    same: 'Nothing changes: before and after are the same.',
    before: 'Before',
    after: 'After',
    removed: (line) => `Removed, line ${line}:`,
    added: (line) => `Added, line ${line}:`,
    unchanged: (count) => `Show ${plural(count, 'unchanged line', 'unchanged lines')}`,
    showMore: (count, left) => more(count, left, 'lines'),
    lineEndings: 'Line endings change, too: of some lines, they are all that changes.',
    finalNewline: {
      added: 'A line break is added at the end.',
      removed: 'The line break at the end is removed.',
    },
    hidden: 'hidden',
    showHidden: (count) => (count === 1 ? 'Show the hidden value' : `Show ${count} hidden values`),
    hiddenNote: 'Secrets are hidden here only. What is written is the full text.',
    cut: (characters) => `and ${plural(characters, 'more character', 'more characters')}`,
    coarse: 'The texts are too different to be compared line by line.',
    plain: 'The lines could not be compared here: this is the whole text before and after.',
  },
  table: {
    size: (rows, columns) => `${plural(rows, 'row', 'rows')}, ${plural(columns, 'column', 'columns')}`,
    showMore: (count, left) => more(count, left, 'rows'),
    noRows: 'No rows',
  },
  image: {
    remote: (host) => `This picture comes from ${host}. Loading it tells that host that someone looks at it.`,
    load: 'Load the picture',
    failed: 'The picture could not be loaded.',
  },
};
