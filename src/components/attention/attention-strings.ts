import type { StringTable } from '../../protocol/base/string-table.js';
/** What tells people that calls wait for them. Numbers come as the locale writes them, where `written` says so. */
export interface AttentionStrings {
  /** The title of a hidden tab. `title` is the app's own. */
  readonly title: (count: number, title: string) => string;
  /** The text of a notification: titles of calls, and how many more there are. */
  readonly notice: (titles: readonly string[], more: number) => string;
  /** On the button of the tray. */
  readonly waiting: (count: number, written: string) => string;
  readonly nothing: string;
  /** The heading of the tray, and what it says while nothing waits. */
  readonly tray: string;
  readonly empty: string;
  /** Whose calls these are. */
  readonly owner: (path: readonly string[]) => string;
  readonly calls: (count: number, written: string) => string;
  /** Stands in place of the risk of an external call. */
  readonly yours: string;
  readonly left: (time: string) => string;
  readonly over: string;
}

const englishAttention: AttentionStrings = {
  title: (count, title) => (title === '' ? `(${count})` : `(${count}) ${title}`),
  notice: (titles, more) => [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  waiting: (_, written) => `${written} waiting`,
  nothing: 'Nothing waiting',
  tray: 'Waiting for you',
  empty: 'Nothing waits for you.',
  owner: (path) => path.join(' › '),
  calls: (count, written) => (count === 1 ? '1 call' : `${written} calls`),
  yours: 'to be done by you',
  left: (time) => `${time} left`,
  over: 'time is up',
};

/** The English words of title, notification and tray. */
export const attentionStrings: StringTable<'attention', AttentionStrings> = {
  group: 'attention',
  english: englishAttention,
};
