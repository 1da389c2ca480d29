import type { ModelMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import type { RunMemory } from '../model/model-memory.js';
import type { RunScope } from '../run/run-scope.js';
import { repairHistory } from './repair-history.js';

type History = readonly ModelMessage[];

interface LeftHistory {
  /** The messages that the list had: whoever got it may have changed it. */
  readonly messages: History;
  readonly memory: RunMemory | undefined;
}

/** What runs that completed have left, by the list in their outcome. */
const left: WeakMap<History, LeftHistory> = new WeakMap();
/** Lists that need not be looked through again, and what the run that left them keeps of them. */
const known: WeakMap<History, RunMemory | undefined> = new WeakMap();

/** Whether a thing is a message, as far as a run looks before it begins. */
export function isMessage(item: unknown): item is ModelMessage {
  return isRecord(item) && 'role' in item && 'content' in item;
}

/** A run has completed, so that none of its calls is open: notes what it keeps of its history, for the next. */
export function leaveHistory({ messages, memory }: Pick<RunScope, 'messages' | 'memory'>): void {
  left.set(messages, { messages: [...messages], memory });
}

/**
 * The history that a run left, as a list of one's own from which runs go on without a look at each message: so a long conversation is
 * sent as fast as a short one. For whoever neither hands that list out nor changes it, nor what is in it.
 */
export function ownHistory(messages: History): History {
  const found = left.get(messages);
  left.delete(messages);
  if (found === undefined || !isSameList(messages, found.messages)) return messages;
  known.set(found.messages, found.memory);
  return found.messages;
}

/** Looks through a list of one's own, so that no run has to: then that is not done while somebody waits for an answer. */
export function lookThrough(messages: History): History {
  if (messages.every(isMessage) && repairHistory(messages).messages === messages) known.set(messages, undefined);
  return messages;
}

/** Whether nothing about a list is to be looked at again. */
export function isKnown(messages: History): boolean {
  return known.has(messages);
}

/** What the run that left a list keeps of it. It grows with the next run, so only one gets it. */
export function takeMemory(messages: History = []): RunMemory | undefined {
  const memory = known.get(messages);
  if (memory !== undefined) known.set(messages, undefined);
  return memory;
}

function isSameList(a: History, b: History): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}
