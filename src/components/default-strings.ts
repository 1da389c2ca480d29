import { runsOtherwise } from '../protocol/runs-as.js';
import { defaultCardStrings } from './approval/default-card-strings.js';
import { defaultArmingStrings } from './arming/default-arming-strings.js';
import { defaultAttentionStrings } from './attention/default-attention-strings.js';
import { defaultBatchStrings } from './batch/default-batch-strings.js';
import { defaultChatStrings } from './chat/default-chat-strings.js';
import { defaultFeedStrings } from '../feed/default-feed-strings.js';
import { defaultFormStrings } from './form/default-form-strings.js';
import { defaultGrantsStrings } from './grants/default-grants-strings.js';
import { defaultPreviewStrings } from './preview/default-preview-strings.js';
import type { ApprovalStrings, CountersignStrings, OutletStrings } from './strings.js';
import { defaultToolsStrings } from './tools/default-tools-strings.js';
import { defaultDeceptiveStrings, defaultValueStrings } from './value/default-value-strings.js';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const approval: ApprovalStrings = {
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
  answers: {
    approved: 'approved',
    edited: 'approved with edits',
    denied: (message) => `denied: ${message}`,
    expired: 'nobody answered in time',
    returned: 'answered',
    failed: (message) => `marked as failed: ${message}`,
    retry: (message) => `sent back: ${message}`,
    parked: 'left open for later',
  },
};

const outlet: OutletStrings = {
  working: 'Working in this page…',
  missing: (toolName) =>
    `No client tool answers “${toolName}”, so the run waits. Pass clientTools: { ${toolName}: { render } } to useAgentRun.`,
  known: (names) =>
    names.length === 0 ? 'There are no client tools yet.' : `There are client tools for ${names.join(', ')}.`,
  crashed: (message) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The tool call could not be carried out.',
};

/** The English words. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings: CountersignStrings = {
  chat: defaultChatStrings,
  approval,
  card: defaultCardStrings,
  batch: defaultBatchStrings,
  arming: defaultArmingStrings,
  value: defaultValueStrings,
  deceptive: defaultDeceptiveStrings,
  preview: defaultPreviewStrings,
  outlet,
  feed: defaultFeedStrings,
  form: defaultFormStrings,
  attention: defaultAttentionStrings,
  grants: defaultGrantsStrings,
  tools: defaultToolsStrings,
};
