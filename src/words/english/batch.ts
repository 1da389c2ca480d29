import { actionCount, en } from './english-words.js';

const moreOfThem = (more: number): string => (more > 0 ? ` and ${en.number(more)} more` : '');

/** The announcement of a new batch. */
export interface NewBatchWords {
  /** The string from `callsNeedYou`. */
  readonly needYou: string;
  readonly count: number;
  /** The title of its first call. */
  readonly title: string;
  readonly risk: string | undefined;
}

/** The English strings of a batch that its cards use, too. */
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

/** The other English strings of batches. */
export const batchStrings = {
  group: 'batch' as const,
  english: {
    /** The sub-agent that asks. */
    owner: (path: readonly string[]) => `For ${path.join(' › ')}`,
    /** The bar of decided calls. */
    progress: 'Decided',
    /** In a review, the bar of chosen calls. */
    chosenProgress: 'Chosen',
    chosenOf: (done: number, all: number) => `${en.number(done)} of ${en.number(all)} chosen`,
    /** Distinguishes a region from others of the same name: by the title of its first call, and a number. */
    nthAlike: (title: string, place: number) => `${title} (${en.number(place)})`,
    /** The heading of the list of all calls in order. */
    plan: (count: number) => `All ${en.number(count)} actions, in the order in which they were proposed`,
    /** The state of a call in the plan, after its title. */
    planOpen: 'open',
    approveLowRisk: (count: number) =>
      en.plural(count, { one: 'Approve the low-risk one', other: 'Approve the # low-risk ones' }),
    /** On buttons that first open the calls they would approve, and the announcement then. */
    showLowRisk: (count: number) => `Approve ${en.number(count)} of low risk…`,
    showToApprove: (count: number) => `Approve ${en.number(count)}…`,
    approveShown: (count: number) => en.plural(count, { one: 'Approve this one', other: 'Approve these #' }),
    /** While some of them have not been on screen yet. */
    showNext: (left: number) => en.plural(left, { one: 'Show the last one', other: 'Show the next of #' }),
    shownBelow: (count: number) =>
      en.plural(count, {
        one: 'The action is open below, with its input. Press once more to approve it.',
        other: '# actions are open below, with their inputs. Once all were on screen, press once more to approve them.',
      }),
    /** Ends the review, without an answer. */
    endReview: 'Cancel',
    /** The calls that the press approves: their titles as a list, and the number of others. */
    reviewed: (titles: string, more: number) => `To approve: ${titles}${moreOfThem(more)}.`,
    /** The name of the button with the actions for several calls, where there is little room. */
    more: 'More actions',
    /** On the line of a call with deceptive text. */
    lookClosely: 'look closely',
    deferAll: 'Leave all for later',
    /** The calls that “approve all” leaves out: their titles as a list, and the number of others. */
    left: (titles: string, more: number) => `To decide one by one: ${titles}${moreOfThem(more)}.`,
    denyAllLabel: 'Why none of them? The model reads this for each action.',
    summary: ({
      approve,
      edit,
      deny,
      defer,
      open,
    }: Readonly<Record<'approve' | 'edit' | 'deny' | 'defer' | 'open', number>>) =>
      [
        approve > 0 ? `${en.number(approve)} to approve` : '',
        edit > 0 ? `${en.number(edit)} to approve with edits` : '',
        deny > 0 ? `${en.number(deny)} to deny` : '',
        defer > 0 ? `${en.number(defer)} for later` : '',
        open > 0 ? `${en.number(open)} still open` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    submit: (count: number) =>
      count === 0 ? 'Submit' : en.plural(count, { one: 'Submit # answer', other: 'Submit # answers' }),
    submitHint: 'Nothing is sent before you submit. Until then you can change each answer.',
    submitting: 'Submitting…',
    /** While an answered batch waits before it is sent. */
    sendsIn: (time: string) => `Sending in ${time}`,
    /** The announcement of it, once. */
    sendsInSpoken: (time: string) => `Sending in ${time}. Until then you can change your answers.`,
    /** Opens all answers again that a person gave. */
    undo: 'Undo',
    sendNow: 'Send now',
    /** A server rejected the answers. `why` is its reason; without it, a card shows the reason. */
    refused: (why: string | undefined) =>
      `Your answers were not accepted. Nothing was done. Your answers are kept.${why === undefined ? '' : ` ${why}`}`,
    /** On the button that sends such answers again. */
    sendAgain: 'Send again',
    /** Shows the cards of a batch that someone else has to approve. */
    details: 'Details',
    /** The heading of the parked calls. */
    parked: (count: number) => `${actionCount(count)} left open`,
    /** The announcement of a new batch. */
    asked: ({ needYou, count, title, risk }: NewBatchWords) =>
      `${needYou}${count === 1 ? ': ' : '. First: '}${title}${risk === undefined ? '' : `, ${risk}`}.`,
    /** The announcement of a call's new state, and of several with the same state. */
    told: (title: string, state: string) => `${title}: ${state}.`,
    toldSeveral: (count: number, state: string) => `${actionCount(count)}: ${state}.`,
    /** The state of a call whose answer was retracted. */
    openAgain: 'open again',
    /** The announcement after a decision: the number of calls left. */
    stillOpen: (count: number) => (count === 0 ? 'None left.' : `${en.number(count)} left.`),
    /** The button that resumes parked calls. */
    parkedAnswer: 'Answer',
    parkedGiveUp: 'Discard…',
    /** The confirmation to end parked calls. */
    parkedWarning: (count: number): string =>
      en.plural(count, {
        one: 'It does not run, the agent reads that you left it open, and you can no longer answer it.',
        other: 'They do not run, the agent reads that you left them open, and you can no longer answer them.',
      }),
    parkedEnd: (count: number) => en.plural(count, { one: 'Discard this action', other: 'Discard # actions' }),
    parkedKeep: 'Keep open',
    help: 'Keys',
    helpTitle: 'Keyboard shortcuts',
    /** The conditions under which keys work. */
    helpNote: 'Letters work half a second after an action or its buttons receive the focus, and never while you type.',
    helpClose: 'Close',
    /** The effects of the keys. */
    keys: {
      enter: 'Go to the first open action, from an empty message',
      back: 'Go back to where you were',
      next: 'Go to the next action',
      previous: 'Go to the previous action',
      approve: 'Approve, unless the action is destructive',
      'approve-destructive': 'Approve a destructive action',
      edit: 'Edit before approving',
      deny: 'Deny, with a reason',
      defer: 'Leave open for later',
      submit: 'Submit the answers that you chose',
      undo: 'Undo your answers, until they are sent',
      help: 'Show these keys',
    },
  },
};
