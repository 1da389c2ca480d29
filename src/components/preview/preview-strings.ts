import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
/** What a call would change. */
export interface PreviewStrings {
  readonly title: Readonly<Record<'diff' | 'table' | 'image' | 'json' | 'text', string>>;
  readonly loading: string;
  /** Gives a preview that keeps the room of while it loaded all that it needs. */
  readonly whole: string;
  readonly failed: (message: string) => string;
  readonly retry: string;
  /** Opens it in a panel beside the chat, and closes that. */
  readonly openBeside: string;
  readonly closeBeside: string;
  readonly diff: DiffStrings;
  readonly table: {
    readonly size: (rows: number, columns: number) => string;
    readonly showMore: (more: number, left: number) => string;
    readonly noRows: string;
  };
  readonly image: {
    /** A picture from elsewhere tells its server that someone looks. */
    readonly remote: (host: string) => string;
    readonly load: string;
    readonly failed: string;
  };
}

/** Differences between two texts. */
export interface DiffStrings {
  readonly layout: string;
  readonly unified: string;
  readonly split: string;
  readonly counts: (added: number, removed: number) => string;
  readonly created: (lines: number) => string;
  readonly emptied: (lines: number) => string;
  readonly same: string;
  readonly before: string;
  readonly after: string;
  /** Read aloud before a changed line. */
  readonly removed: (line: number) => string;
  readonly added: (line: number) => string;
  readonly unchanged: (count: number) => string;
  readonly showMore: (more: number, left: number) => string;
  readonly lineEndings: string;
  readonly finalNewline: Readonly<Record<'added' | 'removed', string>>;
  readonly hidden: string;
  readonly showHidden: (count: number) => string;
  /** Whether a text with secrets is written, or all of them stand in lines that go. */
  readonly hiddenNote: Readonly<Record<'written' | 'removed', string>>;
  /** A line that is too long to be shown whole. */
  readonly cut: (characters: number) => string;
  /** The texts are too different to be compared line by line. */
  readonly coarse: string;
  /** What compares could not be loaded. */
  readonly plain: string;
}

const lineCount = (count: number): string => plural(count, 'line', 'lines');
const moreOf = (count: number, left: number, what: string): string =>
  count >= left
    ? `Show the last ${left.toLocaleString('en')} ${what}`
    : `Show ${count.toLocaleString('en')} more of ${left.toLocaleString('en')} ${what} left`;

const englishPreview: PreviewStrings = {
  title: {
    diff: 'What will change',
    table: 'What it is about',
    image: 'Picture',
    json: 'What it is about',
    text: 'What it is about',
  },
  loading: 'Loading the preview…',
  whole: 'Show the whole preview',
  failed: (message) => `The preview could not be made: ${message} You can decide without it.`,
  retry: 'Try again',
  openBeside: 'Open beside',
  closeBeside: 'Close',
  diff: {
    layout: 'Layout',
    unified: 'One column',
    split: 'Side by side',
    counts: (added, removed) => `${lineCount(added)} added, ${removed.toLocaleString('en')} removed`,
    created: (count) => `New, ${lineCount(count)}`,
    emptied: (count) => `Emptied, ${lineCount(count)} removed`,
    same: 'Nothing changes: before and after are the same.',
    before: 'Before',
    after: 'After',
    removed: (line) => `Removed, line ${line}:`,
    added: (line) => `Added, line ${line}:`,
    unchanged: (count) => `Show ${plural(count, 'unchanged line', 'unchanged lines')}`,
    showMore: (count, left) => moreOf(count, left, 'lines'),
    lineEndings: 'Line endings change, too: of some lines, they are all that changes.',
    finalNewline: {
      added: 'A line break is added at the end.',
      removed: 'The line break at the end is removed.',
    },
    hidden: 'hidden',
    showHidden: (count) => (count === 1 ? 'Show the hidden value' : `Show ${count} hidden values`),
    hiddenNote: {
      written: 'Secrets are hidden here only. What is written is the full text.',
      removed: 'Secrets in removed lines are hidden here only.',
    },
    cut: (characters) => `and ${plural(characters, 'more character', 'more characters')}`,
    coarse: 'The texts are too different to be compared line by line.',
    plain: 'The lines could not be compared here: this is the whole text before and after.',
  },
  table: {
    size: (rows, columns) => `${plural(rows, 'row', 'rows')}, ${plural(columns, 'column', 'columns')}`,
    showMore: (count, left) => moreOf(count, left, 'rows'),
    noRows: 'No rows',
  },
  image: {
    remote: (host) => `This picture comes from ${host}. Loading it tells that host that someone looks at it.`,
    load: 'Load the picture',
    failed: 'The picture could not be loaded.',
  },
};

/** The English words about previews. */
export const previewStrings: StringTable<'preview', PreviewStrings> = { group: 'preview', english: englishPreview };
