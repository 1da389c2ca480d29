import type { CallTone } from '../conversation/call-look.js';
import type { RunEvents } from '../conversation/state/event-list.js';

/** The kind of a row, which determines its glyph. `step` is the heading of a step. */
export type FeedKind = CallTone | 'step';

/** The topic of a row. Runs and steps, which contain other rows, have the topic `run`. */
export type FeedTopic = 'run' | 'model' | 'tools' | 'people' | 'policy' | 'problems';

/** One row of the feed: a run, a step, a request to the model, a text, a call, a batch or a note. */
export interface FeedRow {
  /** Unique. It stays the same when the row changes. */
  readonly key: string;
  /** The index among all rows, in the order in which they were added. */
  readonly position: number;
  /** The position of the row that contains it: a step contains its calls, a run its steps. */
  readonly parent?: number;
  /** The number of rows that contain it. */
  readonly depth: number;
  /** Set if it contains other rows. */
  readonly isGroup?: true;
  /** The time of its first event, in milliseconds since 1970. */
  readonly at: number;
  readonly kind: FeedKind;
  readonly topic: FeedTopic;
  /** The text of the row. */
  readonly words: string;
  /**
   * The title of its call, which is a part of `words`. It is isolated when it is rendered, so that a title in a
   * right-to-left script does not reorder the text around it.
   */
  readonly title?: string;
  /** Secondary text, after `words`. */
  readonly detail?: string;
  /** Notes of policies and people about it, oldest first, shown below it. */
  readonly notes?: readonly string[];
  /** Overrides the default, by which rows of the kinds `no` and `warn` are problems: refusals by people are not. */
  readonly isProblem?: boolean;
  /** Further topics of a call: `people` if an answer was requested, `policy` if a policy decided about it. */
  readonly otherTopics?: readonly FeedTopic[];
  /** The person or rule that answered or decided, in words. */
  readonly by?: string;
  /** Its duration in milliseconds, once it has ended. */
  readonly duration?: number;
  /** The cause of the duration: the work of the tool, or waiting for people. */
  readonly spent?: 'work' | 'wait';
  /** The names of the sub-agents that it belongs to, outermost first. Missing for the outermost agent. */
  readonly agent?: string;
  /** The events of the row, oldest first. */
  readonly events: RunEvents;
}

/** A change of a row. */
export type FeedPatch = Partial<
  Pick<
    FeedRow,
    'kind' | 'words' | 'title' | 'detail' | 'notes' | 'isProblem' | 'otherTopics' | 'duration' | 'spent' | 'by'
  >
>;

/** A new row. Its default topic is `run`. */
export type NewFeedRow = FeedPatch & Pick<FeedRow, 'kind' | 'words'> & { readonly topic?: FeedTopic };
