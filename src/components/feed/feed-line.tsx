'use client';
import { memo, type NamedExoticComponent, type ReactElement, useState } from 'react';
import { JsonView } from '../shared/value-view.js';
import { useStrings } from '../strings-provider.js';
import type { FeedRow } from './feed-row.js';

/** Props of {@link FeedLine}. */
export interface FeedLineProps {
  readonly row: FeedRow;
}

/** One line of the feed: when, a mark, what, how long. Its events unfold as JSON. */
export const FeedLine: NamedExoticComponent<FeedLineProps> = memo(function FeedLine({
  row,
}: FeedLineProps): ReactElement {
  const strings = useStrings().feed;
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-slot="feed-line" data-kind={row.kind}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary data-slot="feed-summary">
          <time data-slot="feed-time" dir="ltr" dateTime={new Date(row.at).toISOString()}>
            {row.kind === 'step' ? strings.minute(row.at) : strings.second(row.at)}
          </time>
          <span data-slot="feed-dot" data-kind={row.kind} aria-hidden="true" />
          <span data-slot="feed-words">
            {row.agent === undefined ? null : <bdi data-slot="feed-agent">{row.agent} · </bdi>}
            <bdi>{row.words}</bdi>
            {row.detail === undefined || row.detail === '' ? null : (
              <>
                {' '}
                <bdi data-slot="feed-detail">{row.detail}</bdi>
              </>
            )}
          </span>
          <span data-slot="feed-duration" dir="auto">
            {row.duration === undefined ? null : strings.duration(row.duration)}
          </span>
        </summary>
        {isOpen ? <JsonView value={row.events.length === 1 ? row.events.at(0) : [...row.events]} /> : null}
      </details>
    </li>
  );
});
