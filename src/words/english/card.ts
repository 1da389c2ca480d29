import { defaultCallWords } from '../../conversation/call-look.js';
import { toTitle } from '../../protocol/base/words.js';
import type { Risk } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import { en } from './english-words.js';

const englishCard = {
  /** The reason: the call's capabilities. */
  askedFor: (what: readonly string[]) => `Asked because of ${en.list(what)}.`,
  defer: 'Later',
  /** On the button that approves a destructive call, after a key has pressed it once. */
  confirm: 'Press again to approve',
  confirmNote: 'Not approved yet: this cannot be undone. Press once more to approve.',
  /** By the reason why a letter was ignored; `keys` are those that approve a destructive call. */
  ignoredLetter: {
    early: (_keys: string) => 'Nothing happened yet: the card had only just received the focus. Press again.',
    destructive: (keys: string) => `Not approved: this cannot be undone. Press ${keys} to approve.`,
  },
  /** The name of the form for the input of a call. */
  editForm: (title: string) => `Edit the input: ${title}`,
  /** The heading of the form, and the button that shows the input. */
  input: 'Input',
  /** The effects of a capability, by its name, if the title names the object. */
  touches: {
    'fs.read': 'reads files',
    'fs.write': 'changes files',
    'fs.delete': 'deletes files',
    'net.egress': 'connects elsewhere',
    'proc.exec': 'runs commands',
  } as Readonly<Record<string, string>>,
  /** Facts about undoing the effect. `moment`: a time or an event, as the tool says it. */
  cannotBeUndone: 'cannot be undone',
  canBeUndone: (moment: string) => `can be undone until ${moment}`,
  /** The facts and reasons that the risk of a call already says. They are not shown beside it. */
  saidByRisk: {
    low: [],
    medium: [],
    high: [],
    destructive: [
      'cannot be undone',
      'it cannot be undone',
      'this cannot be undone',
      'can’t be undone',
      'it can’t be undone',
      'this can’t be undone',
      'cannot be reversed',
      'cannot be restored',
      'can’t be restored',
      'irreversible',
      'not reversible',
    ],
  } as Readonly<Record<Risk, readonly string[]>>,
  /** The verbs at the beginning or the end of a title that say the same as a capability. */
  saidByVerb: {
    'fs.read': ['read', 'open'],
    'fs.write': ['write', 'clear', 'edit', 'create', 'append', 'change', 'overwrite', 'update', 'save', 'replace'],
    'fs.delete': ['delete', 'remove'],
    'net.egress': ['connect', 'upload', 'download', 'send', 'post', 'fetch'],
    'proc.exec': ['run', 'execute'],
  } as Readonly<Record<string, readonly string[]>>,
  /** On the plain card that replaces one that failed. */
  failed: 'The card of this action failed. This is a plain one in its place.',
};

/** The English strings of a card. */
export const cardStrings = {
  group: 'card' as const,
  english: englishCard,
};

/** The English strings for the state of a call. */
export const stateStrings = { group: 'card' as const, english: defaultCallWords };

const englishArming = {
  /**
   * By the reason why it was ignored: the button had just come into view, was out of view and is in it now, had just
   * moved, was covered until just now, was hardly visible, or the first click was elsewhere.
   */
  ignored: {
    new: 'Not approved yet: the button had only just appeared. Press again.',
    hidden: 'Not approved yet: the button was off screen. Press again.',
    moved: 'Not approved yet: the button had just moved. Press again.',
    covered: 'Not approved yet: something had just covered the button. Press again.',
    faint: 'Not approved yet: the button is too small or too faint to be seen.',
    elsewhere: 'Not approved yet: the press began on something else. Press again.',
  },
};

/** The English strings for ignored presses. */
export const armingStrings = { group: 'arming' as const, english: englishArming };

const englishInterrupted = {
  /** `moment`: the date and time when it began; nothing if that is unknown. */
  cutOff: (moment: string | undefined) =>
    `This began${moment === undefined ? ' earlier' : ` on ${moment}`} and was interrupted. It may have happened; this page cannot know.`,
  happened: 'It happened…',
  /** The consequences of the answers. */
  happenedNote: 'The agent reads the result. Nothing runs again.',
  failedNote: 'The agent reads what went wrong. Nothing runs again.',
  laterNote: 'You decide later. The agent stops until then.',
  happenedLabel: 'What was the result, as text or JSON? The model reads this. You can leave it empty.',
  happenedWith: 'It happened',
  notJson: 'This starts like JSON and is not complete. Fix it, or write it as text.',
  runAgain: 'Run again',
  /** The risk of executing it again. */
  twice: 'If it has happened, running it again does it twice.',
  confirm: 'Press again to run it',
  confirmNote:
    'Not run again yet: this cannot be undone, and may have happened already. Press once more to run it again.',
  failed: 'It failed…',
  failedLabel: 'What went wrong? The model reads this.',
  failedWith: 'It failed',
  failedDefault: 'The action was interrupted, and failed.',
  /** An answer came too late, and the outcome of the call is unknown. */
  late: {
    cancelled: 'The agent was stopped first. Your answer was not used.',
    expired: 'The time was up. Your answer was not used.',
  } satisfies Readonly<Record<Exclude<LateReason, 'answered'>, string>>,
};

/** The English strings for interrupted calls. */
export const interruptedStrings = { group: 'interrupted' as const, english: englishInterrupted };

const englishOutlet = {
  working: 'Working in this page…',
  missing: (toolName: string) => `Nothing on this page answers “${toTitle(toolName)}” yet, so the agent waits.`,
  crashed: (message: string) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The action could not be carried out.',
};

/** The English strings of client tools. */
export const outletStrings = { group: 'outlet' as const, english: englishOutlet };
