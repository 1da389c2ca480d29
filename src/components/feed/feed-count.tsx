'use client';
import type { ReactNode } from 'react';
import { feedStrings } from '../../words/english/feed.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';

/** The state of `Feed.Count`. */
interface FeedCountState {
  /** True while more events may arrive. */
  readonly live: boolean;
}

/** The number of lines, or of matching lines, and a note while more may arrive. */
export const FeedCount: Part<'p', FeedCountState> = part('Feed.Count', 'p', (props, render) => {
  const strings = useWords(feedStrings);
  const { log, view, status, folded, format } = useWithin(FeedContext, 'Feed.Count');
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
  return render(props, { 'data-cs': 'feed-count', state: { live }, children });
});

/** The totals: steps, calls, tokens, time; retries and problems if there are any. */
export const FeedTotals: Part<'dl'> = part('Feed.Totals', 'dl', (props, render) => {
  const { log, format } = useWithin(FeedContext, 'Feed.Totals');
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
  return render(props, { 'data-cs': 'feed-totals', children });
});

/** The state of `Feed.Follow` and `Feed.Latest`. */
interface FeedFollowState {
  readonly follows: boolean;
}

/** Toggles following, which keeps the end in view. Scrolling up switches it off. */
export const FeedFollow: Part<'button', FeedFollowState> = part('Feed.Follow', 'button', (props, render) => {
  const { follows, actions } = useWithin(FeedContext, 'Feed.Follow');
  return render(props, {
    state: { follows },
    'data-look': 'quiet',
    'data-action': 'follow',
    'aria-pressed': follows,
    onClick: () => actions.follow(!follows),
    children: useWords(feedStrings).follow,
  });
});

/** Scrolls to the end and follows it again. Not rendered while it is followed. */
export const FeedLatest: Part<'button', FeedFollowState> = part('Feed.Latest', 'button', (props, render) => {
  const { follows, view, actions } = useWithin(FeedContext, 'Feed.Latest');
  const children: ReactNode = useWords(feedStrings).latest;
  if (follows || view.length === 0) return null;
  return render(props, { state: { follows }, 'data-action': 'jump', onClick: () => actions.follow(true), children });
});
