const englishAttention = {
  /** The title of a hidden tab. `title` is the app's own. */
  title: (count: number, title: string) => (title === '' ? `(${count})` : `(${count}) ${title}`),
  /** The text of a notification: titles of calls, and how many more there are. */
  notice: (titles: readonly string[], more: number) =>
    [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  /** On the button of the tray. */
  waiting: (_: number, written: string) => `${written} waiting`,
  nothing: 'Nothing waiting',
  /** The heading of the tray, and what it says while nothing waits. */
  tray: 'Waiting for you',
  empty: 'Nothing waits for you.',
  /** Whose calls these are. */
  owner: (path: readonly string[]) => path.join(' › '),
  calls: (count: number, written: string) => (count === 1 ? '1 call' : `${written} calls`),
  /** Stands in place of the risk of an external call. */
  yours: 'to be done by you',
  left: (time: string) => `${time} left`,
  over: 'time is up',
};

/** The English words of title, notification and tray. */
export const attentionStrings = {
  group: 'attention' as const,
  english: englishAttention,
};
