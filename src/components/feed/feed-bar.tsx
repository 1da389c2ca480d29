'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useFeedRow } from './feed-row-context.js';

/** What `Feed.Bar` tells in `data-*`. `wait`: people took the time, not a machine. */
export interface FeedBarState extends Readonly<Record<string, string>> {
  readonly look: 'none' | 'work' | 'wait';
}

/** Props of `Feed.Bar`. */
export type FeedBarProps = PartProps<'span', FeedBarState>;

/** How long a line took, as a bar beside the words: full for work, hollow for waiting. */
export const FeedBar: ForwardRefExoticComponent<FeedBarProps & RefAttributes<HTMLSpanElement>> = forwardRef(
  function FeedBar(props: FeedBarProps, ref) {
    const { row, share, format } = useFeedRow('Feed.Bar');
    const { duration, topic, isGroup } = row;
    const isPlain = duration === undefined || topic === 'run' || isGroup === true;
    const look = isPlain ? 'none' : topic === 'people' ? 'wait' : 'work';
    const width = Math.max(3, share * 42);
    const children = (
      <>
        {look === 'none' ? null : (
          <svg viewBox="0 0 44 8" aria-hidden="true" focusable="false" data-slot="feed-span">
            <rect x={43 - width} y="1" width={width} height="6" rx="3" />
          </svg>
        )}
        {duration === undefined ? null : <bdi>{format.duration(duration)}</bdi>}
      </>
    );
    const own = { role: 'gridcell' };
    return renderPart('span', { children, ...props }, { slot: 'feed-duration', state: { look }, own, ref });
  },
);
