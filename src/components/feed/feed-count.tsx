'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react';
import { feedStrings } from '../../feed/feed-strings.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useFeed } from './feed-context.js';
import type { NoFeedState } from './feed-root.js';

/** What `Feed.Count` tells in `data-*`. */
export interface FeedCountState extends Readonly<Record<string, boolean>> {
  /** Events still come. */
  readonly live: boolean;
}

/** How many lines there are, or how many of them are found; and whether more may come. */
export const FeedCount: ForwardRefExoticComponent<FeedCount.Props & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function FeedCount(props: FeedCount.Props, ref) {
    const strings = useWords(feedStrings);
    const { log, view, status, folded, format } = useFeed('Feed.Count');
    const live = status === 'running' || status === 'waiting';
    const isAll = view.length === log.length || folded.size > 0;
    const count = isAll
      ? strings.count(log.length, format.number(log.length))
      : strings.found(format.number(view.length), log.length, format.number(log.length));
    const children = (
      <>
        {live ? <span data-cs="feed-live">{strings.live}</span> : null}
        <span>{count}</span>
      </>
    );
    return renderPart('p', { children, ...props }, { slot: 'feed-count', state: { live }, ref });
  },
);

export declare namespace FeedCount {
  type Props = PartProps<'p', FeedCountState>;
  type State = FeedCountState;
}

/** What all of it adds up to: steps, calls, tokens, time; retries and problems where there are any. */
export const FeedTotals: ForwardRefExoticComponent<FeedTotals.Props & RefAttributes<HTMLDListElement>> = forwardRef(
  function FeedTotals(props: FeedTotals.Props, ref) {
    const { log, format } = useFeed('Feed.Totals');
    const strings = useWords(feedStrings).totals;
    const { steps, calls, inputTokens, outputTokens, retries, problems, time, events } = log.totals.sums;
    if (events === 0) return null;
    const { number } = format;
    const all = [
      ['time', format.duration(time)],
      ['steps', number(steps)],
      ['calls', number(calls)],
      // A server counts its own.
      ['tokens', inputTokens + outputTokens > 0 && `${number(inputTokens)} → ${number(outputTokens)}`],
      ['retries', retries > 0 && number(retries)],
      ['problems', problems > 0 && number(problems)],
    ] as const;
    const sums = all.filter(([, value]) => value);
    const children = sums.map(([name, value]) => (
      <div key={name} data-cs="feed-total" data-of={name}>
        <dt>{strings[name]}</dt>
        <dd>
          <bdi dir="ltr">{value}</bdi>
        </dd>
      </div>
    ));
    return renderPart('dl', { children, ...props }, { slot: 'feed-totals', state: {}, ref });
  },
);

export declare namespace FeedTotals {
  type Props = PartProps<'dl', NoFeedState>;
}

/** What `Feed.Follow` and `Feed.Latest` tell in `data-*`. */
export interface FeedFollowState extends Readonly<Record<string, boolean>> {
  readonly follows: boolean;
}

type FollowPart = ForwardRefExoticComponent<FeedFollow.Props & RefAttributes<HTMLButtonElement>>;

/** Keeps the end in view, or leaves the lines where they are. To scroll up switches it off. */
export const FeedFollow: FollowPart = forwardRef(function FeedFollow(props: FeedFollow.Props, ref) {
  const { follows, actions } = useFeed('Feed.Follow');
  const children: ReactNode = useWords(feedStrings).follow;
  const own = {
    type: 'button',
    'data-look': 'quiet',
    'data-action': 'follow',
    'aria-pressed': follows,
    onClick: () => actions.follow(!follows),
  };
  return renderPart('button', { children, ...props }, { slot: 'button', state: { follows }, own, ref });
});

export declare namespace FeedFollow {
  /** Props of `Feed.Follow` and `Feed.Latest`. */
  type Props = PartProps<'button', FeedFollowState>;
  type State = FeedFollowState;
}

/** Goes to the end and follows it again. Not there while it is followed. */
export const FeedLatest: FollowPart = forwardRef(function FeedLatest(props: FeedFollow.Props, ref) {
  const { follows, view, actions } = useFeed('Feed.Latest');
  const children: ReactNode = useWords(feedStrings).latest;
  if (follows || view.length === 0) return null;
  const own = { type: 'button', 'data-action': 'jump', onClick: () => actions.follow(true) };
  return renderPart('button', { children, ...props }, { slot: 'button', state: { follows }, own, ref });
});

export declare namespace FeedLatest {
  type Props = FeedFollow.Props;
  type State = FeedFollowState;
}
