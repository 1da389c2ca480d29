export { FeedCount as Count, FeedFollow as Follow, FeedLatest as Latest, FeedTotals as Totals } from './feed-count.js';
export { FeedDetails as Details } from './feed-details.js';
export { FeedEarlier as Earlier } from './feed-earlier.js';
export { FeedExport as Export } from './feed-export.js';
export { FeedBar as Bar, FeedRow as Row, FeedTime as Time, FeedWords as Words } from './feed-line.js';
export { FeedRows as Rows } from './feed-lines.js';
export { FeedReplay as Replay, FeedScrubber as Scrubber } from './feed-replay.js';
export { FeedRoot as Root, FeedTitle as Title } from './feed-root.js';
export {
  FeedAgents as Agents,
  FeedFilters as Filter,
  FeedSearch as Search,
  FeedToolbar as Toolbar,
} from './feed-toolbar.js';
