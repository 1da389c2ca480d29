import type { UIMessage, UIMessageChunk } from 'ai';
import { closeHistory, repairHistory } from '../../agent/batch/repair-history.js';
import type { ConversationRecord } from '../../persistence/conversations/conversation-record.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import { type StoredRun, storeRun } from '../../protocol/stored-run.js';
import type { BatchAnswers } from '../request/read-answers.js';
import { FoldedMessage } from '../wire/fold-message.js';
import { beside, type ChatShelf, type ChatTurn } from './chat-shelf.js';

interface TurnRecordOptions {
  readonly shelf: ChatShelf;
  readonly turn: ChatTurn;
  /** The chat as it was before this turn. */
  readonly before: ConversationRecord | undefined;
  /** What was said. */
  readonly said: UIMessage | undefined;
  /** The lead of the run: who has lost it writes nothing more. */
  readonly epoch: number;
  readonly now: () => number;
}

const titleLength = 80;

/** The chat's record, as a turn brings it forward: what lists show, what is loaded again, what the next turn goes on from. */
export class TurnRecord {
  readonly #options: TurnRecordOptions;
  readonly #message: FoldedMessage;
  readonly #messages: readonly UIMessage[];

  constructor(options: TurnRecordOptions) {
    const { before, said, turn } = options;
    this.#options = options;
    this.#message = new FoldedMessage(turn.replyId);
    const known = (before?.messages ?? []).filter(({ id }) => id !== turn.replyId);
    const isKnown = said === undefined || known.some(({ id }) => id === said.id);
    this.#messages = isKnown ? known : [...known, said];
  }

  /** The calls that the answer has made so far. */
  get calls(): ReadonlySet<string> {
    const parts = this.#message.message?.parts ?? [];
    return new Set(parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
  }

  take(chunks: readonly UIMessageChunk[]): void {
    for (const chunk of chunks) this.#message.take(chunk);
  }

  answered(answers: BatchAnswers): void {
    for (const [toolCallId, answer] of Object.entries(answers)) {
      const approved = answer.kind === 'tool-approved';
      if (approved || answer.kind === 'tool-denied') this.#message.answer(toolCallId, { approved });
    }
  }

  /** Keeps that the run goes on, or waits for answers. */
  async put(state: 'running' | 'waiting'): Promise<void> {
    await this.#put({ state, ...(state === 'waiting' ? { waitingSince: this.#options.now() } : {}) });
  }

  /** Keeps how the run ended: from then on, the turn is over. */
  async end(outcome: RunOutcome<unknown>): Promise<void> {
    const state = outcome.type === 'failed' ? 'failed' : 'idle';
    await this.#put({ state, stored: toHistory(outcome) }, [beside(this.#options.turn.runId)]);
  }

  async #put(
    changes: Pick<ConversationRecord, 'state' | 'waitingSince' | 'stored'>,
    more: readonly string[] = [],
  ): Promise<void> {
    const { shelf, turn, before, epoch, now } = this.#options;
    const { message } = this.#message;
    const runIds = [...(before?.runIds ?? []).filter((id) => id !== turn.runId), turn.runId, ...more];
    const messages = message === undefined ? this.#messages : [...this.#messages, message];
    const title = before?.title ?? firstTitle(messages[0]);
    const stored = before?.stored;
    await shelf.store.conversations.put(
      { id: shelf.id, title, updatedAt: now(), runIds, messages, ...(stored && { stored }), ...changes },
      { runId: turn.runId, epoch },
    );
  }
}

/** What the next turn goes on from: nothing that nobody will answer stays open. */
function toHistory(outcome: RunOutcome<unknown>): StoredRun {
  const { requests: _, ...stored } = storeRun(outcome);
  return { ...stored, messages: closeHistory(repairHistory(stored.messages).messages) };
}

function firstTitle(message: UIMessage | undefined): string {
  const text = message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '';
  return text.trim().slice(0, titleLength);
}
