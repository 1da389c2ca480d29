'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { feedStrings } from '../../feed/feed-strings.js';
import { Announcer } from '../part/announcer.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { FeedContext, useFeed } from './feed-context.js';
import { type FeedSource, useFeedState } from './use-feed-state.js';

/** What `Feed.Root` tells in `data-*`: the conversation's status, and whether anything has happened. */
export interface FeedRootState extends Readonly<Record<string, string | boolean>> {
  readonly status: string;
  readonly empty: boolean;
}

/**
 * Holds a feed together: its parts stand inside. How a run ended is told to assistive technology, once; nothing else is.
 *
 * @example <Feed.Root run={run}><Feed.Toolbar><Feed.Search /></Feed.Toolbar><Feed.Rows /></Feed.Root>
 */
export const FeedRoot: ForwardRefExoticComponent<FeedRoot.Props & RefAttributes<HTMLElement>> = forwardRef(
  function FeedRoot({ run, events, children, ...props }: FeedRoot.Props, ref) {
    const source: FeedSource = run === undefined ? { events } : { run };
    const feed = useFeedState(source);
    const { ended } = feed.log;
    const own = {
      'aria-label': useWords(feedStrings).title,
      children: (
        <FeedContext.Provider value={feed}>
          <Announcer id={ended.id} text={ended.words} />
          {children}
        </FeedContext.Provider>
      ),
    };
    const state = { status: feed.status, empty: feed.log.length === 0 };
    return renderPart('section', props, { slot: 'event-feed', state, own, ref });
  },
);

export declare namespace FeedRoot {
  type Props = PartProps<'section', FeedRootState> & FeedSource;
  type State = FeedRootState;
}

/** Parts without a state of their own. */
export type NoFeedState = Readonly<Record<string, never>>;

/** The name of the feed. */
export const FeedTitle: ForwardRefExoticComponent<FeedTitle.Props & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function FeedTitle(props: FeedTitle.Props, ref) {
    useFeed('Feed.Title');
    const strings = useWords(feedStrings);
    return renderPart('h3', { children: strings.title, ...props }, { slot: 'feed-title', state: {}, ref });
  },
);

export declare namespace FeedTitle {
  type Props = PartProps<'h3', NoFeedState>;
}
