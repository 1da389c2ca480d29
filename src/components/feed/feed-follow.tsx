'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { useFeed } from './feed-context.js';

/** What `Feed.Follow` and `Feed.Latest` tell in `data-*`. */
export interface FeedFollowState extends Readonly<Record<string, boolean>> {
  readonly follows: boolean;
}

/** Props of `Feed.Follow` and `Feed.Latest`. */
export type FeedFollowProps = PartProps<'button', FeedFollowState>;

type FollowPart = ForwardRefExoticComponent<FeedFollowProps & RefAttributes<HTMLButtonElement>>;

/** Keeps the end in view, or leaves the lines where they are. To scroll up switches it off. */
export const FeedFollow: FollowPart = forwardRef(function FeedFollow(props: FeedFollowProps, ref) {
  const { follows, actions } = useFeed('Feed.Follow');
  const children: ReactNode = useStrings().feed.follow;
  const own = {
    type: 'button',
    'data-look': 'quiet',
    'data-action': 'follow',
    'aria-pressed': follows,
    onClick: () => actions.follow(!follows),
  };
  return renderPart('button', { children, ...props }, { slot: 'button', state: { follows }, own, ref });
});

/** Goes to the end and follows it again. Not there while it is followed. */
export const FeedLatest: FollowPart = forwardRef(function FeedLatest(props: FeedFollowProps, ref) {
  const { follows, view, actions } = useFeed('Feed.Latest');
  const children: ReactNode = useStrings().feed.latest;
  if (follows || view.length === 0) return null;
  const own = { type: 'button', 'data-action': 'jump', onClick: () => actions.follow(true) };
  return renderPart('button', { children, ...props }, { slot: 'button', state: { follows }, own, ref });
});
