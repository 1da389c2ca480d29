import type { DefinitionPart } from '../../protocol/base/definition.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { Risk } from '../../protocol/deferred.js';
import { runsOtherwise, serverAsks } from '../../protocol/effective-input.js';
import type { LateReason } from '../../protocol/run-event.js';
import { en } from './english-words.js';

/** Returns the name in `role:ops` or `person:ada`. */
export function plainName(whom: string): string {
  return whom.slice(whom.indexOf(':') + 1);
}

/** The English strings for answering a call. */
export const answerStrings = {
  group: 'approval' as const,
  english: {
    approve: 'Approve',
    /** Replaces it once the user has chosen to remember the approval. */
    approveRemember: 'Approve and remember',
    edit: 'Edit',
    deny: 'Deny…',
    back: 'Back',
    approveEdited: 'Approve with edits',
    /** Before the title of a call whose input is being edited. */
    willRun: 'You approve:',
    /** The button of an edit with which the call cannot execute, and the reason. */
    propose: 'Deny with this proposal',
    fixedBy: {
      provider: 'The provider runs this action with the input of the model. Your changes are sent back as a proposal.',
      server: 'The server runs this action with the input of its model. Your changes are sent back as a proposal.',
    } satisfies Readonly<Record<'provider' | 'server', string>>,
    denyLabel: 'Why not? The model reads this.',
    /** The placeholder of a reason: it must not read like a reason. */
    reasonPlaceholder: 'Optional',
    denyWith: 'Deny with this reason',
    denyPlain: 'Deny',
    checking: 'Checking…',
  },
};

/** The English strings for rejected answers. */
export const problemStrings = {
  group: 'approval' as const,
  english: {
    issue: (path: string, message: string) => `${path}: ${message}`,
    wholeInput: 'input',
    late: {
      answered: 'Someone else answered first. Your answer was not used.',
      cancelled: 'The agent was stopped first. Your answer was not used, and nothing ran.',
      expired: 'The time was up. Your answer was not used, and nothing ran.',
    } satisfies Readonly<Record<LateReason, string>>,
    rejected: (message: string) => `Your answer was not accepted: ${message}`,
  },
};

const definitionWords: Readonly<Record<DefinitionPart, string>> = {
  server: 'server',
  description: 'description',
  inputSchema: 'input schema',
  annotations: 'safety hints',
};

/** The English strings for the reason for requiring approval. */
export const askStrings = {
  group: 'approval' as const,
  english: {
    risk: { low: 'low risk', medium: 'medium risk', high: 'high risk', destructive: 'destructive' } satisfies Readonly<
      Record<Risk, string>
    >,
    /** Sentences for the `metadata.reason` of a deferral. */
    reasons: {
      protected: 'Asked because this is protected.',
      [runsOtherwise]: 'Asked again: what would run has changed since you saw it.',
      [serverAsks]: 'The server asks for your approval.',
    } as Readonly<Record<string, string>>,
    askedBecause: (reason: string) => `Asked because: ${reason}`,
    askedAlways: 'Asked because this tool always needs your approval.',
    /** A server has changed these parts of a tool's definition since the tool was allowed. */
    definitionChanged: (parts: readonly DefinitionPart[]) => {
      const named = en.list(parts.map((part) => definitionWords[part]));
      const have = en.plural(parts.length, { one: 'has', other: 'have' });
      return `Asked again: the ${named} of this tool ${have} changed since you allowed it.`;
    },
    /** Above the title of a call whose tool a server provides. */
    serverWants: (server: string) => `The server “${server}” wants to:`,
    requestedBy: (path: readonly string[]) => `Requested by ${path.join(' › ')}.`,
    expires: (moment: string) => `Expires ${moment}`,
  },
};

/** The people who are still missing for a rule. */
export interface MissingPeople {
  /** The roles and people who count; empty for everyone. */
  readonly from: readonly string[];
  readonly count: number;
  /** The reader is one of them. */
  readonly isYou: boolean;
}

