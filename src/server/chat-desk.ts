import type { UIMessage, UIMessageChunk, UserContent } from 'ai';
import type { StoredAnswers } from '../persistence/runs/answer-book.js';
import { callApp } from '../protocol/base/call-app.js';
import { randomId } from '../protocol/base/ids.js';
import { given } from '../protocol/base/record.js';
import { issueText } from '../protocol/call-end.js';
import {
  type BatchAnswers,
  hasGivenUp,
  isSameAnswer,
  mentions,
  readBatchAnswers,
  storedAnswers,
} from './request/read-answers.js';
import type { ChatRequest } from './request/read-request.js';
import { Refusal } from './request/refusal.js';
import { hashOf, toPromptContent, toSaidMessage } from './request/to-prompt-content.js';
import type { ChatTurn, KnownChat } from './turn/chat-shelf.js';
import { isOverdue } from './turn/deadline-of.js';
import type { LiveTurn } from './turn/live-turn.js';
import { type ChatPlace, startTurn } from './turn/turn-starter.js';

/** A response, as its chunks. */
export type ChatReply = AsyncGenerator<UIMessageChunk, unknown>;

type MessageRequest = Extract<ChatRequest, { type: 'message' }>;

const defaultTakeOver = 60_000;

/** Decides what a request to a chat is, and where its response comes from. */
export class ChatDesk<DEPS> {
  readonly #place: ChatPlace<DEPS>;
  /** Who asks, where the app says so. */
  readonly #owner: string | undefined;

  constructor(place: ChatPlace<DEPS>, owner: string | undefined) {
    this.#place = place;
    this.#owner = owner;
  }

  /** The response to a request; `undefined` where nothing runs that could be told again. */
  async answer(request: ChatRequest): Promise<ChatReply | undefined> {
    const { shelf } = this.#place;
    const known = await shelf.read();
    if (request.type === 'stream') return await this.#replay(known, request.startIndex);
    const { last, trigger } = request;
    if (last.role === 'assistant' && trigger === 'submit-message') {
      if (known.last === undefined) throw new Refusal('unknown-chat');
      return await this.#takeAnswers({ ...known, last: known.last }, last);
    }
    if (last.role !== 'user') throw new Refusal('malformed-request', 'Its last message is nobody’s.');
    return await this.#takePrompt(known, request);
  }

  /** The response that goes on, or that nobody may have heard to its end. */
  async #replay(known: KnownChat, startIndex: number | undefined): Promise<ChatReply | undefined> {
    const { last } = known;
    if (last === undefined) return undefined;
    const isParked = known.record?.state === 'waiting';
    const found = this.#living(last);
    const life = found ?? (known.isOver || isParked ? undefined : await this.#live({ ...known, last }));
    if (life === undefined) return undefined;
    // It waits: only who comes back for a run that had died may not have heard its question.
    if (life.hasAskedBefore && found !== undefined) return undefined;
    const index = life.hasAskedBefore ? life.index - 1 : life.lastTold;
    const tell = (): Promise<ChatReply> => this.#tell({ ...known, last }, index);
    if (startIndex !== undefined) return from(startIndex, await tell());
    return life.state.type === 'running' || !life.isHeard(index)
      ? await this.#wholeMessage(last, index, await tell())
      : undefined;
  }

