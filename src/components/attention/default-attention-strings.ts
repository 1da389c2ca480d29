import type { AttentionStrings } from './attention-strings.js';

/** The English words of title, notification and tray. */
export const defaultAttentionStrings: AttentionStrings = {
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
