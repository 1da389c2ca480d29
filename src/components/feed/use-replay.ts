'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Conversation } from '../../conversation/conversation.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { RunEvents } from '../../conversation/state/event-list.js';
import { ReplayTape } from '../../feed/replay-tape.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { UserError } from '../../protocol/base/errors.js';
import { withMember } from '../../protocol/base/record.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { replayStrings } from '../../words/english/feed.js';
import { useWords } from '../strings-provider.js';

/** A recorded run, at a position. */
export interface Replay {
  /**
   * The conversation at that position: for `Thread`, `ApprovalQueue`, `EventFeed`. Its verbs change nothing, and report
   * that.
   */
  readonly run: UseAgentRunResult;
  /** The number of events that have happened, from 0 to `length`. */
  readonly position: number;
  readonly length: number;
  /** The last event. */
  readonly event: RunEvent | undefined;
  /** Moves to a position, limited to both ends. */
  readonly seek: (position: number) => void;
}

/** Options of {@link useReplay}. Read once for each list of events. */
interface UseReplayOptions {
  /** The first position, in events. Default: the end. */
  readonly position?: number;
}

/**
 * Steps through a recorded run with the components that show a live one.
 *
 * @param events a list that stays the same between renderings: another list is another replay.
 * @example
 * const replay = useReplay(events);
 * return <><Thread run={replay.run} /><Feed.Scrubber replay={replay} /></>;
 */
export function useReplay(events: RunEvents, options: UseReplayOptions = {}): Replay {
  const { readOnly } = useWords(replayStrings).replay;
  const { position } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is where it begins
  const player = useMemo(() => createPlayer(events, position ?? events.length, readOnly), [events, readOnly]);
  return useSyncExternalStore(player.subscribe, player.get, player.get);
}

interface Player {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => Replay;
}

function createPlayer(events: RunEvents, begin: number, readOnly: string): Player {
  const tape = new ReplayTape(events);
  const listeners = new Set<(state: ConversationState, before: ConversationState) => void>();
  const within = (position: number): number => Math.max(0, Math.min(tape.length, Math.round(position) || 0));
  let position = within(begin);
  let state = tape.stateAt(position);
  const subscribe = (listener: (state: ConversationState, before: ConversationState) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const store = { getState: () => state, getInitialState: () => state, subscribe };
  const show = (next: ConversationState): void => {
    const before = state;
    state = next;
    replay = make();
    for (const listener of listeners) listener(state, before);
  };
  const seek = (wanted: number): void => {
    const next = within(wanted);
    if (next === position) return;
    position = next;
    show(tape.stateAt(next));
  };
  // A form opens as in a live run, so that its submit button can explain why it does nothing.
  const saveDraft: Conversation['saveDraft'] = (itemId, draft) => {
    show({ ...state, drafts: withMember(state.drafts, itemId, draft) });
  };
  const verbs = { ...readOnlyVerbs(readOnly), saveDraft };
  const make = (): Replay => ({
    run: { ...verbs, ...state, store, clientTools: {} },
    position,
    length: tape.length,
    event: tape.eventAt(position),
    seek,
  });
  let replay = make();
  return { get: () => replay, subscribe };
}

type Verbs = Omit<UseAgentRunResult, keyof ConversationState | 'store' | 'clientTools' | 'saveDraft'>;

/** Returns verbs that do nothing; those that answer reject with a message that the card shows. */
function readOnlyVerbs(readOnly: string): Verbs {
  const refuse = async (): Promise<never> => {
    throw new UserError('replay', readOnly);
  };
  const nothing = (): void => {};
  return {
    start: nothing,
    steer: nothing,
    unqueue: () => false,
    regenerate: nothing,
    edit: nothing,
    removeRefused: nothing,
    stop: nothing,
    resume: nothing,
    abandon: nothing,
    retract: () => false,
    sendNow: () => false,
    decide: refuse,
    decideAll: refuse,
    extend: () => false,
    showEarlier: nothing,
    formOf: () => undefined,
    grants: undefined,
    runClientTools: nothing,
    takeLead: nothing,
    addClientTool: () => nothing,
    dispose: nothing,
  };
}
