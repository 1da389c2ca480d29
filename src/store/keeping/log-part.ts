import type { RunEvent } from '../../protocol/run-event.js';

/** A place in what happened in a conversation: right before an event of one of its runs, which its key names. */
export interface LogPlace {
  readonly runId: string;
  readonly key: string;
}

/** A part of what happened in a conversation, oldest first. */
export interface LogPart {
  readonly events: readonly RunEvent[];
  /** Whether there is more before it. */
  readonly earlier: 'none' | 'kept';
}
