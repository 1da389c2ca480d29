'use client';
import { FeedCount, FeedFollow, FeedLatest, FeedTotals } from './feed-count.js';
import { FeedDetails } from './feed-details.js';
import { FeedExport } from './feed-export.js';
import { FeedBar, FeedRow, FeedTime, FeedWords } from './feed-line.js';
import { FeedRows } from './feed-lines.js';
import { FeedReplay, FeedScrubber } from './feed-replay.js';
import { FeedRoot, FeedTitle } from './feed-root.js';
import { FeedAgents, FeedFilters, FeedSearch, FeedToolbar } from './feed-toolbar.js';

/** The parts of the event feed. All but `Replay` and `Scrubber` stand inside of `Root`; `Time`, `Words`, `Bar` and `Details` inside of `Row`. */
export interface FeedParts {
  readonly Root: typeof FeedRoot;
  readonly Title: typeof FeedTitle;
  readonly Count: typeof FeedCount;
  readonly Toolbar: typeof FeedToolbar;
  readonly Search: typeof FeedSearch;
  readonly Filter: typeof FeedFilters;
  readonly Agents: typeof FeedAgents;
  readonly Follow: typeof FeedFollow;
  readonly Latest: typeof FeedLatest;
  readonly Export: typeof FeedExport;
  readonly Rows: typeof FeedRows;
  readonly Row: typeof FeedRow;
  readonly Time: typeof FeedTime;
  readonly Words: typeof FeedWords;
  readonly Bar: typeof FeedBar;
  readonly Details: typeof FeedDetails;
  readonly Totals: typeof FeedTotals;
  readonly Replay: typeof FeedReplay;
  readonly Scrubber: typeof FeedScrubber;
}

/**
 * The event feed in parts, for an arrangement of your own.
 *
 * @example <Feed.Root run={run}><Feed.Search /><Feed.Rows /><Feed.Totals /></Feed.Root>
 */
export const Feed: FeedParts = {
  Root: FeedRoot,
  Title: FeedTitle,
  Count: FeedCount,
  Toolbar: FeedToolbar,
  Search: FeedSearch,
  Filter: FeedFilters,
  Agents: FeedAgents,
  Follow: FeedFollow,
  Latest: FeedLatest,
  Export: FeedExport,
  Rows: FeedRows,
  Row: FeedRow,
  Time: FeedTime,
  Words: FeedWords,
  Bar: FeedBar,
  Details: FeedDetails,
  Totals: FeedTotals,
  Replay: FeedReplay,
  Scrubber: FeedScrubber,
};
