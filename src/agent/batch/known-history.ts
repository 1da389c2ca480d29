import type { ModelMessage } from 'ai';
import type { RunMemory } from '../model/model-memory.js';

type History = readonly ModelMessage[];

/** What is known of a history with a result for each call. */
export interface KnownHistory {
  /** A list that nobody changes, unlike the one in an outcome. */
  readonly own: History;
  /** What the run that left it keeps of it. It grows with the next run, so only one gets it. */
  memory?: RunMemory | undefined;
}

/** Those that completed runs left, by the list in the outcome. */
export const leftHistories: WeakMap<History, KnownHistory> = new WeakMap();

/**
 * By the own list: a run goes on from it without a look at each message, so that a long conversation is sent as fast as
 * a short one.
 */
export const knownHistories: WeakMap<History, KnownHistory> = new WeakMap();

/**
 * Of the history that a run left, the own list. For whoever neither hands that out nor changes it, nor what is in it.
 */
export function ownHistory(messages: History): History {
  const found = leftHistories.get(messages);
  // The app has the other list, and may have changed it.
  if (found?.own.length !== messages.length || messages.some((one, i) => one !== found.own[i])) return messages;
  knownHistories.set(found.own, found);
  return found.own;
}
