'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { useFeed } from './feed-context.js';

/** What `Feed.Count` tells in `data-*`. */
export interface FeedCountState extends Readonly<Record<string, boolean>> {
  /** Events still come. */
  readonly live: boolean;
}

/** Props of `Feed.Count`. */
export type FeedCountProps = PartProps<'p', FeedCountState>;

/** How many lines there are, or how many of them are found; and whether more may come. */
export const FeedCount: ForwardRefExoticComponent<FeedCountProps & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function FeedCount(props: FeedCountProps, ref) {
    const strings = useStrings().feed;
    const { log, view, status, folded, format } = useFeed('Feed.Count');
    const live = status === 'running' || status === 'waiting';
    const isAll = view.length === log.length || folded.size > 0;
    const count = isAll
      ? strings.count(log.length, format.number(log.length))
      : strings.found(format.number(view.length), log.length, format.number(log.length));
    const children = (
      <>
        {live ? <span data-slot="feed-live">{strings.live}</span> : null}
        <span>{count}</span>
      </>
    );
    return renderPart('p', { children, ...props }, { slot: 'feed-count', state: { live }, ref });
  },
);
