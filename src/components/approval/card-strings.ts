import { defaultCallWords } from '../../store/call-look.js';
import type { IgnoredLetter } from './use-letters.js';

const englishCard = {
  /** Asked about because of what the call touches. */
  askedFor: (what: readonly string[]) => `Asked because of ${new Intl.ListFormat('en').format(what)}.`,
  defer: 'Later',
  /** On the button that approves something destructive, after a key has pressed it once. */
  confirm: 'Press again to approve',
  confirmNote: 'Not approved yet: this cannot be undone. Press once more to approve.',
  /** By why a letter answered nothing; `keys` are those that approve what is destructive. */
  ignoredLetter: {
    early: () => 'That press did not count: the focus had only just come here. Press again.',
    destructive: (keys) => `Not approved: this cannot be undone. Press ${keys} to approve.`,
  } satisfies Readonly<Record<IgnoredLetter['because'], (keys: string) => string>>,
  /** Names the form for the input of a call. */
  editForm: (title: string) => `Edit the input: ${title}`,
  /** What the form edits, above its fields; and the button that shows what the call is made of. */
  input: 'Input',
  /** What a capability does, by its name, where its title says to what. */
  touches: {
    'fs.read': 'reads files',
    'fs.write': 'changes files',
    'fs.delete': 'deletes files',
    'net.egress': 'connects elsewhere',
    'proc.exec': 'runs commands',
  } as Readonly<Record<string, string>>,
  /** Of a card that could not be rendered: a plain one stands in for it. */
  failed: 'The card of this call failed. This is a plain one in its place.',
};

/** The English words of a card. */
export const cardStrings = {
  group: 'card' as const,
  english: englishCard,
};

/** The English words of where a call stands. */
export const stateStrings = { group: 'card' as const, english: defaultCallWords };
