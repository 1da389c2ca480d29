'use client';
import { useEffect, useState } from 'react';
import type { FeedEnd } from '../../feed/feed-log.js';
import { feedStrings } from '../../words/english/feed.js';
import { Announcer, type AnnouncerProps } from '../part/announcer.js';
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
    const end = useEndNews(feed.log.lastRunEnd);
    return render(props, {
      'data-cs': 'event-feed',
      state: { status: feed.status, empty: feed.log.length === 0 },
      'aria-label': useWords(feedStrings).title,
      children: (
        <FeedContext.Provider value={feed}>
          <Announcer {...end} />
          {children}
        </FeedContext.Provider>
      ),
    });
  },
);

/** The delay in milliseconds. Ends of calls are collected for a shorter time. */
const afterCalls = 250;

/** Returns the end of a run, so that it is announced after the ends of its last calls. */
function useEndNews(ended: FeedEnd): AnnouncerProps {
  const [told, setTold] = useState(ended);
  useEffect(() => {
    const timer = setTimeout(() => setTold(ended), afterCalls);
    return () => clearTimeout(timer);
  }, [ended]);
  return { id: told.id, text: told.words };
}

/** The name of the feed. */
export const FeedTitle: Part<'h3'> = part('Feed.Title', 'h3', (props, render) => {
  useWithin(FeedContext, 'Feed.Title');
  const strings = useWords(feedStrings);
  return render(props, { 'data-cs': 'feed-title', children: strings.title });
});
