import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
import type { ChoiceCount, ChosenStrings } from '../card/describe-choice.js';
import type { KeyVerb } from '../card/keys.js';

/** What is read aloud when a batch comes. */
export interface AskedWords {
  /** What `callsNeedYou` says of it. */
  readonly needYou: string;
  readonly count: number;
  /** Of its first call. */
  readonly title: string;
  readonly risk: string | undefined;
}

/** What is said of a whole batch, besides what its cards say. */
export interface BatchStrings {
  /** On whose behalf, where a sub-agent asks. */
  readonly owner: (path: readonly string[]) => string;
  /** The bar of what is decided. */
  readonly progress: string;
  /** The same in a review, of what is chosen. */
  readonly chosenProgress: string;
  readonly chosenOf: (done: number, all: number) => string;
  readonly expiresIn: (time: string) => string;
  readonly overdue: string;
  readonly extend: (time: string) => string;
  /** Tells a region from others that are called the same: the title of its first call, and the how manieth of those it is. */
  readonly nthAlike: (title: string, place: number) => string;
  /** Heads the list of all calls in their order. */
  readonly plan: (count: number) => string;
  /** Where a call of the plan stands, after its title. */
  readonly planOpen: string;
  readonly approveLowRisk: (count: number) => string;
  /** On buttons that first open what they would approve, and what is read aloud then. */
  readonly showLowRisk: (count: number) => string;
  readonly showToApprove: (count: number) => string;
  readonly approveShown: (count: number) => string;
  /** While some of them were not on screen yet. */
  readonly showNext: (left: number) => string;
  readonly shownBelow: (count: number) => string;
  /** On the line of a call in which something is not what it looks like. */
  readonly lookClosely: string;
  readonly deferAll: string;
  /** What “approve all” does not approve: the titles of calls as a list, and how many more there are. */
  readonly left: (titles: string, more: number) => string;
  readonly denyAllLabel: string;
  readonly summary: (count: ChoiceCount) => string;
  readonly submit: (count: number) => string;
  readonly submitHint: string;
  readonly submitting: string;
  readonly chosen: ChosenStrings;
  /** While an answered batch waits before it goes back. */
  readonly sendsIn: (time: string) => string;
  readonly sendNow: string;
  /** A server refused the answers. `why` is in its words; without it, a card says why. */
  readonly refused: (why: string | undefined) => string;
  /** On the button that sends such answers again. */
  readonly sendAgain: string;
  /** Heads the bar of what was left open for later. */
  readonly parked: (count: number) => string;
  /** Read aloud when a batch comes. */
  readonly asked: (asked: AskedWords) => string;
  /** Read aloud of what became of a call, and of several alike: where they stand now. */
  readonly told: (title: string, state: string) => string;
  readonly toldSeveral: (count: number, state: string) => string;
  /** Where a call stands whose answer was taken back. */
  readonly openAgain: string;
  /** Read aloud after a decision: how many calls are left to be decided. */
  readonly stillOpen: (count: number) => string;
  /** Puts it before people again. */
  readonly parkedAnswer: string;
  readonly parkedGiveUp: string;
  /** Asks whether the calls are to be ended. */
  readonly parkedWarning: (count: number) => string;
  readonly parkedEnd: (count: number) => string;
  readonly parkedKeep: string;
  readonly help: string;
  readonly helpTitle: string;
  /** When the keys count. */
  readonly helpNote: string;
  readonly helpClose: string;
  /** What the keys do. */
  readonly keys: Readonly<Record<KeyVerb, string>>;
}

/** The English words of a batch that its cards say, too. */
export const batchCardStrings: StringTable<
  'batch',
  Pick<BatchStrings, 'expiresIn' | 'overdue' | 'extend' | 'chosen'>
> = {
  group: 'batch',
  english: {
    expiresIn: (time) => `Expires in ${time}`,
    overdue: 'Time is up',
    extend: (time) => `Extend by ${time}`,
    chosen: {
      approve: 'to be approved',
      edit: 'to be approved with edits',
      deny: (message) => `to be denied: ${message}`,
      defer: 'to be left open for later',
      change: 'Change',
    },
  },
};

