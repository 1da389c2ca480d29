'use client';
import { feedStrings } from '../../words/english/feed.js';
import { Announcer } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';
import { type FeedSource, useFeedState } from './use-feed-state.js';

/**
 * Provides a feed to the parts inside. The end of a run is announced once; nothing else is.
 *
 * @example <Feed.Root run={run}><Feed.Toolbar><Feed.Search /></Feed.Toolbar><Feed.Rows /></Feed.Root>
 */
export const FeedRoot: Part<'section', { status: string; empty: boolean }, FeedSource> = part(
  'Feed.Root',
  'section',
  ({ run, events, children, ...props }, render) => {
    const source: FeedSource = run === undefined ? { events } : { run };
    const feed = useFeedState(source);
    const { lastRunEnd } = feed.log;
    return render(props, {
      'data-cs': 'event-feed',
      state: { status: feed.status, empty: feed.log.length === 0 },
      'aria-label': useWords(feedStrings).title,
      children: (
        <FeedContext.Provider value={feed}>
          <Announcer id={lastRunEnd.id} text={lastRunEnd.words} />
          {children}
        </FeedContext.Provider>
      ),
    });
  },
);

/** The name of the feed. */
export const FeedTitle: Part<'h3'> = part('Feed.Title', 'h3', (props, render) => {
  useWithin(FeedContext, 'Feed.Title');
  const strings = useWords(feedStrings);
  return render(props, { 'data-cs': 'feed-title', children: strings.title });
});
