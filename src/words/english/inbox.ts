/** The result of a batch that somebody else has answered. */
export type InboxVerdict = 'approved' | 'denied' | 'expired' | 'answered';

const englishInbox = {
  title: 'Waits for you',
  waiting: (count: number) => (count === 1 ? '1 call' : `${count} calls`),
  /** Batches that are not shown until those before them are answered. */
  more: (count: number) => `${count} more after these`,
  connecting: 'Asking the server what waits for you…',
  empty: 'Nothing waits for you.',
  problem: (message: string) => `What waits for you could not be read, and is asked for again. ${message}`,
  tryAgain: 'Try again',
  asked: (name: string, when: string) => `Asked for ${name}, ${when}`,
  list: {
    title: 'Requests',
    filter: 'Show',
    group: { all: 'All', risky: 'High risk', due: 'With a deadline' },
    search: 'Search requests',
    noMatch: 'No request matches.',
    /** After the title of a request: the number of its other actions. */
    others: (count: number) => `+${count} more`,
    back: 'All requests',
  },
  news: 'What became of it',
  counted: (title: string, missing: number) =>
    `${title}: your yes counts. ${missing === 1 ? '1 more is needed' : `${missing} more are needed`}.`,
  /** Another person's answer is final: `late`, because the user's own came after it. */
  stands: {
    approved: (title, by) => `${title}: approved, ${by}.`,
    denied: (title, by) => `${title}: denied, ${by}.`,
    expired: (title) => `${title}: nobody answered in time.`,
    answered: (title, by) => `${title}: answered, ${by}.`,
  } satisfies Readonly<Record<InboxVerdict, (title: string, by: string) => string>>,
  late: (stands: string) => `${stands} Your answer came after that, and does not count.`,
  refused: (title: string, message: string) => `${title}: your answer was not taken. ${message}`,
  over: (title: string) => `${title}: no longer asked, since its run was stopped.`,
  history: 'What is over',
  historyEmpty: 'No run of yours is over yet.',
  historyLoading: 'Reading…',
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
  told: (message: string) => `The model was told: ${message}`,
  because: (reason: string) => `Because: ${reason}`,
  fingerprint: 'Fingerprint of the call',
  input: 'What was asked',
  filter: 'Which decisions',
  group: { all: 'All', approved: 'Approved', refused: 'Refused', automatic: 'Without a person' },
  search: 'Search decisions',
  export: 'Export',
  empty: 'Nothing has been decided yet.',
  noMatch: 'No decision is like this.',
  problem: (message: string) => `The decisions could not be read. ${message}`,
};

/** The English strings of this family. */
export const decisionsStrings = {
  group: 'decisions' as const,
  english: englishDecisions,
};

const englishAttention = {
  /** The title of a hidden tab. `title` is the app's own. */
  title: (count: number, title: string) => (title === '' ? `(${count})` : `(${count}) ${title}`),
  /** The text of a notification: titles of calls, and the number of others. */
  notice: (titles: readonly string[], more: number) =>
    [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  /** On the button of the tray. */
  waiting: (_: number, written: string) => `${written} waiting`,
  nothing: 'Nothing waiting',
  /** The heading of the tray, and its text without pending calls. */
  tray: 'Waiting for you',
  empty: 'Nothing waits for you.',
  /** The agent of the calls. */
  owner: (path: readonly string[]) => path.join(' › '),
  calls: (count: number, written: string) => (count === 1 ? '1 call' : `${written} calls`),
  /** Replaces the risk of an external call. */
  yours: 'to be done by you',
  left: (time: string) => `${time} left`,
  over: 'time is up',
};

/** The English strings for title, notification and tray. */
export const attentionStrings = {
  group: 'attention' as const,
  english: englishAttention,
};
