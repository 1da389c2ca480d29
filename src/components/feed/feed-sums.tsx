'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { useFeed } from './feed-context.js';
import type { NoFeedState } from './feed-root.js';

/** Props of `Feed.Totals`. */
export type FeedTotalsProps = PartProps<'dl', NoFeedState>;

/** What all of it adds up to: steps, calls, tokens, time; retries and problems where there are any. */
export const FeedTotals: ForwardRefExoticComponent<FeedTotalsProps & RefAttributes<HTMLDListElement>> = forwardRef(
  function FeedTotals(props: FeedTotalsProps, ref) {
    const { log, format } = useFeed('Feed.Totals');
    const strings = useStrings().feed.totals;
    const { steps, calls, inputTokens, outputTokens, retries, problems, time, events } = log.totals.sums;
    if (events === 0) return null;
    const { number } = format;
    const sums = [
      ['time', format.duration(time)],
      ['steps', number(steps)],
      ['calls', number(calls)],
      ['tokens', `${number(inputTokens)} → ${number(outputTokens)}`],
      ...(retries > 0 ? [['retries', number(retries)] as const] : []),
      ...(problems > 0 ? [['problems', number(problems)] as const] : []),
    ] as const;
    const children = sums.map(([name, value]) => (
      <div key={name} data-slot="feed-total" data-of={name}>
        <dt>{strings[name]}</dt>
        <dd>
          <bdi dir="ltr">{value}</bdi>
        </dd>
      </div>
    ));
    return renderPart('dl', { children, ...props }, { slot: 'feed-totals', state: {}, ref });
  },
);
