import type { StringTable } from '../../protocol/base/string-table.js';

/** How a question ended that somebody else has answered. */
export type InboxVerdict = 'approved' | 'denied' | 'expired' | 'answered';

/** What waits for me on a server. Names, titles and times come as they are shown. */
export interface InboxStrings {
  readonly title: string;
  readonly waiting: (count: number) => string;
  /** Questions that are not shown until those before them are answered. */
  readonly more: (count: number) => string;
  readonly connecting: string;
  readonly empty: string;
  readonly problem: (message: string) => string;
  readonly tryAgain: string;
  readonly asked: (name: string, when: string) => string;
  readonly news: string;
  readonly counted: (title: string, missing: number) => string;
  /** Somebody's answer stands: `late`, because mine came after it. */
  readonly stands: Readonly<Record<InboxVerdict, (title: string, by: string) => string>>;
  readonly late: (stands: string) => string;
  readonly refused: (title: string, message: string) => string;
  readonly over: (title: string) => string;
  readonly history: string;
  readonly historyEmpty: string;
  readonly historyLoading: string;
  readonly outcome: Readonly<Record<'completed' | 'deferred' | 'aborted' | 'failed', string>>;
}

const englishInbox: InboxStrings = {
  title: 'Waits for you',
  waiting: (count) => (count === 1 ? '1 call' : `${count} calls`),
  more: (count) => `${count} more after these`,
  connecting: 'Asking the server what waits for you…',
  empty: 'Nothing waits for you.',
  problem: (message) => `What waits for you could not be read, and is asked for again. ${message}`,
  tryAgain: 'Try again',
  asked: (name, when) => `Asked for ${name}, ${when}`,
  news: 'What became of it',
  counted: (title, missing) =>
    `${title}: your yes counts. ${missing === 1 ? '1 more is needed' : `${missing} more are needed`}.`,
  stands: {
    approved: (title, by) => `${title}: approved, ${by}.`,
    denied: (title, by) => `${title}: denied, ${by}.`,
    expired: (title) => `${title}: nobody answered in time.`,
    answered: (title, by) => `${title}: answered, ${by}.`,
  },
  late: (stands) => `${stands} Your answer came after that, and does not count.`,
  refused: (title, message) => `${title}: your answer was not taken. ${message}`,
  over: (title) => `${title}: no longer asked, since its run was stopped.`,
  history: 'What is over',
  historyEmpty: 'No run of yours is over yet.',
  historyLoading: 'Reading…',
  outcome: { completed: 'done', deferred: 'left open', aborted: 'stopped', failed: 'failed' },
};

/** The English words of this family. */
export const inboxStrings: StringTable<'inbox', InboxStrings> = { group: 'inbox', english: englishInbox };