/** The English words of batches, besides. */
export const batchStrings: StringTable<'batch', Omit<BatchStrings, 'expiresIn' | 'overdue' | 'extend' | 'chosen'>> = {
  group: 'batch',
  english: {
    owner: (path) => `For ${path.join(' › ')}`,
    progress: 'Decided',
    chosenProgress: 'Chosen',
    chosenOf: (done, all) => `${done} of ${all} chosen`,
    nthAlike: (title, place) => `${title} (${place})`,
    plan: (count) => `All ${count} calls, in the order in which they were proposed`,
    planOpen: 'open',
    approveLowRisk: (count) => (count === 1 ? 'Approve the low-risk one' : `Approve the ${count} low-risk ones`),
    showLowRisk: (count) => `Approve ${count} of low risk…`,
    showToApprove: (count) => `Approve ${count}…`,
    approveShown: (count) => (count === 1 ? 'Approve this one' : `Approve these ${count}`),
    showNext: (left) => (left === 1 ? 'Show the last one' : `Show the next of ${left}`),
    shownBelow: (count) =>
      count === 1
        ? 'The call is open below, with its input. It is approved by another press, once it was on screen.'
        : `${count} calls are open below, with their inputs. They are approved by another press, once all were on screen.`,
    lookClosely: 'look closely',
    deferAll: 'Leave all for later',
    left: (titles, more) => `Left for you, one by one: ${titles}${more > 0 ? ` and ${more} more` : ''}.`,
    denyAllLabel: 'Why none of them? The model reads this for each call.',
    summary: ({ approve, edit, deny, defer, open }) =>
      [
        approve > 0 ? `${approve} to approve` : '',
        edit > 0 ? `${edit} to approve with edits` : '',
        deny > 0 ? `${deny} to deny` : '',
        defer > 0 ? `${defer} for later` : '',
        open > 0 ? `${open} still open` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    submit: (count) => (count === 0 ? 'Submit' : count === 1 ? 'Submit 1 answer' : `Submit ${count} answers`),
    submitHint: 'Nothing is sent before you submit. Until then you can change each answer.',
    submitting: 'Submitting…',
    sendsIn: (time) => `All answered. Goes back in ${time}; until then you can change each answer.`,
    sendNow: 'Send now',
    refused: (why) =>
      `Your answers were not accepted. Nothing was done, and they are kept.${why === undefined ? '' : ` ${why}`}`,
    sendAgain: 'Send again',
    parked: (count) => `${plural(count, 'call', 'calls')} left open`,
    asked: ({ needYou, count, title, risk }) =>
      `${needYou}${count === 1 ? ': ' : '. First: '}${title}${risk === undefined ? '' : `, ${risk}`}.`,
    told: (title, state) => `${title}: ${state}.`,
    toldSeveral: (count, state) => `${plural(count, 'call', 'calls')}: ${state}.`,
    openAgain: 'open again',
    stillOpen: (count) => (count === 0 ? 'None left.' : `${count} left.`),
    parkedAnswer: 'Answer',
    parkedGiveUp: 'Give up…',
    parkedWarning: (count) =>
      count === 1
        ? 'It does not run, the model reads that you left it open, and it cannot be answered any more.'
        : 'They do not run, the model reads that you left them open, and they cannot be answered any more.',
    parkedEnd: (count) => (count === 1 ? 'End the call' : `End ${count} calls`),
    parkedKeep: 'Keep open',
    help: 'Keys',
    helpTitle: 'Keys for the calls that need you',
    helpNote:
      'Letters work half a second after you brought the focus to a call or its buttons, and never while you type.',
    helpClose: 'Close',
    keys: {
      enter: 'Go to the first open call, from an empty message',
      back: 'Go back to where you were',
      next: 'Go to the next call',
      previous: 'Go to the previous call',
      approve: 'Approve, unless the call is destructive',
      'approve-destructive': 'Approve a destructive call',
      edit: 'Edit before approving',
      deny: 'Deny, with a reason',
      defer: 'Leave open for later',
      submit: 'Submit the answers that you chose',
      help: 'Show these keys',
    },
  },
};
