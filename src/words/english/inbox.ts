import { actionCount, en } from './english-words.js';

/** The result of a batch that somebody else has answered. */
export type InboxVerdict = 'approved' | 'denied' | 'expired' | 'answered';

const englishInbox = {
  title: 'Waiting for you',
  waiting: (count: number) => actionCount(count),
  /** Batches that are not shown until those before them are answered. */
  more: (count: number) => en.plural(count, { one: '# more request', other: '# more requests' }),
  connecting: 'Loading your requests…',
  empty: 'Nothing needs your approval.',
  problem: (message: string) => `Your requests could not be loaded. Trying again. ${message}`,
  tryAgain: 'Try again',
  asked: (name: string, when: string) => `Requested by ${name}, ${when}`,
  list: {
    title: 'Requests',
    filter: 'Show',
    group: { all: 'All', risky: 'High risk', due: 'With a deadline' },
    search: 'Search requests',
    noMatch: 'No request matches.',
    /** After the title of a request: the number of its other actions. */
    others: (count: number) => `+${en.number(count)} more`,
    back: 'All requests',
  },
  /** The two lists of an inbox, on the buttons that switch between them. */
  pages: { label: 'Show', waiting: 'For you', decided: 'Decided by you' },
  decided: {
    title: 'Decided by you',
    empty: 'You have not decided anything yet.',
    problem: (message: string) => `Your decisions could not be loaded. ${message}`,
    /** The decision, such as `approved`, and its time. */
    at: (verdict: string, when: string) => `${verdict}, ${when}`,
    asked: (name: string) => `Requested by ${name}`,
    missing: (missing: number) => `Waiting for ${en.plural(missing, { one: 'one', other: '#' })} more`,
    overruled: {
      approved: (by) => `Not used: approved, ${by}`,
      denied: (by) => `Not used: denied, ${by}`,
      expired: () => 'Not used: time was up',
      answered: (by) => `Not used: answered, ${by}`,
    } satisfies Readonly<Record<InboxVerdict, (by: string) => string>>,
    withdrawn: 'Not used: stopped',
  },
  /** In place of the cards of a request that the same page shows in a chat. */
  inChat: 'Answer it in the chat',
  /** A page for a link, by the reason why it has nothing to answer. */
  link: {
    refused: 'This link has expired or was already used.',
    again: 'Ask the person who sent it for a new one.',
    unknown: 'This request no longer exists, or you may not answer it.',
    answered: 'This request has been answered.',
    withdrawn: 'This request is no longer needed, because it was stopped.',
    used: 'Your answer was sent. This link cannot be used again.',
  },
  signIn: 'Sign in to see your requests.',
  news: 'Updates',
  counted: (title: string, missing: number) =>
    `${title}: you approved. Waiting for ${en.plural(missing, { one: 'one', other: '#' })} more.`,
  /** Another person's answer is final: `late`, because the user's own came after it. */
  stands: {
    approved: (title, by) => `${title}: approved, ${by}.`,
    denied: (title, by) => `${title}: denied, ${by}.`,
    expired: (title) => `${title}: nobody answered in time.`,
    answered: (title, by) => `${title}: answered, ${by}.`,
  } satisfies Readonly<Record<InboxVerdict, (title: string, by: string) => string>>,
  late: (stands: string) => `${stands} Your answer came later and was not used.`,
  refused: (title: string, message: string) => `${title}: your answer was not accepted. ${message}`,
  over: (title: string) => `${title}: no longer needed, because the agent was stopped.`,
  history: 'History',
  historyEmpty: 'Nothing has finished yet.',
  historyLoading: 'Loading…',
  outcome: { completed: 'done', deferred: 'left open', aborted: 'stopped', failed: 'failed' } satisfies Readonly<
    Record<'completed' | 'deferred' | 'aborted' | 'failed', string>
  >,
};

/** The English strings of this family. */
export const inboxStrings = { group: 'inbox' as const, english: englishInbox };

const englishDecisions = {
  title: 'Decisions',
  /** After a verdict: the person and the time. */
  decided: (by: string, when: string) => `${by}, ${when}`,
  told: (message: string) => `The model reads: ${message}`,
  because: (reason: string) => `Because: ${reason}`,
  fingerprint: 'Fingerprint of the action',
  input: 'Input',
  filter: 'Filter decisions',
  group: { all: 'All', approved: 'Approved', refused: 'Refused', automatic: 'Without a person' },
  search: 'Search decisions',
  export: 'Export',
  empty: 'No decisions yet.',
  noMatch: 'No decision matches.',
  problem: (message: string) => `The decisions could not be read. ${message}`,
};

/** The English strings of this family. */
export const decisionsStrings = {
  group: 'decisions' as const,
  english: englishDecisions,
};

const englishAttention = {
  /** The title of a hidden tab. `title` is the app's own. */
  title: (count: number, title: string) => `(${en.number(count)})${title === '' ? '' : ` ${title}`}`,
  /** The text of a notification: titles of calls, and the number of others. */
  notice: (titles: readonly string[], more: number) =>
    [...titles, ...(more > 0 ? [`and ${en.number(more)} more`] : [])].join('\n'),
  /** On the button of the tray. */
  waiting: (_: number, written: string) => `${written} waiting`,
  nothing: 'Nothing waiting',
  /** The heading of the tray, and its text without pending calls. */
  tray: 'Waiting for you',
  empty: 'Nothing needs your approval.',
  /** The agent of the calls. */
  owner: (path: readonly string[]) => path.join(' › '),
  calls: (count: number, written: string) => actionCount(count, written),
  /** Replaces the risk of an external call. */
  yours: 'your input needed',
  left: (time: string) => `${time} left`,
  over: 'time is up',
};

/** The English strings for title, notification and tray. */
export const attentionStrings = {
  group: 'attention' as const,
  english: englishAttention,
};
