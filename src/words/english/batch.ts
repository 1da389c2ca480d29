import { plural } from '../../protocol/base/words.js';

/** What is read aloud when a batch comes. */
export interface AskedWords {
  /** What `callsNeedYou` says of it. */
  readonly needYou: string;
  readonly count: number;
  /** Of its first call. */
  readonly title: string;
  readonly risk: string | undefined;
}

/** The English words of a batch that its cards say, too. */
export const batchCardStrings = {
  group: 'batch' as const,
  english: {
    expiresIn: (time: string) => `Expires in ${time}`,
    overdue: 'Time is up',
    extend: (time: string) => `Extend by ${time}`,
    chosen: {
      approve: 'to be approved',
      edit: 'to be approved with edits',
      deny: (message: string) => `to be denied: ${message}`,
      defer: 'to be left open for later',
      change: 'Change',
    },
  },
};

/** The English words of batches, besides. */
export const batchStrings = {
  group: 'batch' as const,
  english: {
    /** On whose behalf, where a sub-agent asks. */
    owner: (path: readonly string[]) => `For ${path.join(' › ')}`,
    /** The bar of what is decided. */
    progress: 'Decided',
    /** The same in a review, of what is chosen. */
    chosenProgress: 'Chosen',
    chosenOf: (done: number, all: number) => `${done} of ${all} chosen`,
    /** Tells a region from others that are called the same: the title of its first call, and the how manieth of those it is. */
    nthAlike: (title: string, place: number) => `${title} (${place})`,
    /** Heads the list of all calls in their order. */
    plan: (count: number) => `All ${count} calls, in the order in which they were proposed`,
    /** Where a call of the plan stands, after its title. */
    planOpen: 'open',
    approveLowRisk: (count: number) =>
      count === 1 ? 'Approve the low-risk one' : `Approve the ${count} low-risk ones`,
    /** On buttons that first open what they would approve, and what is read aloud then. */
    showLowRisk: (count: number) => `Approve ${count} of low risk…`,
    showToApprove: (count: number) => `Approve ${count}…`,
    approveShown: (count: number) => (count === 1 ? 'Approve this one' : `Approve these ${count}`),
    /** While some of them were not on screen yet. */
    showNext: (left: number) => (left === 1 ? 'Show the last one' : `Show the next of ${left}`),
    shownBelow: (count: number) =>
      count === 1
        ? 'The call is open below, with its input. It is approved by another press, once it was on screen.'
        : `${count} calls are open below, with their inputs. They are approved by another press, once all were on screen.`,
    /** On the line of a call in which something is not what it looks like. */
    lookClosely: 'look closely',
    deferAll: 'Leave all for later',
    /** What “approve all” does not approve: the titles of calls as a list, and how many more there are. */
    left: (titles: string, more: number) =>
      `Left for you, one by one: ${titles}${more > 0 ? ` and ${more} more` : ''}.`,
    denyAllLabel: 'Why none of them? The model reads this for each call.',
    summary: ({
      approve,
      edit,
      deny,
      defer,
      open,
    }: Readonly<Record<'approve' | 'edit' | 'deny' | 'defer' | 'open', number>>) =>
      [
        approve > 0 ? `${approve} to approve` : '',
        edit > 0 ? `${edit} to approve with edits` : '',
        deny > 0 ? `${deny} to deny` : '',
        defer > 0 ? `${defer} for later` : '',
        open > 0 ? `${open} still open` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    submit: (count: number) => (count === 0 ? 'Submit' : count === 1 ? 'Submit 1 answer' : `Submit ${count} answers`),
    submitHint: 'Nothing is sent before you submit. Until then you can change each answer.',
    submitting: 'Submitting…',
    /** While an answered batch waits before it goes back. */
    sendsIn: (time: string) => `All answered. Goes back in ${time}; until then you can change each answer.`,
    sendNow: 'Send now',
    /** A server refused the answers. `why` is in its words; without it, a card says why. */
    refused: (why: string | undefined) =>
      `Your answers were not accepted. Nothing was done, and they are kept.${why === undefined ? '' : ` ${why}`}`,
    /** On the button that sends such answers again. */
    sendAgain: 'Send again',
    /** Heads the bar of what was left open for later. */
    parked: (count: number) => `${plural(count, 'call', 'calls')} left open`,
    /** Read aloud when a batch comes. */
    asked: ({ needYou, count, title, risk }: AskedWords) =>
      `${needYou}${count === 1 ? ': ' : '. First: '}${title}${risk === undefined ? '' : `, ${risk}`}.`,
    /** Read aloud of what became of a call, and of several alike: where they stand now. */
    told: (title: string, state: string) => `${title}: ${state}.`,
    toldSeveral: (count: number, state: string) => `${plural(count, 'call', 'calls')}: ${state}.`,
    /** Where a call stands whose answer was taken back. */
    openAgain: 'open again',
    /** Read aloud after a decision: how many calls are left to be decided. */
    stillOpen: (count: number) => (count === 0 ? 'None left.' : `${count} left.`),
    /** Puts it before people again. */
    parkedAnswer: 'Answer',
    parkedGiveUp: 'Give up…',
    /** Asks whether the calls are to be ended. */
    parkedWarning: (count: number): string =>
      count === 1
        ? 'It does not run, the model reads that you left it open, and it cannot be answered any more.'
        : 'They do not run, the model reads that you left them open, and they cannot be answered any more.',
    parkedEnd: (count: number) => (count === 1 ? 'End the call' : `End ${count} calls`),
    parkedKeep: 'Keep open',
    help: 'Keys',
    helpTitle: 'Keys for the calls that need you',
    /** When the keys count. */
    helpNote:
      'Letters work half a second after you brought the focus to a call or its buttons, and never while you type.',
    helpClose: 'Close',
    /** What the keys do. */
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
