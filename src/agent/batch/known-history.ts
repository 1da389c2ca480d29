import type { ModelMessage } from 'ai';
import type { RunMemory } from '../model/model-memory.js';

type History = readonly ModelMessage[];

/** Known facts about a history in which each call has a result. */
export interface KnownHistory {
  /** A copy of the list that nobody changes, unlike the one in an outcome. */
  readonly own: History;
  /** The memory of the model layer. It grows with the next run, so only one run gets it. */
  memory?: RunMemory | undefined;
}

/** Those that completed runs left, by the list in the outcome. */
export const leftHistories: WeakMap<History, KnownHistory> = new WeakMap();

/**
 * Known histories by their own list. A run continues from one without checking each message, so a long conversation is
 * sent as fast as a short one.
 */
export const knownHistories: WeakMap<History, KnownHistory> = new WeakMap();

/** Returns the runtime's own copy of a history that a run returned. Callers must not change it or expose it. */
export function ownHistory(messages: History): History {
  const found = leftHistories.get(messages);
  // The app has the other list, and may have changed it.
  if (found?.own.length !== messages.length || messages.some((one, i) => one !== found.own[i])) return messages;
  knownHistories.set(found.own, found);
  return found.own;
}