  /** A client that resets its message wants all that it has had, too. */
  async #wholeMessage({ runId }: ChatTurn, index: number, last: ChatReply): Promise<ChatReply> {
    const before: UIMessageChunk[] = [];
    for (let earlier = 0; earlier < index; earlier++)
      before.push(...((await this.#place.shelf.said(runId, earlier)) ?? []));
    return wholeMessage(before, last);
  }

  /** The run of a turn, where it lives here. */
  #living({ runId }: ChatTurn): LiveTurn | undefined {
    const { live } = this.#place.seat;
    return live !== undefined && live.turn.runId === runId && live.life.state.type !== 'lost' ? live.life : undefined;
  }

  async #takePrompt(known: KnownChat, request: MessageRequest): Promise<ChatReply> {
    const { last: message, trigger } = request;
    const content = toPromptContent(message);
    const hash = hashOf(content);
    const isCopy = known.last?.messageId === message.id;
    const isEarlier = !isCopy && known.record?.messages.some(({ id }) => id === message.id) === true;
    if ((isCopy && known.last?.hash !== hash) || isEarlier) throw new Refusal('message-known');
    if (known.last !== undefined && !known.isOver) {
      const life = await this.#live({ ...known, last: known.last });
      if (isCopy && trigger === 'submit-message') return await this.#tell({ ...known, last: known.last }, 0);
      // What waits is given up for nothing that would be refused then.
      if (trigger === 'regenerate-message' && life.state.type === 'waiting') throw new Refusal('cannot-regenerate');
      await this.#leaveOpen(life, request);
      return await this.#takePrompt(await this.#place.shelf.read(), request);
    }
    const hasFailed = known.record?.state === 'failed';
    if (isCopy && known.last !== undefined && !hasFailed) {
      if (trigger === 'submit-message') return await this.#tell({ ...known, last: known.last }, 0);
      throw new Refusal('cannot-regenerate');
    }
    if (trigger === 'regenerate-message' && !isCopy) throw new Refusal('cannot-regenerate');
    return await this.#begin(known, { message, hash, content: isCopy && isSaid(known) ? undefined : content });
  }

