import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
import type { Risk } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import { runsOtherwise } from '../../protocol/runs-as.js';
import { type CallWords, defaultCallWords } from '../../store/call-look.js';
import type { IgnoredLetter } from './use-letters.js';

/** The queue and its cards. */
export interface ApprovalStrings {
  readonly callsNeedYou: (count: number) => string;
  /** A batch in which only client tools work, and nobody is asked. */
  readonly callsRunHere: (count: number) => string;
  readonly decided: (done: number, all: number) => string;
  readonly askedAgain: (round: number) => string;
  readonly expires: (time: string) => string;
  readonly together: string;
  readonly approveAll: string;
  readonly approveOthers: (count: number) => string;
  readonly denyAll: string;
  readonly denyAllWith: string;
  readonly bulkProblem: (count: number) => string;
  readonly risk: Readonly<Record<Risk, string>>;
  /** Sentences for the `metadata.reason` of a deferral. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly askedBecause: (reason: string) => string;
  readonly askedAlways: string;
  readonly requestedBy: (path: readonly string[]) => string;
  readonly approve: string;
  readonly edit: string;
  readonly deny: string;
  readonly back: string;
  readonly approveEdited: string;
  readonly issue: (path: string, message: string) => string;
  readonly wholeInput: string;
  readonly denyLabel: string;
  readonly denyWith: string;
  readonly denyPlain: string;
  readonly checking: string;
  readonly late: Readonly<Record<LateReason, string>>;
  readonly rejected: (message: string) => string;
}

const englishApproval: ApprovalStrings = {
  callsNeedYou: (count) => (count === 1 ? '1 call needs you' : `${count} calls need you`),
  callsRunHere: (count) => (count === 1 ? '1 call runs in this page' : `${count} calls run in this page`),
  decided: (done, all) => `${done} of ${all} decided`,
  askedAgain: (round) => `Round ${round}: an approved call asks again`,
  expires: (moment) => `Expires ${moment}`,
  together: 'All answered together, in one run',
  approveAll: 'Approve all',
  approveOthers: (count) => (count === 1 ? 'Approve the other one' : `Approve the ${count} others`),
  denyAll: 'Deny all…',
  denyAllWith: 'Deny all with this reason',
  bulkProblem: (count) => `${plural(count, 'answer was', 'answers were')} not taken. See the cards.`,
  risk: { low: 'low risk', medium: 'medium risk', high: 'high risk', destructive: 'destructive' },
  reasons: {
    protected: 'Asked because this is protected.',
    [runsOtherwise]: 'Asked again: what it would run as has changed since it was shown.',
  },
  askedBecause: (reason) => `Asked because: ${reason}`,
  askedAlways: 'Asked because this tool always needs you.',
  requestedBy: (path) => `Requested by ${path.join(' › ')}.`,
  approve: 'Approve',
  edit: 'Edit',
  deny: 'Deny…',
  back: 'Back',
  approveEdited: 'Approve with edits',
  issue: (path, message) => `${path}: ${message}`,
  wholeInput: 'input',
  denyLabel: 'Why not? The model reads this.',
  denyWith: 'Deny with this reason',
  denyPlain: 'Deny',
  checking: 'Checking…',
  late: {
    answered: 'This call was answered elsewhere first. Your answer was not used.',
    cancelled: 'The run was stopped first. Your answer was not used, and nothing ran.',
    expired: 'The time was up. Your answer was not used, and nothing ran.',
  },
  rejected: (message) => `Your answer could not be taken: ${message}`,
};

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

const englishCard: CardStrings = {
  ...defaultCallWords,
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

/** The English words of queue and cards. */
export const approvalStrings: StringTable<'approval', ApprovalStrings> = {
  group: 'approval',
  english: englishApproval,
};

/** The English words of a card. */
export const cardStrings: StringTable<'card', CardStrings> = { group: 'card', english: englishCard };
