import { toTitle } from '../../protocol/base/words.js';
import type { LateReason } from '../../protocol/run-event.js';
import { defaultCallWords } from '../../store/call-look.js';

const englishCard = {
  /** Asked about because of what the call touches. */
  askedFor: (what: readonly string[]) => `Asked because of ${new Intl.ListFormat('en').format(what)}.`,
  defer: 'Later',
  /** On the button that approves something destructive, after a key has pressed it once. */
  confirm: 'Press again to approve',
  confirmNote: 'Not approved yet: this cannot be undone. Press once more to approve.',
  /** By why a letter answered nothing; `keys` are those that approve what is destructive. */
  ignoredLetter: {
    early: (_keys: string) => 'That press did not count: the focus had only just come here. Press again.',
    destructive: (keys: string) => `Not approved: this cannot be undone. Press ${keys} to approve.`,
  },
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

const englishArming = {
  /** By why it did not: the button had only just come into view, was out of view and is in it now, had just moved, was covered until just now, could hardly be seen, or the first click was elsewhere. */
  ignored: {
    new: 'That press did not count: the button had only just appeared. Press again.',
    hidden: 'That press did not count: the button was out of view. It is in view now: press again.',
    moved: 'That press did not count: the button had just moved. Press again.',
    covered: 'That press did not count: something had just covered the button. Press again.',
    faint: 'That press did not count: the button is too small or too faint to be seen.',
    elsewhere: 'That press did not count: the first click of it was on something else. Press again.',
  },
};

/** The English words of presses that did not count. */
export const armingStrings = { group: 'arming' as const, english: englishArming };

const englishBegun = {
  /** `moment`: when it began, day and time; nothing where nobody knows. */
  cutOff: (moment: string | undefined) =>
    `This began${moment === undefined ? ' earlier' : ` on ${moment}`} and was cut off. It may have happened; nobody here knows.`,
  happened: 'It happened…',
  happenedLabel: 'What came of it, as text or JSON? The model reads this. Nothing is fine, too.',
  happenedWith: 'It happened',
  notJson: 'This begins like JSON, and is not complete. Mend it, or write it as a text.',
  runAgain: 'Run again',
  /** What running again may do. */
  twice: 'If it has happened, running it again does it twice.',
  confirm: 'Press again to run it',
  confirmNote:
    'Not run again yet: this cannot be undone, and may have happened already. Press once more to run it again.',
  failed: 'It failed…',
  failedLabel: 'What went wrong? The model reads this.',
  failedWith: 'It failed',
  failedDefault: 'The tool call was cut off, and failed.',
  /** An answer came too late, and what became of the call nobody knows. */
  late: {
    cancelled: 'The run was stopped first. Your answer was not used.',
    expired: 'The time was up. Your answer was not used.',
  } satisfies Readonly<Record<Exclude<LateReason, 'answered'>, string>>,
};

/** The English words of calls that have begun before. */
export const begunStrings = { group: 'begun' as const, english: englishBegun };

const englishOutlet = {
  working: 'Working in this page…',
  missing: (toolName: string) => `Nothing on this page answers “${toTitle(toolName)}” yet, so the run waits.`,
  crashed: (message: string) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The tool call could not be carried out.',
};

/** The English words of client tools. */
export const outletStrings = { group: 'outlet' as const, english: englishOutlet };
