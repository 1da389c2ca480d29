import type { UIMessage } from 'ai';
import { isNested } from '../../protocol/base/event-keys.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import type { ConversationState } from './conversation-state.js';

type Messages = readonly UIMessage[];

interface Cover {
  readonly shown: Messages;
  /** The messages that the replay has reached. */
  under: Messages;
  /** Returns `true` for the event after which the messages contain what was persisted. */
  readonly isEnd: (event: RunEvent) => boolean;
}

/**
 * Keeps messages on screen while a run that continues after a reload emits its persisted events again. Without it, the
 * messages of the run would vanish for a moment.
 */
export class ReplayCover {
  #cover: Cover | undefined;

  /**
   * Covers the replay of a snapshot's run, if it has one. Returns the messages to show.
   *
   * @param before the messages on screen, and the persisted events.
   */
  begin(
    snapshot: Pick<ConversationSnapshot, 'active' | 'messages' | 'status'>,
    { shown, events }: { readonly shown: Messages; readonly events: readonly RunEvent[] },
  ): Messages {
    const { messages } = snapshot;
    const isEnd = findReplayEnd(snapshot, events);
    this.#cover = isEnd === undefined || shown.length === 0 ? undefined : { shown, under: messages, isEnd };
    return this.#cover === undefined ? messages : shown;
  }

  /**
   * Applies events to the messages below the cover, and removes it once they contain what was persisted.
   *
   * @param isOver `true` if the run has ended.
   */
  apply(
    state: ConversationState,
    events: readonly RunEvent[],
    { reduce, isOver }: { readonly reduce: (state: ConversationState) => ConversationState; readonly isOver: boolean },
  ): ConversationState {
    const cover = this.#cover;
    if (cover === undefined) return reduce(state);
    const next = reduce({ ...state, messages: cover.under });
    if (isOver || next.pending.length > 0 || events.some(cover.isEnd)) {
      this.#cover = undefined;
      return next;
    }
    cover.under = next.messages;
    return { ...next, messages: cover.shown };
  }
}

/** Returns how to find the end of a replay. `undefined`: there is no run, or its progress is unknown. */
function findReplayEnd(
  { active, status }: Pick<ConversationSnapshot, 'active' | 'status'>,
  events: readonly RunEvent[],
): Cover['isEnd'] | undefined {
  if (active === undefined) return undefined;
  const last = events.findLast((event) => event.runId === active.runId && isCounted(event));
  if (last !== undefined) return (event) => isCounted(event) && event.seq >= last.seq;
  // A storage without a log: at least the cards are known.
  return status === 'waiting' ? ({ type }) => type === 'deferred-request' : undefined;
}

/** Deltas have the `seq` of the event before them, and sub-agents count their own. */
function isCounted(event: RunEvent): boolean {
  return !isNested(event) && !isDelta(event) && event.type !== 'late-answer';
}
