import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
import type { Risk } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import { runsOtherwise } from '../../protocol/runs-as.js';

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

/** The English words of who answers a call. */
export const answerStrings: StringTable<
  'approval',
  Pick<
    ApprovalStrings,
    'approve' | 'edit' | 'deny' | 'back' | 'approveEdited' | 'denyLabel' | 'denyWith' | 'denyPlain' | 'checking'
  >
> = {
  group: 'approval',
  english: {
    approve: 'Approve',
    edit: 'Edit',
    deny: 'Deny…',
    back: 'Back',
    approveEdited: 'Approve with edits',
    denyLabel: 'Why not? The model reads this.',
    denyWith: 'Deny with this reason',
    denyPlain: 'Deny',
    checking: 'Checking…',
  },
};

/** The English words of why an answer was not taken. */
export const problemStrings: StringTable<
  'approval',
  Pick<ApprovalStrings, 'issue' | 'wholeInput' | 'late' | 'rejected'>
> = {
  group: 'approval',
  english: {
    issue: (path, message) => `${path}: ${message}`,
    wholeInput: 'input',
    late: {
      answered: 'This call was answered elsewhere first. Your answer was not used.',
      cancelled: 'The run was stopped first. Your answer was not used, and nothing ran.',
      expired: 'The time was up. Your answer was not used, and nothing ran.',
    },
    rejected: (message) => `Your answer could not be taken: ${message}`,
  },
};

/** The English words of what a call is asked about for. */
export const askStrings: StringTable<
  'approval',
  Pick<ApprovalStrings, 'risk' | 'reasons' | 'askedBecause' | 'askedAlways' | 'requestedBy' | 'expires'>
> = {
  group: 'approval',
  english: {
    risk: { low: 'low risk', medium: 'medium risk', high: 'high risk', destructive: 'destructive' },
    reasons: {
      protected: 'Asked because this is protected.',
      [runsOtherwise]: 'Asked again: what it would run as has changed since it was shown.',
    },
    askedBecause: (reason) => `Asked because: ${reason}`,
    askedAlways: 'Asked because this tool always needs you.',
    requestedBy: (path) => `Requested by ${path.join(' › ')}.`,
    expires: (moment) => `Expires ${moment}`,
  },
};

/** The English words of the queue. */
export const queueStrings: StringTable<
  'approval',
  Pick<
    ApprovalStrings,
    | 'callsNeedYou'
    | 'callsRunHere'
    | 'decided'
    | 'askedAgain'
    | 'together'
    | 'approveAll'
    | 'approveOthers'
    | 'denyAll'
    | 'denyAllWith'
    | 'bulkProblem'
  >
> = {
  group: 'approval',
  english: {
    callsNeedYou: (count) => (count === 1 ? '1 call needs you' : `${count} calls need you`),
    callsRunHere: (count) => (count === 1 ? '1 call runs in this page' : `${count} calls run in this page`),
    decided: (done, all) => `${done} of ${all} decided`,
    askedAgain: (round) => `Round ${round}: an approved call asks again`,
    together: 'All answered together, in one run',
    approveAll: 'Approve all',
    approveOthers: (count) => (count === 1 ? 'Approve the other one' : `Approve the ${count} others`),
    denyAll: 'Deny all…',
    denyAllWith: 'Deny all with this reason',
    bulkProblem: (count) => `${plural(count, 'answer was', 'answers were')} not taken. See the cards.`,
  },
};
