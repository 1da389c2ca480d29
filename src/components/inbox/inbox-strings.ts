/** How a question ended that somebody else has answered. */
export type InboxVerdict = 'approved' | 'denied' | 'expired' | 'answered';

const englishInbox = {
  title: 'Waits for you',
  waiting: (count: number) => (count === 1 ? '1 call' : `${count} calls`),
  /** Questions that are not shown until those before them are answered. */
  more: (count: number) => `${count} more after these`,
  connecting: 'Asking the server what waits for you…',
  empty: 'Nothing waits for you.',
  problem: (message: string) => `What waits for you could not be read, and is asked for again. ${message}`,
  tryAgain: 'Try again',
  asked: (name: string, when: string) => `Asked for ${name}, ${when}`,
  news: 'What became of it',
  counted: (title: string, missing: number) =>
    `${title}: your yes counts. ${missing === 1 ? '1 more is needed' : `${missing} more are needed`}.`,
  /** Somebody's answer stands: `late`, because mine came after it. */
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

/** The English words of this family. */
export const inboxStrings = { group: 'inbox' as const, english: englishInbox };