/** The English strings for calls that need several people. */
export const peopleStrings = {
  group: 'approval' as const,
  english: {
    /**
     * The required approvers, if a rule asks for several people: their number, their roles, and the user who started
     * the run if excluded.
     */
    needsPeople: ({ approvals, from = [], notRequester }: PeopleNeeded) => {
      const who = from.length === 0 ? '' : ` from ${en.either(from.map(plainName))}`;
      const other = notRequester === true ? ' (not from the requester)' : '';
      return `Needs ${en.plural(approvals, { one: '# approval', other: '# approvals' })}${who}${other}`;
    },
    you: 'You',
    /** Before the name of a person, for screen readers. */
    hasApproved: 'Approved by',
    isMissing: 'Still missing:',
    missingPeople: ({ from, count, isYou }: MissingPeople) => {
      const who = en.either(from.map(plainName));
      const one = who === '' ? 'someone else' : `someone from ${who}`;
      const other = who === '' ? '# more people' : `# more from ${who}`;
      return en.plural(count, { one: isYou ? `you or ${one}` : one, other });
    },
    /** On the line of a request: who has approved, and who is missing. */
    waitsForPeople: (approved: readonly string[], missing: readonly string[]) => {
      const before = approved.length === 0 ? '' : `${en.list(approved)} approved. `;
      return `${before}Waiting for ${missing.length === 0 ? 'someone else' : en.list(missing)}`;
    },
    /** On the button that the reader has pressed. */
    approvedByYou: 'Approved',
    /** `missing`: the number of approvals that are still missing. */
    youApproved: (missing: number) =>
      `You approved. Waiting for ${en.plural(missing, { one: 'one more', other: '# more people' })}.`,
    lastApproval: 'Yours is the last approval that is missing.',
    /** Why the approval of the reader does not count. */
    cannotApprove: {
      requester: 'You started this, so someone else has to approve it.',
      other: 'Only the people named above can approve this.',
    } satisfies Readonly<Record<'requester' | 'other', string>>,
  },
};

/** The number of calls that wait for the user, by the kind of answer. */
export interface NeededCounts {
  readonly approvals: number;
  readonly answers: number;
  /** Approvals that others have to give. */
  readonly others: number;
}

/** The English strings of the queue. */
export const queueStrings = {
  group: 'approval' as const,
  english: {
    /** The calls that wait: for the user's approval, for an answer, such as to a question, and for other people. */
    callsNeedYou: ({ approvals, answers, others }: NeededCounts) => {
      const all = [
        [approvals, { one: '# action needs your approval', other: '# actions need your approval' }],
        [answers, { one: '# action needs your answer', other: '# actions need your answer' }],
        [others, { one: '# action waits for someone else', other: '# actions wait for someone else' }],
      ] as const;
      const parts = all
        .filter(([count], at) => count > 0 || (at === 0 && answers + others === 0))
        .map(([count, forms]) => en.plural(count, forms));
      // “1 action needs your approval, 1 needs your answer”
      return parts.map((part, place) => (place === 0 ? part : part.replace(/ actions?/, ''))).join(', ');
    },
    /** All are answered, and the answers can still be changed. */
    allDecided: (count: number) => en.plural(count, { one: '# action decided', other: 'All # actions decided' }),
    /** A batch in which only client tools work, without the user. */
    callsRunHere: (count: number) =>
      en.plural(count, { one: '# action runs in this page', other: '# actions run in this page' }),
    decided: (done: number, all: number) => `${en.number(done)} of ${en.number(all)} decided`,
    askedAgain: (round: number) => `Round ${en.number(round)}: an approved action asks again`,
    together: 'Sent together when all are done',
    approveAll: 'Approve all',
    approveOthers: (count: number) => en.plural(count, { one: 'Approve the other one', other: 'Approve the # others' }),
    denyAll: 'Deny all…',
    denyAllWith: 'Deny all with this reason',
    bulkProblem: (count: number) =>
      `${en.plural(count, { one: '# answer was', other: '# answers were' })} not accepted. See the cards.`,
  },
};
