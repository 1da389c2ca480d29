import type { DefinitionPart } from '../../protocol/base/definition.js';
import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { Risk } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import { runsOtherwise, serverAsks } from '../../protocol/runs-as.js';

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
  /** A server has changed these parts of a tool's definition since a person allowed the tool. */
  readonly definitionChanged: (parts: readonly DefinitionPart[]) => string;
  /** Whom it takes, where a rule asks for several people: how many, of whom, and whether whoever started the run counts. */
  readonly needsPeople: (need: PeopleNeeded) => string;
  readonly approvedBy: (names: readonly string[]) => string;
  readonly requestedBy: (path: readonly string[]) => string;
  readonly approve: string;
  readonly edit: string;
  readonly deny: string;
  readonly back: string;
  readonly approveEdited: string;
  /** Stands before the title of a call whose input is being edited. */
  readonly willRun: string;
  /** The button of an edit that the call cannot run with, and why. */
  readonly propose: string;
  readonly fixedBy: Readonly<Record<'provider' | 'server', string>>;
  readonly issue: (path: string, message: string) => string;
  readonly wholeInput: string;
  readonly denyLabel: string;
  /** Shown in the field of a reason while it is empty: it must not read like a reason. */
  readonly reasonPlaceholder: string;
  readonly denyWith: string;
  readonly denyPlain: string;
  readonly checking: string;
  readonly late: Readonly<Record<LateReason, string>>;
  readonly rejected: (message: string) => string;
}

/** Whom `role:ops` or `person:ada` means, by the name alone. */
export function plainName(whom: string): string {
  return whom.slice(whom.indexOf(':') + 1);
}

/** The English words of who answers a call. */
export const answerStrings: StringTable<
  'approval',
  Pick<
    ApprovalStrings,
    | 'approve'
    | 'edit'
    | 'deny'
    | 'back'
    | 'approveEdited'
    | 'willRun'
    | 'propose'
    | 'fixedBy'
    | 'denyLabel'
    | 'reasonPlaceholder'
    | 'denyWith'
    | 'denyPlain'
    | 'checking'
  >
> = {
  group: 'approval',
  english: {
    approve: 'Approve',
    edit: 'Edit',
    deny: 'Deny…',
    back: 'Back',
    approveEdited: 'Approve with edits',
    willRun: 'You approve:',
    propose: 'Deny with this proposal',
    fixedBy: {
      provider: 'The provider runs this call with the input of the model. What you change goes back as a proposal.',
      server: 'The server runs this call with the input of its model. What you change goes back as a proposal.',
    },
    denyLabel: 'Why not? The model reads this.',
    reasonPlaceholder: 'Optional',
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

const definitionWords: Readonly<Record<DefinitionPart, string>> = {
  server: 'server',
  description: 'description',
  inputSchema: 'input schema',
  annotations: 'safety hints',
};

/** The English words of what a call is asked about for. */
export const askStrings: StringTable<
  'approval',
  Pick<
    ApprovalStrings,
    | 'risk'
    | 'reasons'
    | 'askedBecause'
    | 'askedAlways'
    | 'definitionChanged'
    | 'needsPeople'
    | 'approvedBy'
    | 'requestedBy'
    | 'expires'
  >
> = {
  group: 'approval',
  english: {
    risk: { low: 'low risk', medium: 'medium risk', high: 'high risk', destructive: 'destructive' },
    reasons: {
      protected: 'Asked because this is protected.',
      [runsOtherwise]: 'Asked again: what it would run as has changed since it was shown.',
      [serverAsks]: 'Asked because the server asks.',
    },
    askedBecause: (reason) => `Asked because: ${reason}`,
    askedAlways: 'Asked because this tool always needs you.',
    definitionChanged: (parts) => {
      const named = new Intl.ListFormat('en').format(parts.map((part) => definitionWords[part]));
      return `Asked again: the ${named} of this tool ${parts.length === 1 ? 'has' : 'have'} changed since you allowed it.`;
    },
    needsPeople: ({ approvals, from = [], notRequester }) => {
      const who =
        from.length === 0
          ? ''
          : ` of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(from.map(plainName))}`;
      const other = notRequester === true ? ', and not whoever started the run' : '';
      return approvals === 1
        ? `Takes a yes${who || ' of somebody'}${other}.`
        : `Takes ${approvals} people${who}${other}.`;
    },
    approvedBy: (names) => `Yes so far: ${new Intl.ListFormat('en').format(names)}.`,
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
