import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from '../state/conversation-state.js';

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

/** What happened in a conversation, part by part, each time anew that it is gone through. */
export type EventParts = AsyncIterable<readonly RunEvent[]>;

/** What a storage keeps of what happened in a conversation, and a page does not hold. */
export interface KeptLog {
  /** The oldest part first, and what is held at last. */
  readonly all: (state: ConversationState) => EventParts;
  /** Whether something is found in what is not held: in two parts that follow each other, the newest first, so that no more is read than that takes. */
  readonly has: (state: ConversationState, finds: (events: readonly RunEvent[]) => boolean) => Promise<boolean>;
}

/** By the store of the conversation: the code for it comes with what opens one, and no page has it before. */
export const keptLogs: WeakMap<object, KeptLog> = new WeakMap();
