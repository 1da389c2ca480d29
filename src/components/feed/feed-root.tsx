'use client';
import { feedStrings } from '../../feed/feed-strings.js';
import { Announcer } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';
import { type FeedSource, useFeedState } from './use-feed-state.js';

/** What `Feed.Root` tells in `data-*`: the conversation's status, and whether anything has happened. */
export interface FeedRootState {
  readonly status: string;
  readonly empty: boolean;
}

/**
 * Holds a feed together: its parts stand inside. How a run ended is told to assistive technology, once; nothing else is.
 *
 * @example <Feed.Root run={run}><Feed.Toolbar><Feed.Search /></Feed.Toolbar><Feed.Rows /></Feed.Root>
 */
export const FeedRoot: Part<'section', FeedRootState, FeedSource> = part(
  'Feed.Root',
  'section',
  ({ run, events, children, ...props }, render) => {
    const source: FeedSource = run === undefined ? { events } : { run };
    const feed = useFeedState(source);
    const { ended } = feed.log;
    const state = { status: feed.status, empty: feed.log.length === 0 };
    return render(props, {
      'data-cs': 'event-feed',
      state,
      'aria-label': useWords(feedStrings).title,
      children: (
        <FeedContext.Provider value={feed}>
          <Announcer id={ended.id} text={ended.words} />
          {children}
        </FeedContext.Provider>
      ),
    });
  },
);

/** Parts without a state of their own. */
export type NoFeedState = Readonly<Record<string, never>>;

/** The name of the feed. */
export const FeedTitle: Part<'h3', NoFeedState> = part('Feed.Title', 'h3', (props, render) => {
  useWithin(FeedContext, 'Feed.Title');
  const strings = useWords(feedStrings);
  return render(props, { 'data-cs': 'feed-title', children: strings.title });
});
