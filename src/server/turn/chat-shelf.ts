import type { UIMessageChunk, UserContent } from 'ai';
import type { RunJournal } from '../../agent/run/journal.js';
import type { ConversationRecord } from '../../persistence/conversations/conversation-record.js';
import { ownRun } from '../../persistence/conversations/conversation-shelf.js';
import type { RunStorage } from '../../persistence/run-storage.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { derivedId, isDerivedId } from '../../protocol/base/ids.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import type { AskedBatch } from '../request/read-answers.js';

/** A turn of a chat: what a person said, and the run that answers it. Whoever claims it first has it. */
export interface ChatTurn {
  readonly runId: string;
  /** The message that it answers, and what tells another one of the same id. */
  readonly messageId: string;
  readonly hash: string;
  /** The message that the answer is. */
  readonly replyId: string;
  /** When it was claimed, in milliseconds since 1970. */
  readonly at: number;
}

/** What is known of a chat. */
export interface KnownChat {
  readonly record: ConversationRecord | undefined;
  /** How many turns were claimed, and the last of them. */
  readonly count: number;
  readonly last: ChatTurn | undefined;
  /** Whether the run of the last has ended, and what it came to is in the record. */
  readonly isOver: boolean;
}

/** What a turn's run began with. */
export interface TurnInput {
  readonly prompt?: UserContent | undefined;
}

const nothing: unique symbol = Symbol('nothing was kept');

/** What is kept of one chat, in the steps and conversations of a storage: nothing of it is kept anywhere else. */
export class ChatShelf {
  /** The id in the storage, which belongs to one person where the app names who asks. */
  readonly id: string;
  readonly store: RunStorage;

  constructor(store: RunStorage, id: string) {
    this.store = store;
    this.id = id;
  }

  async read(): Promise<KnownChat> {
    const record = await this.store.conversations.get(this.id);
    let count = record?.runIds.filter((id) => !isBeside(id)).length ?? 0;
    let last = count === 0 ? undefined : await peek<ChatTurn>(this.#turns(), turnKey(count - 1));
    // One that was claimed may not stand in the record yet.
    for (let next = await this.#turn(count); next !== undefined; next = await this.#turn(count)) {
      last = next;
      count += 1;
    }
    const isOver = last !== undefined && record?.runIds.includes(beside(last.runId)) === true;
    return { record, count, last, isOver };
  }

  /** Claims the next turn: an atomic compare-and-set. Gives the turn that has it, which may be another. */
  async claim(index: number, turn: ChatTurn, input: TurnInput): Promise<ChatTurn> {
    await this.#beside(turn.runId).step('input', async () => asStored(input));
    // Marked, so that it is on the disk before anything of it runs.
    return await this.#turns().step(turnKey(index), async () => asStored(turn), { once: true });
  }

  async input(runId: string): Promise<TurnInput> {
    return (await peek<TurnInput>(this.#beside(runId), 'input')) ?? {};
  }

  /** Keeps a question, before anybody hears of it. */
  async keepAsked(runId: string, index: number, batch: AskedBatch): Promise<void> {
    await this.#beside(runId).step(derivedId('', 'asked', index), async () => asStored(batch));
  }

  /** The questions of a run, in order. */
  async asked(runId: string): Promise<readonly AskedBatch[]> {
    const batches: AskedBatch[] = [];
    for (;;) {
      const batch = await peek<AskedBatch>(this.#beside(runId), derivedId('', 'asked', batches.length));
      if (batch === undefined) return batches;
      batches.push(batch);
    }
  }

  /** Keeps a response, for whoever asks for it once more. */
  async keepSaid(runId: string, index: number, chunks: readonly UIMessageChunk[]): Promise<void> {
    await this.#beside(runId).step(derivedId('', 'said', index), async () => asStored(chunks));
  }

  async said(runId: string, index: number): Promise<readonly UIMessageChunk[] | undefined> {
    return await peek(this.#beside(runId), derivedId('', 'said', index));
  }

  async #turn(index: number): Promise<ChatTurn | undefined> {
    return await peek(this.#turns(), turnKey(index));
  }

  /** Turns are kept as long as the chat is. */
  #turns(): RunJournal {
    return this.store.journal(ownRun(this.id));
  }

  #beside(runId: string): RunJournal {
    return this.store.journal(beside(runId));
  }
}

function turnKey(index: number): string {
  return derivedId('', 'turn', index);
}

/** What is kept of a run for its clients, beside what it keeps for itself: nobody leads it. */
export function beside(runId: string): string {
  return derivedId(runId, 'responses');
}

function isBeside(runId: string): boolean {
  return isDerivedId(runId);
}

/** What was kept under a key, if anything was. */
async function peek<T>(journal: RunJournal, key: string): Promise<T | undefined> {
  try {
    return await journal.step<T>(key, () => Promise.reject(nothing));
  } catch (error) {
    // Of a run that was cleaned up, nobody knows any more.
    if (error === nothing || (CountersignError.isInstance(error) && error.code === 'run-cleaned')) return undefined;
    throw error;
  }
}

function asStored<T>(value: T): T {
  return JSON.parse(toJsonText(value));
}
