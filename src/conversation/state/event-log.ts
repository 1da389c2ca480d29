import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from './conversation-state.js';

/** A position in the events of a conversation: before an event of one of its runs, which its key names. */
export interface LogPlace {
  readonly runId: string;
  readonly key: string;
}

/** A part of the events of a conversation, oldest first. */
export interface LogPart {
  readonly events: readonly RunEvent[];
  /** `kept`: there are more before it. */
  readonly earlier: 'none' | 'kept';
}

/** The events of a conversation, part by part. Each iteration reads them again. */
export type EventParts = AsyncIterable<readonly RunEvent[]>;

/** The persisted events of a conversation, of which the page holds only the newest. */
export interface PersistedLog {
  /** Reads all parts, the oldest first. The events that the page holds are the last part. */
  readonly all: (state: ConversationState) => EventParts;
  /**
   * Returns `true` when something is found in the events that the page does not hold. `finds` gets two adjacent parts
   * at a time, the newest first, so that no more is read than necessary.
   */
  readonly has: (state: ConversationState, finds: (events: readonly RunEvent[]) => boolean) => Promise<boolean>;
}

/** The log of each persisted conversation, by its store. */
export const persistedLogs: WeakMap<object, PersistedLog> = new WeakMap();
