'use client';
import type { FeedFormat } from '../../feed/feed-format.js';
import type { FeedLog } from '../../feed/feed-log.js';
import type { FeedRow } from '../../feed/feed-row.js';
import type { FeedView } from '../../feed/feed-view.js';
import type { FeedFilter } from '../../feed/match-row.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ConversationState } from '../../store/state/conversation-state.js';
import type { RunEvents } from '../../store/state/event-list.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** A conversation, as far as a feed needs it. Without `showEarlier`, what is kept of before is not shown. */
export type FeedRun = Pick<UseAgentRunResult, 'store'> & Partial<Pick<UseAgentRunResult, 'showEarlier'>>;

/** What a person does to the feed. Stable, so that lines need not render again. */
export interface FeedActions {
  readonly filter: (change: Partial<FeedFilter>) => void;
  readonly follow: (follows: boolean) => void;
  /** Folds the lines of a group, or unfolds them. */
  readonly fold: (row: FeedRow, isFolded: boolean) => void;
  /** Unfolds a line to its events, or folds it again. */
  readonly open: (row: FeedRow, isOpen: boolean) => void;
  /** Moves the place of the keyboard. */
  readonly activate: (row: FeedRow) => void;
}

/** What the parts of a feed share. */
export interface FeedContextValue {
  readonly id: string;
  /** The conversation; `undefined`: the events are a list. */
  readonly run: FeedRun | undefined;
  readonly events: RunEvents;
  /** What was before them. */
  readonly earlierEvents: ConversationState['earlierEvents'];
  readonly log: FeedLog;
  readonly view: FeedView;
  readonly format: FeedFormat;
  readonly status: string;
  readonly filter: FeedFilter;
  /** Finds what is searched for in other events. `false`: nothing is. */
  readonly finds: ((events: RunEvents) => boolean) | false;
  readonly folded: ReadonlySet<string>;
  /** The places of unfolded lines, by key. */
  readonly open: ReadonlyMap<string, number>;
  readonly active: FeedRow | undefined;
  readonly follows: boolean;
  readonly actions: FeedActions;
}

/** Provided by `Feed.Root`. */
export const FeedContext: PartContext<FeedContextValue> = partContext(
  'Feed.Root run={…}',
  'there are no events for it to show',
);

/** What the parts of one line share. */
export interface FeedRowContextValue {
  readonly row: FeedRow;
  /** Names the line, for the place of the keyboard. */
  readonly id: string;
  /** Where it is among the lines that are seen, from 0. */
  readonly index: number;
  readonly isActive: boolean;
  readonly isFolded: boolean;
  /** It shows its events. */
  readonly isOpen: boolean;
  /** Its time as a share of the longest, in steps of a twentieth. */
  readonly share: number;
  readonly format: FeedFormat;
  readonly actions: FeedActions;
}

/** Provided by `Feed.Rows`, around each line. */
export const FeedRowContext: PartContext<FeedRowContextValue> = partContext(
  'Feed.Rows',
  'there is nothing for it to show',
);
