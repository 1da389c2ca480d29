import type { CallTone } from '../store/call-look.js';
import type { RunEvents } from '../store/state/event-list.js';

/** How a line is marked: done is full, waiting hollow, refused square; `warn` is a triangle and `step` a heading. */
export type FeedKind = CallTone | 'step';

/** What a line is about. `run` holds others together: runs, steps, and what frames them. */
export type FeedTopic = 'run' | 'model' | 'tools' | 'people' | 'policy' | 'problems';

/** One line of the feed. */
export interface FeedRow {
  /** Stable while the line grows. */
  readonly key: string;
  /** Its place among all lines, in the order in which they began. */
  readonly place: number;
  /** The place of the line that it stands in: a call's in its step's, a step's in its run's. */
  readonly parent?: number;
  /** How many lines it stands in. */
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
  /** What policies and people said about it, oldest first: quieter lines below it. */
  readonly notes?: readonly string[];
  /** It says that something went another way than it was meant to. What people or a policy refused, was. */
  readonly isProblem?: boolean;
  /** What it is about besides its topic: a call that people were asked about, or that a policy decided on. */
  readonly touches?: readonly FeedTopic[];
  /** Who answered or decided, in words. */
  readonly by?: string;
  /** Milliseconds, once it is over. */
  readonly duration?: number;
  /** What took the time: `wait` for people. */
  readonly spent?: 'work' | 'wait';
  /** Who it belongs to, when an agent called another. */
  readonly agent?: string;
  /** What the line stands for, oldest first. */
  readonly events: RunEvents;
}

/** Changes a line when a later event belongs to it. */
export type FeedPatch = Partial<
  Pick<FeedRow, 'kind' | 'words' | 'title' | 'detail' | 'notes' | 'isProblem' | 'touches' | 'duration' | 'spent' | 'by'>
>;

/** A line that begins. Without a topic it is about the run. */
export type NewFeedRow = FeedPatch & Pick<FeedRow, 'kind' | 'words'> & { readonly topic?: FeedTopic };
