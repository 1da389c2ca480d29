'use client';
import { type ReactElement, useId, useState } from 'react';
import { feedStrings } from '../../words/english/feed.js';
import { useWords } from '../strings-provider.js';
import { FeedCount, FeedFollow, FeedLatest, FeedTotals } from './feed-count.js';
import { FeedEarlier } from './feed-earlier.js';
import { FeedExport } from './feed-export.js';
import { FeedRows } from './feed-lines.js';
import { FeedRoot, FeedTitle } from './feed-root.js';
import { FeedAgents, FeedFilters, FeedSearch, FeedToolbar } from './feed-toolbar.js';
import type { FeedSource } from './use-feed-state.js';

/**
 * The events of a conversation's runs, with time, description and duration. Grouped by run, step and call; each line
 * unfolds to its events. Filter, search, follow, export.
 *
 * @example <EventFeed run={run} />
 * @example <EventFeed events={parseRunEvents(text)} />
 */
export function EventFeed(props: FeedSource): ReactElement {
  const strings = useWords(feedStrings);
  const [isFiltering, setFiltering] = useState(false);
  const id = useId();
  return (
    <FeedRoot {...props}>
      <header data-cs="feed-header">
        <FeedTitle />
        <FeedCount />
        <FeedFollow />
        <button
          type="button"
          data-cs="button"
          data-look="quiet"
          data-action="filter"
          aria-expanded={isFiltering}
          aria-controls={isFiltering ? id : undefined}
          onClick={() => setFiltering(!isFiltering)}
        >
          {strings.filter}
        </button>
        <FeedExport />
      </header>
      {isFiltering ? (
        <FeedToolbar id={id}>
          <FeedSearch />
          <FeedAgents />
          <FeedFilters />
        </FeedToolbar>
      ) : null}
      <FeedEarlier />
      <div data-cs="feed-body">
        <FeedRows />
        <div data-cs="feed-jump">
          <FeedLatest />
        </div>
      </div>
      <FeedTotals />
    </FeedRoot>
  );
}
