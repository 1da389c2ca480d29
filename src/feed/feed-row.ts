import type { CallTone } from '../conversation/call-look.js';
import type { RunEvents } from '../conversation/state/event-list.js';

/** The mark of a row: done is full, waiting hollow, refused square; `warn` is a triangle and `step` a heading. */
export type FeedKind = CallTone | 'step';

/** The topic of a row. `run` is for rows that contain others: runs and steps. */
export type FeedTopic = 'run' | 'model' | 'tools' | 'people' | 'policy' | 'problems';

/** One line of the feed. */
export interface FeedRow {
  /** Stable while the line grows. */
  readonly key: string;
  /** Its place among all lines, in the order in which they began. */
  readonly place: number;
  /** The place of the line that it stands in: a call's in its step's, a step's in its run's. */
  readonly parent?: number;
  /** The number of rows that contain it. */
  readonly depth: number;
  /** Lines stand in it. */
  readonly isGroup?: true;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly kind: FeedKind;
  readonly topic: FeedTopic;
  readonly words: string;
  /**
   * The title of the call that it is about, as it stands in the words: in another script than they are, it must not
   * turn them around.
   */
  readonly title?: string;
  /** A quieter word more. */
  readonly detail?: string;
  /** Notes of policies and people about it, oldest first, shown below it. */
  readonly notes?: readonly string[];
  /** It says that something went another way than it was meant to. What people or a policy refused, was. */
  readonly isProblem?: boolean;
  /** Further topics: people were asked about the call, or a policy decided about it. */
  readonly touches?: readonly FeedTopic[];
  /** The person or rule that answered or decided, in words. */
  readonly by?: string;
  /** Milliseconds, once it is over. */
  readonly duration?: number;
  /** The cause of the duration: `wait` for people. */
  readonly spent?: 'work' | 'wait';
  /** The agent that it belongs to, if an agent called another one. */
  readonly agent?: string;
  /** The events of the row, oldest first. */
  readonly events: RunEvents;
}

/** Changes a line when a later event belongs to it. */
export type FeedPatch = Partial<
  Pick<FeedRow, 'kind' | 'words' | 'title' | 'detail' | 'notes' | 'isProblem' | 'touches' | 'duration' | 'spent' | 'by'>
>;

/** A line that begins. Without a topic it is about the run. */
export type NewFeedRow = FeedPatch & Pick<FeedRow, 'kind' | 'words'> & { readonly topic?: FeedTopic };
