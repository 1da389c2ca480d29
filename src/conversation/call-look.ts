import type { ApprovalState } from './approval-state.js';
import type { CallRecord } from './messages/call-record.js';

/** The tone of a call: running, waiting, successful, refused or failed, needing attention, or neutral. */
export type CallTone = 'live' | 'wait' | 'ok' | 'no' | 'warn' | 'note';

/** A tone for each state, wherever it is shown. */
export const callTones: Readonly<Record<ApprovalState, CallTone>> = {
  writing: 'live',
  called: 'note',
  waiting: 'wait',
  arming: 'wait',
  editing: 'wait',
  denying: 'wait',
  chosen: 'note',
  checking: 'wait',
  approved: 'ok',
  'approved-with-edits': 'ok',
  'run-again': 'ok',
  parked: 'note',
  'answered-elsewhere': 'note',
  sent: 'live',
  running: 'live',
  returned: 'ok',
  failed: 'no',
  retry: 'warn',
  denied: 'no',
  blocked: 'no',
  expired: 'warn',
  cancelled: 'note',
  skipped: 'note',
  interrupted: 'warn',
  unknown: 'warn',
};

/** The state of a call in words that can follow its name. */
export interface CallWords {
  readonly states: Readonly<Record<ApprovalState, string>>;
  /** The states with other words for an interrupted call, whose outcome is unknown. */
  readonly interrupted: Readonly<Partial<Record<ApprovalState, string>>>;
  /** The state `returned` of a call that ran with edits. */
  readonly withEdits: (state: string) => string;
  /** A state with the message to the model: the reason of a denial, the message of a failure. */
  readonly because: (state: string, message: string) => string;
  /** The title of a call before a person edited its input. It follows the title that the call has now. */
  readonly formerTitle: (title: string) => string;
}

/** The English words for the states of a call. */
export const defaultCallWords: CallWords = {
  states: {
    writing: 'being written',
    called: 'called',
    waiting: 'waits for an answer',
    arming: 'waits for an answer',
    editing: 'being edited',
    denying: 'being denied',
    chosen: 'chosen, not sent yet',
    checking: 'being checked',
    approved: 'approved',
    'approved-with-edits': 'approved with edits',
    'run-again': 'to be run again',
    parked: 'left open for later',
    'answered-elsewhere': 'answered elsewhere',
    sent: 'approved, sent to the server that runs it',
    running: 'running',
    returned: 'done',
    failed: 'failed',
    retry: 'sent back to be corrected',
    denied: 'denied',
    blocked: 'blocked by a policy',
    expired: 'expired, nobody answered in time',
    cancelled: 'cancelled',
    skipped: 'skipped, a final answer came first',
    interrupted: 'interrupted, no result',
    unknown: 'cut off, unknown whether it took effect',
  },
  interrupted: {
    waiting: 'may have run, waits for an answer',
    arming: 'may have run, waits for an answer',
    returned: 'said to have happened',
    failed: 'said to have failed',
    parked: 'may have run, left open for later',
  },
  withEdits: (state) => `${state}, with edits`,
  because: (state, message) => `${state}: ${message}`,
  formerTitle: (title) => `was: ${title}`,
};

/** The facts about a call besides its state. */
export interface CallFacts {
  readonly message?: string | undefined;
  readonly isEdited?: boolean;
  /** `true` if the call was interrupted, so that its outcome is unknown. */
  readonly hasBegun?: boolean;
}

/** Returns the facts in the record of a call besides its phase. */
export function callFactsOf({ edited, interrupted }: CallRecord): CallFacts {
  return { isEdited: edited !== undefined, hasBegun: interrupted === true };
}

/** Puts a state in words. */
export function stateWords(
  state: ApprovalState,
  { states, interrupted, withEdits, because }: CallWords,
  { message, isEdited = false, hasBegun = false }: CallFacts = {},
): string {
  const word = (hasBegun ? interrupted[state] : undefined) ?? states[state];
  const whole = state === 'returned' && isEdited && !hasBegun ? withEdits(word) : word;
  return message === undefined ? whole : because(whole, message);
}
