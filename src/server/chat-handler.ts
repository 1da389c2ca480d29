import type { UIMessage, UIMessageChunk, UserContent } from 'ai';
import type { BatchRecord, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { ChatTurn } from '../agent/run-server/run-record.js';
import type { Clock } from '../protocol/base/clock.js';
import { randomId } from '../protocol/base/ids.js';
import type { JSONValue } from '../protocol/base/json.js';
import { given } from '../protocol/base/record.js';
import { issueText } from '../protocol/call-end.js';
import { type BatchAnswers, hasClosedAll, isSameAnswer, mentions, readBatchAnswers } from './request/read-answers.js';
import type { ChatRequest } from './request/read-request.js';
import { Refusal } from './request/refusal.js';
import { hashOf, toPromptContent } from './request/to-prompt-content.js';
import { nextDeadline } from './runs/batch-deadlines.js';
import { effectiveAnswers } from './runs/effective-answer.js';
import type { ServedAgent } from './runs/run-activation.js';
import type { RunStore } from './runs/run-store.js';
import type { ChatOptions } from './turn/chat-options.js';
import { hasFailed, historyAfter, isTurnOver, readTurns, type TurnRun } from './turn/chat-turns.js';
import type { LiveChats } from './turn/live-chats.js';
import { LiveTurn } from './turn/live-turn.js';
import { foldTurn } from './turn/read-chat.js';
import { askedBatches, type ResponseWords, readTurn, type TurnResponse } from './turn/read-turn.js';

/** A response, as its chunks. */
export type ChatReply = AsyncGenerator<UIMessageChunk, unknown>;

type MessageRequest = Extract<ChatRequest, { type: 'message' }>;

/** The chat of a request. */
export interface ChatContext<DEPS> {
  readonly options: ChatOptions<DEPS>;
  readonly store: RunStore;
  readonly chats: LiveChats;
  /** The conversation id of its runs. */
  readonly key: string;
  readonly clock: Clock;
  /** What the tools need, for this request. */
  readonly deps: () => Promise<DEPS | undefined>;
}

/** The turns of a chat. */
interface KnownChat {
  readonly turns: readonly TurnRun[];
  readonly last: TurnRun;
}

const defaultTakeOver = 60_000;
/** How long a turn that waits or is over stays in memory, in milliseconds: clients whose connection broke read it again. */
const reconnectMs = 60_000;
/** Starts the runs of chats whose app names nobody: no person has this id. */
const nobody = { id: '' } as const;

/** Decides what a request to a chat is, and which response it gets. */
export class ChatHandler<DEPS> {
  readonly #place: ChatContext<DEPS>;
  /** Who asks, where the app says so. */
  readonly #owner: string | undefined;

  constructor(place: ChatContext<DEPS>, owner: string | undefined) {
    this.#place = place;
    this.#owner = owner;
  }

  /** The response to a request; `undefined` where nothing runs that could be told again. */
  async answer(request: ChatRequest): Promise<ChatReply | undefined> {
    const turns = await readTurns(this.#place.store, this.#place.key);
    const last = turns.at(-1);
    const known = last && { turns, last };
    if (request.type === 'stream') return known && (await this.#replay(known, request.startIndex));
    const { last: message, trigger } = request;
    if (message.role === 'assistant' && trigger === 'submit-message') {
      if (known === undefined) throw new Refusal('unknown-chat');
      return await this.#acceptAnswers(known, message);
    }
    if (message.role !== 'user') throw new Refusal('malformed-request', 'Its last message is nobody’s.');
    return await this.#takePrompt(known, request);
  }

  /** The response that goes on, or that nobody may have heard to its end. */
  async #replay(known: KnownChat, startIndex: number | undefined): Promise<ChatReply | undefined> {
    const { last } = known;
    const found = this.#living(last);
    const life = found ?? (isTurnOver(last) || (await this.#isWaiting(last)) ? undefined : await this.#live(known));
    if (life === undefined) return undefined;
    const index = life.index >= 0 ? life.index : askedBatches(await this.#responses(last)).length - 1;
    // It waits: only who comes back for a run that had died may not have heard its question.
    if (life.index < 0 && found !== undefined) return undefined;
    const isUnheard = life.state === 'running' || life.response(index)?.isReadToEnd !== true;
    if (startIndex === undefined && !isUnheard) return undefined;
    const reply = await this.#tell(last, index);
    if (startIndex !== undefined) return from(startIndex, reply);
    const before = (await this.#responses(last)).slice(0, index).flatMap(({ chunks }) => chunks);
    return wholeMessage(before, reply);
  }

  #words({ turn }: TurnRun): ResponseWords {
    return { replyId: turn.replyId, onError: this.#place.options.onError };
  }

  async #responses(run: TurnRun): Promise<readonly TurnResponse[]> {
    return await readTurn(this.#place.store, run.runId, this.#words(run));
  }

  /** The run of a turn, where it is executed here. */
  #living({ runId }: TurnRun): LiveTurn | undefined {
    const life = this.#place.chats.turns.get(runId);
    return life?.state === 'lost' ? undefined : life;
  }

  /** Returns `true` when a run waits for answers that have not come. */
  async #isWaiting({ state }: TurnRun): Promise<boolean> {
    return state.type === 'waiting' && (await this.#place.store.findBatch(state.batchId))?.state === 'open';
  }

  async #takePrompt(known: KnownChat | undefined, request: MessageRequest): Promise<ChatReply> {
    const { last: message, trigger } = request;
    const content = toPromptContent(message);
    const hash = hashOf(content);
    const last = known?.last;
    const isCopy = last?.turn.messageId === message.id;
    const isEarlier = !isCopy && known?.turns.some(({ turn }) => turn.messageId === message.id) === true;
    if ((isCopy && last?.turn.hash !== hash) || isEarlier) throw new Refusal('message-known');
    if (known !== undefined && !isTurnOver(known.last)) {
      if (isCopy && trigger === 'submit-message') {
        if (!(await this.#isWaiting(known.last))) await this.#live(known);
        return await this.#tell(known.last, 0);
      }
      // What waits is given up for nothing that would be refused then.
      if (trigger === 'regenerate-message' && known.last.state.type === 'waiting')
        throw new Refusal('cannot-regenerate');
      await this.#leaveOpen(known, request);
      const turns = await readTurns(this.#place.store, this.#place.key);
      return await this.#takePrompt({ turns, last: turns.at(-1) ?? known.last }, request);
    }
    if (isCopy && last !== undefined && !hasFailed(last)) {
      if (trigger === 'submit-message') return await this.#tell(last, 0);
      throw new Refusal('cannot-regenerate');
    }
    if (trigger === 'regenerate-message' && !isCopy) throw new Refusal('cannot-regenerate');
    return await this.#begin(known?.turns ?? [], { messageId: message.id, hash, content, isCopy });
  }

  /** Something else may be said once the client has closed what waits; else that is not lost for it. */
  async #leaveOpen(known: KnownChat, { before }: MessageRequest): Promise<void> {
    const { store } = this.#place;
    const [open] = await store.openBatches({ runId: known.last.runId });
    if (open === undefined) {
      await this.#live(known);
      throw new Refusal('chat-busy');
    }
    if (!hasClosedAll(before, open.batch)) throw new Refusal('answers-missing');
    await store.stop(known.last.runId, 'Something else was said.');
    await this.#resume(known);
    await this.#living(known.last)?.settled();
  }

  async #begin(
    turns: readonly TurnRun[],
    {
      content,
      isCopy,
      ...message
    }: Pick<ChatTurn, 'messageId' | 'hash'> & { readonly content: UserContent; readonly isCopy: boolean },
  ): Promise<ChatReply> {
    const { store, key, clock, options } = this.#place;
    const last = turns.at(-1);
    const history = await historyAfter(store, turns);
    // A run that failed before its answer has its message in the history.
    const isSaid = isCopy && history.length > 0 && history.at(-1)?.role !== 'assistant';
    const index = (last?.turn.index ?? -1) + 1;
    const runId = randomId();
    const startedAt = Math.max(clock.now(), (last?.startedAt ?? 0) + 1);
    const turn: ChatTurn = { index, ...message, replyId: `reply-${randomId()}` };
    const begun = await store.start(
      {
        ...{ runId, agent: options.agent.name, conversationId: key, messages: [], startedAt, turn },
        input: isSaid ? null : (content as JSONValue), // it came as JSON
        startedBy: this.#owner === undefined ? nobody : { id: this.#owner },
      },
      { executor: 'caller' },
    );
    // Somebody was faster, in another process: what that was is another request's business.
    if (begun !== 'started') throw new Refusal('chat-elsewhere');
    const own = (await readTurns(store, key)).at(-1);
    if (own === undefined) throw new Refusal('chat-elsewhere');
    await (await this.#execute({ turns: [...turns, own], last: own })).begun();
    return await this.#tell(own, 0);
  }

  async #acceptAnswers(known: KnownChat, message: UIMessage): Promise<ChatReply> {
    const { store } = this.#place;
    if (!isTurnOver(known.last)) {
      if (!(await this.#isWaiting(known.last))) await this.#live(known);
      // A copy may come while the first is at work.
      const [open] = await store.openBatches({ runId: known.last.runId });
      if (open !== undefined && mentions(message, open.batch)) {
        const reply = foldTurn(known.last.turn, await this.#responses(known.last)).message;
        const calls = new Set(reply?.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
        return await this.#take(known, open, readBatchAnswers(message, open.batch, calls));
      }
    }
    return await this.#tellCopy(known, message);
  }

  /** Takes answers for good, before anything runs. */
  async #take(known: KnownChat, { batch, ...record }: BatchRecord, answers: BatchAnswers): Promise<ChatReply> {
    const { store, clock } = this.#place;
    const { batchId } = batch;
    const by = { type: 'person' as const, ...given({ id: this.#owner, name: this.#owner }) };
    const at = clock.now();
    const taken: readonly TakenAnswer[] = Object.entries(answers).map(([toolCallId, answer]) => ({
      ...{ toolCallId, answer, by, at },
    }));
    const isOverdue = (nextDeadline({ batch, ...record }) ?? Number.POSITIVE_INFINITY) <= at;
    const receipts = await store.answer(batchId, taken);
    const isLate = isOverdue || receipts.some(({ type }) => type !== 'taken');
    // Whoever was faster executes the run. A deadline that is over wakes it, too.
    if (!isLate || isOverdue) await this.#resume(known);
    const index = askedBatches(await this.#responses(known.last)).length;
    const now = isLate ? await store.findBatch(batchId) : undefined;
    if (isLate && (now === undefined || !isSameAnswer(answers, effectiveAnswers(now))))
      throw new Refusal('already-answered');
    const life = this.#living(known.last);
    await life?.begun();
    const refused = life?.refused;
    if (refused !== undefined && life?.response(index) === undefined)
      throw new Refusal('invalid-answer', issueText(refused.issue, 'value'), refused.toolCallId);
    return await this.#tell(known.last, index);
  }

  /** Tells again what became of answers that were given before; of others, what is wrong with them. */
  async #tellCopy({ last }: KnownChat, message: UIMessage): Promise<ChatReply> {
    const batches = askedBatches(await this.#responses(last));
    const ofMessage = new Set(message.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
    for (const [index, record] of [...batches.entries()].reverse()) {
      if (!mentions(message, record.batch)) continue;
      const kept = effectiveAnswers(record);
      if (Object.keys(kept).length === 0) break;
      let answers: BatchAnswers;
      try {
        answers = readBatchAnswers(message, record.batch, ofMessage);
      } catch (error) {
        // Its calls are over, as this client has them, too.
        if (error instanceof Refusal && error.code === 'wrong-answer') continue;
        throw error;
      }
      if (!isSameAnswer(answers, kept)) throw new Refusal('already-answered');
      return await this.#tell(last, index + 1);
    }
    const isWaiting = batches.some(({ state }) => state === 'open');
    throw new Refusal(isWaiting ? 'answers-missing' : 'nothing-waits');
  }

  /** A response of a turn, told again: as it goes on, or as it was stored. */
  async #tell(run: TurnRun, index: number): Promise<ChatReply> {
    const living = this.#living(run)?.response(index);
    if (living !== undefined) return living.read();
    const told = (await this.#responses(run))[index];
    if (told === undefined || !(told.isLast || told.asked !== undefined)) throw new Refusal('already-answered');
    return toReply(told.chunks);
  }

  /** The run of the last turn, where it is executed here, or can be executed here from now on. */
  async #live(known: KnownChat): Promise<LiveTurn> {
    const { clock, options } = this.#place;
    const { last } = known;
    const living = this.#living(last);
    if (living !== undefined) {
      // Its answers came from elsewhere.
      await this.#resume(known);
      await living.begun();
      return living;
    }
    const { takeOverAfter = defaultTakeOver } = options;
    const { state, startedAt, updatedAt = 0 } = last;
    const answered = state.type === 'waiting' ? await this.#place.store.findBatch(state.batchId) : undefined;
    const activeAt = answered === undefined ? [startedAt, updatedAt] : answered.answers.map((taken) => taken.at);
    if (clock.now() - Math.max(0, ...activeAt) < takeOverAfter) throw new Refusal('chat-elsewhere');
    const life = await this.#execute(known);
    // It goes through what is kept, to where it was.
    await life.begun();
    return life;
  }

  /** Executes a run whose answers have come. */
  async #resume(known: KnownChat): Promise<void> {
    const living = this.#living(known.last);
    if (living === undefined) await this.#execute(known);
    else if (living.state === 'waiting') void living.execute();
  }

  async #execute({ turns, last }: KnownChat): Promise<LiveTurn> {
    const { store, chats, clock, options, deps } = this.#place;
    const { onError, onProblem, parkAfter = reconnectMs } = options;
    const history = await historyAfter(store, turns.slice(0, -1));
    const asked = askedBatches(await this.#responses(last));
    const forget = (): void => {
      if (life.state !== 'running' && chats.turns.get(last.runId) === life) chats.turns.delete(last.runId);
    };
    const life: LiveTurn = new LiveTurn({
      ...{ store, run: last, deps: await deps(), history, asked, clock, onError, onProblem },
      agent: options.agent as unknown as ServedAgent, // its deps are those of the same options
      onSettled: () => {
        clock.setTimeout(forget, Math.min(parkAfter, reconnectMs));
      },
    });
    chats.turns.set(last.runId, life);
    void life.execute();
    return life;
  }
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
