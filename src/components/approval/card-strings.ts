import type { StringTable } from '../../protocol/base/string-table.js';
import { type CallWords, defaultCallWords } from '../../store/call-look.js';
import type { IgnoredLetter } from './use-letters.js';

/** What a card says, and where a call stands wherever it is shown. */
export interface CardStrings extends CallWords {
  /** Asked about because of what the call touches. */
  readonly askedFor: (what: readonly string[]) => string;
  readonly defer: string;
  /** On the button that approves something destructive, after a key has pressed it once. */
  readonly confirm: string;
  readonly confirmNote: string;
  /** By why a letter answered nothing; `keys` are those that approve what is destructive. */
  readonly ignoredLetter: Readonly<Record<IgnoredLetter['because'], (keys: string) => string>>;
  /** Names the form for the input of a call. */
  readonly editForm: (title: string) => string;
  /** What the form edits, above its fields; and the button that shows what the call is made of. */
  readonly input: string;
  /** What a capability does, by its name, where its title says to what. */
  readonly touches: Readonly<Record<string, string>>;
  /** Of a card that could not be rendered: a plain one stands in for it. */
  readonly failed: string;
}

const englishCard: Omit<CardStrings, keyof CallWords> = {
  askedFor: (what) => `Asked because of ${new Intl.ListFormat('en').format(what)}.`,
  defer: 'Later',
  confirm: 'Press again to approve',
  confirmNote: 'Not approved yet: this cannot be undone. Press once more to approve.',
  ignoredLetter: {
    early: () => 'That press did not count: the focus had only just come here. Press again.',
    destructive: (keys) => `Not approved: this cannot be undone. Press ${keys} to approve.`,
  },
  editForm: (title) => `Edit the input: ${title}`,
  input: 'Input',
  touches: {
    'fs.read': 'reads files',
    'fs.write': 'changes files',
    'fs.delete': 'deletes files',
    'net.egress': 'connects elsewhere',
    'proc.exec': 'runs commands',
  },
  failed: 'The card of this call failed. This is a plain one in its place.',
};

/** The English words of a card. */
export const cardStrings: StringTable<'card', Omit<CardStrings, keyof CallWords>> = {
  group: 'card',
  english: englishCard,
};

/** The English words of where a call stands. */
export const stateStrings: StringTable<'card', CallWords> = { group: 'card', english: defaultCallWords };
