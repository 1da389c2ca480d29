import type { RunEvents } from '../../store/event-list.js';
import type { AnswerStrings, FeedStrings } from '../strings.js';

/** How a line is marked: done is full, waiting hollow, refused square; `warn` is a triangle and `step` a heading. */
export type FeedKind = 'step' | 'live' | 'note' | 'ok' | 'wait' | 'no' | 'warn';

/** One line of the feed. */
export interface FeedRow {
  /** Stable while the line grows. */
  readonly key: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly kind: FeedKind;
  readonly words: string;
  /** A quieter word more. */
  readonly detail?: string;
  /** Milliseconds, once it is over. */
  readonly duration?: number;
  /** Who it belongs to, when an agent called another. */
  readonly agent?: string;
  /** What the line stands for, oldest first. */
  readonly events: RunEvents;
}

/** Changes a line when a later event belongs to it. */
export type FeedPatch = Partial<Pick<FeedRow, 'kind' | 'words' | 'detail' | 'duration'>>;

/** The words that the projection puts in lines. */
export interface FeedWords {
  readonly feed: FeedStrings;
  readonly answers: AnswerStrings;
}
