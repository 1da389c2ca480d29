'use client';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { RunEvents } from '../../conversation/state/event-list.js';
import type { FeedFormat } from '../../feed/feed-format.js';
import type { FeedLog } from '../../feed/feed-log.js';
import type { FeedRow } from '../../feed/feed-row.js';
import type { FeedView } from '../../feed/feed-view.js';
import type { FeedFilter } from '../../feed/match-row.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** The members of a conversation that a feed needs. Without `showEarlier`, persisted earlier events are not shown. */
export type FeedRun = Pick<UseAgentRunResult, 'store'> & Partial<Pick<UseAgentRunResult, 'showEarlier'>>;

/** The user's actions on the feed. They are stable, so that lines do not render again. */
export interface FeedActions {
  readonly filter: (change: Partial<FeedFilter>) => void;
  readonly follow: (follows: boolean) => void;
  /** Folds or unfolds the lines of a group. */
  readonly fold: (row: FeedRow, isFolded: boolean) => void;
  /** Unfolds a line to its events, or folds it. */
  readonly open: (row: FeedRow, isOpen: boolean) => void;
  /** Moves the keyboard focus. */
  readonly activate: (row: FeedRow) => void;
}

/** The values that the parts of a feed share. */
export interface FeedContextValue {
  readonly id: string;
  /** The conversation; `undefined` for a list of events. */
  readonly run: FeedRun | undefined;
  readonly events: RunEvents;
  /** The events before them. */
  readonly earlierEvents: ConversationState['earlierEvents'];
  readonly log: FeedLog;
  readonly view: FeedView;
  readonly format: FeedFormat;
  readonly status: string;
  readonly filter: FeedFilter;
  /** Searches other events; `false` without a search. */
  readonly finds: ((events: RunEvents) => boolean) | false;
  readonly folded: ReadonlySet<string>;
  /** The positions of unfolded lines, by key. */
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

/** The values that the parts of one line share. */
export interface FeedRowContextValue {
  readonly row: FeedRow;
  /** The id of the line, for the keyboard focus. */
  readonly id: string;
  /** The index among the visible lines, from 0. */
  readonly index: number;
  readonly isActive: boolean;
  readonly isFolded: boolean;
  /** True when the line shows its events. */
  readonly isOpen: boolean;
  /** The duration as a share of the longest, in steps of a twentieth. */
  readonly share: number;
  readonly format: FeedFormat;
  readonly actions: FeedActions;
}

/** Provided by `Feed.Rows`, around each line. */
export const FeedRowContext: PartContext<FeedRowContextValue> = partContext(
  'Feed.Rows',
  'there is nothing for it to show',
);