  /** Something else may be said once the client has closed what waits; else that is not lost for it. */
  async #leaveOpen(life: LiveTurn, { before }: MessageRequest): Promise<void> {
    const { state } = life;
    if (state.type !== 'waiting') throw new Refusal('chat-busy');
    if (!hasGivenUp(before, state.request)) throw new Refusal('answers-missing');
    await life.giveUp();
  }

  async #begin(
    known: KnownChat,
    {
      message,
      hash,
      content,
    }: { readonly message: UIMessage; readonly hash: string; readonly content: UserContent | undefined },
  ): Promise<ChatReply> {
    const { shelf, clock } = this.#place;
    const own: ChatTurn = {
      runId: randomId(),
      messageId: message.id,
      hash,
      replyId: `reply-${randomId()}`,
      at: clock.now(),
    };
    const turn = await shelf.claim(known.count, own, content === undefined ? {} : { prompt: content });
    // Somebody was faster, in another process: what that was is another request's business.
    if (turn.runId !== own.runId) throw new Refusal('chat-elsewhere');
    const life = await startTurn(this.#place, known, { turn, said: toSaidMessage(message) });
    return life.read(0);
  }

  async #takeAnswers(known: LastKnown, message: UIMessage): Promise<ChatReply> {
    if (!known.isOver) {
      const life = await this.#live(known);
      // A copy may come while the first is at work.
      const { state } = life;
      if (state.type === 'waiting') {
        const batch = state.request;
        if (mentions(message, batch)) {
          const calls = this.#place.seat.live?.record.calls ?? new Set<string>();
          return await this.#take(life, readBatchAnswers(message, batch, calls));
        }
      }
    }
    return await this.#tellCopy(known, message);
  }

  /** Takes answers for good, before anything runs: an atomic compare-and-set. */
  async #take(life: LiveTurn, answers: BatchAnswers): Promise<ChatReply> {
    const { state } = life;
    const { shelf, clock, seat } = this.#place;
    if (state.type !== 'waiting') throw new Refusal('chat-busy');
    const { request } = state;
    if (isOverdue(request, clock.now())) throw new Refusal('already-answered');
    for (const [id, answer] of Object.entries(answers)) {
      const [issue] = await request.check(id, answer);
      if (issue !== undefined) throw new Refusal('invalid-answer', issueText(issue, 'value'), id);
    }
    const by = { type: 'person' as const, ...given({ id: this.#owner, name: this.#owner }) };
    const at = clock.now();
    const kept: StoredAnswers = Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, { answer, by, at }]),
    );
    const taken = await shelf.store.answer(request.batchId, kept, { runId: request.runId });
    // Taken by another process, which this one has taken the run from since: they count here.
    const isSame = taken.status === 'accepted' || isSameAnswer(answers, taken.answers);
    const counting = taken.status === 'accepted' ? answers : storedAnswers(taken.answers);
    const { index } = life;
    for (const [toolCallId, answer] of Object.entries(counting))
      request.report({ type: 'answer', toolCallId, answer, by });
    seat.live?.record.answered(counting);
    // So that another process takes it for running; it runs whether or not that could be kept.
    await seat.live?.record.put('running').catch((error: unknown) => callApp(this.#place.options.onProblem, error));
    state.resolve(counting);
    if (!isSame) throw new Refusal('already-answered');
    return life.read(index);
  }

  /** Tells again what became of answers that were given before; of others, what is wrong with them. */
  async #tellCopy(known: LastKnown, message: UIMessage): Promise<ChatReply> {
    const { shelf, seat } = this.#place;
    const batches = await shelf.asked(known.last.runId);
    const ofMessage = new Set(message.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
    for (const [index, batch] of [...batches.entries()].reverse()) {
      if (!mentions(message, batch)) continue;
      const kept = await shelf.store.answersOf(batch.batchId);
      if (Object.keys(kept).length === 0) break;
      let answers: BatchAnswers;
      try {
        answers = readBatchAnswers(message, batch, ofMessage);
      } catch (error) {
        // Its calls are over, as this client has them, too.
        if (error instanceof Refusal && error.code === 'wrong-answer') continue;
        throw error;
      }
      if (!isSameAnswer(answers, kept)) throw new Refusal('already-answered');
      return await this.#tell(known, index + 1);
    }
    const isWaiting = seat.live?.life.state.type === 'waiting';
    throw new Refusal(isWaiting ? 'answers-missing' : 'nothing-waits');
  }

  /** A response of the last turn, told again: as it goes on, or as it was kept. */
  async #tell(known: LastKnown, index: number): Promise<ChatReply> {
    const { shelf } = this.#place;
    const live = this.#living(known.last);
    if (live?.has(index) === true) return live.read(index);
    const said = await shelf.said(known.last.runId, index);
    if (said !== undefined) return toReply(said);
    throw new Refusal('already-answered');
  }

  /** The run of the last turn, where it lives here, or can be begun again here. */
  async #live(known: LastKnown): Promise<LiveTurn> {
    const { clock, options } = this.#place;
    const { last, record } = known;
    const living = this.#living(last);
    if (living !== undefined) return living;
    const { takeOverAfter = defaultTakeOver } = options;
    const quietSince = Math.max(last.at, record?.updatedAt ?? 0);
    const isParked = record?.state === 'waiting';
    if (!isParked && clock.now() - quietSince < takeOverAfter) throw new Refusal('chat-elsewhere');
    const life = await startTurn(this.#place, known, { turn: last, said: undefined });
    // It goes through what is kept, to where it was.
    await life.begun();
    return life;
  }
}

type LastKnown = KnownChat & { readonly last: ChatTurn };

/** Whether what a failed run was asked stands in its history, or is said first by the next. */
function isSaid({ record }: KnownChat): boolean {
  const stored = record?.stored;
  return stored !== undefined && (stored.prompt !== undefined || stored.messages.at(-1)?.role !== 'assistant');
}

async function* from(startIndex: number, chunks: ChatReply): AsyncGenerator<UIMessageChunk> {
  let index = 0;
  for await (const chunk of chunks) if (index++ >= startIndex) yield chunk;
}

async function* wholeMessage(before: readonly UIMessageChunk[], last: ChatReply): AsyncGenerator<UIMessageChunk> {
  const isFrame = ({ type }: UIMessageChunk): boolean => type === 'start' || type === 'finish';
  const [start] = before;
  if (start !== undefined) yield start;
  yield* before.filter((chunk) => !isFrame(chunk));
  for await (const chunk of last) if (start === undefined || chunk.type !== 'start') yield chunk;
}

async function* toReply(chunks: readonly UIMessageChunk[]): AsyncGenerator<UIMessageChunk> {
  yield* chunks;
}
