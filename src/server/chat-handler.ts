import type { UIMessage, UIMessageChunk, UserContent } from 'ai';
import type { Clock } from '../protocol/base/clock.js';
import { randomId } from '../protocol/base/ids.js';
import type { JSONValue } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
import { issueText } from '../protocol/call-end.js';
import type { AcceptedAnswer, BatchRecord } from '../remote/run-protocol/batch-record.js';
import type { ChatTurn } from '../remote/run-protocol/run-record.js';
import {
  type BatchAnswers,
  containsBatchCall,
  equalAnswers,
  hasClosedAll,
  readBatchAnswers,
} from './request/read-answers.js';
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
import { batchesOf, type ResponseOptions, readTurn, type TurnResponse } from './turn/read-turn.js';

/** The chunks of a response. */
export type ChatReply = AsyncGenerator<UIMessageChunk, unknown>;

type MessageRequest = Extract<ChatRequest, { type: 'message' }>;

/** The chat of a request, with the services that handling the request needs. */
export interface ChatContext<DEPS> {
  readonly options: ChatOptions<DEPS>;
  readonly store: RunStore;
  readonly chats: LiveChats;
  /** The conversation id of the chat's runs. */
  readonly key: string;
  readonly clock: Clock;
  /** Returns the dependencies of the tools for this request. */
  readonly deps: () => Promise<DEPS | undefined>;
}

/** The turns of an existing chat. */
interface KnownChat {
  readonly turns: readonly TurnRun[];
  readonly last: TurnRun;
}

const defaultTakeOverMs = 60_000;
/** The time for which a waiting or completed turn stays in memory, in milliseconds, for clients that reconnect. */
const reconnectMs = 60_000;
/** The starter of runs without a user. The id of a user is never empty. */
const anonymous = { id: '' } as const;

/** Handles the requests to one chat. */
export class ChatHandler<DEPS> {
  readonly #context: ChatContext<DEPS>;
  /** The id of the user, if the app returned one. */
  readonly #owner: string | undefined;

  constructor(context: ChatContext<DEPS>, owner: string | undefined) {
    this.#context = context;
    this.#owner = owner;
  }

  /** Returns the response to a request, or `undefined` if no response can be resumed. */
  async answer(request: ChatRequest): Promise<ChatReply | undefined> {
    const turns = await readTurns(this.#context.store, this.#context.key);
    const last = turns.at(-1);
    const known = last && { turns, last };
    if (request.type === 'stream') return known && (await this.#resumeResponse(known, request.startIndex));
    const { last: message, trigger } = request;
    if (message.role === 'assistant' && trigger === 'submit-message') {
      if (known === undefined) throw new Refusal('unknown-chat');
      return await this.#acceptAnswers(known, message);
    }
    if (message.role !== 'user')
      throw new Refusal('malformed-request', 'Its last message is not from the user or the assistant.');
    return await this.#acceptPrompt(known, request);
  }

  /** Returns the current response, or the last one if no client has read it completely. */
  async #resumeResponse(known: KnownChat, startIndex: number | undefined): Promise<ChatReply | undefined> {
    const { last } = known;
    const found = this.#liveTurn(last);
    const turn =
      found ?? (isTurnOver(last) || (await this.#isWaiting(last)) ? undefined : await this.#requireTurn(known));
    if (turn === undefined) return undefined;
    const index = turn.index >= 0 ? turn.index : batchesOf(await this.#responses(last)).length - 1;
    // The turn waits without a response in memory. Only after a takeover may the client have missed its requests.
    if (turn.index < 0 && found !== undefined) return undefined;
    const isUnread = turn.state === 'running' || turn.response(index)?.isReadToEnd !== true;
    if (startIndex === undefined && !isUnread) return undefined;
    const reply = await this.#reply(last, index);
    if (startIndex !== undefined) return skipChunks(startIndex, reply);
    const before = (await this.#responses(last)).slice(0, index).flatMap(({ chunks }) => chunks);
    return wholeMessage(before, reply);
  }

  #responseOptions({ turn }: TurnRun): ResponseOptions {
    return { replyId: turn.replyId, onError: this.#context.options.onError };
  }

  async #responses(run: TurnRun): Promise<readonly TurnResponse[]> {
    return await readTurn(this.#context.store, run.runId, this.#responseOptions(run));
  }

  /** Returns a turn if this process executes it. */
  #liveTurn({ runId }: TurnRun): LiveTurn | undefined {
    const turn = this.#context.chats.turns.get(runId);
    return turn?.state === 'lost' ? undefined : turn;
  }

  /** Returns `true` when a run waits for answers. */
  async #isWaiting({ state }: TurnRun): Promise<boolean> {
    return state.type === 'waiting' && (await this.#context.store.findBatch(state.batchId))?.state === 'open';
  }

  async #acceptPrompt(known: KnownChat | undefined, request: MessageRequest): Promise<ChatReply> {
    const { last: message, trigger } = request;
    const content = toPromptContent(message);
    const hash = hashOf(content);
    const last = known?.last;
    const isCopy = last?.turn.messageId === message.id;
    const isEarlier = !isCopy && known?.turns.some(({ turn }) => turn.messageId === message.id) === true;
    if ((isCopy && last?.turn.hash !== hash) || isEarlier) throw new Refusal('message-known');
    if (known !== undefined && !isTurnOver(known.last)) {
      if (isCopy && trigger === 'submit-message') {
        if (!(await this.#isWaiting(known.last))) await this.#requireTurn(known);
        return await this.#reply(known.last, 0);
      }
      // Refuse now: otherwise the pending batch would be abandoned for a request that is refused later.
      if (trigger === 'regenerate-message' && known.last.state.type === 'waiting')
        throw new Refusal('cannot-regenerate');
      await this.#abandonBatch(known, request);
      const turns = await readTurns(this.#context.store, this.#context.key);
      return await this.#acceptPrompt({ turns, last: turns.at(-1) ?? known.last }, request);
    }
    if (isCopy && last !== undefined && !hasFailed(last)) {
      if (trigger === 'submit-message') return await this.#reply(last, 0);
      throw new Refusal('cannot-regenerate');
    }
    if (trigger === 'regenerate-message' && !isCopy) throw new Refusal('cannot-regenerate');
    return await this.#startTurn(known?.turns ?? [], { messageId: message.id, hash, content, isCopy });
  }

  /** Stops a waiting run, so that a new message can be accepted, if the client has closed all of its pending calls. */
  async #abandonBatch(known: KnownChat, { before }: MessageRequest): Promise<void> {
    const { store } = this.#context;
    const [open] = await store.openBatches({ runId: known.last.runId });
    if (open === undefined) {
      await this.#requireTurn(known);
      throw new Refusal('chat-busy');
    }
    if (!hasClosedAll(before, open.batch)) throw new Refusal('answers-missing');
    await store.stop(known.last.runId, 'A new message was sent.');
    await this.#resume(known);
    await this.#liveTurn(known.last)?.whenSettled();
  }

  async #startTurn(
    turns: readonly TurnRun[],
    {
      content,
      isCopy,
      ...message
    }: Pick<ChatTurn, 'messageId' | 'hash'> & { readonly content: UserContent; readonly isCopy: boolean },
  ): Promise<ChatReply> {
    const { store, key, clock, options } = this.#context;
    const last = turns.at(-1);
    const history = await historyAfter(store, turns);
    // After a run that failed before its answer, the history already ends with the message.
    const isInHistory = isCopy && history.length > 0 && history.at(-1)?.role !== 'assistant';
    const index = (last?.turn.index ?? -1) + 1;
    const runId = randomId();
    const startedAt = Math.max(clock.now(), (last?.startedAt ?? 0) + 1);
    const turn: ChatTurn = { index, ...message, replyId: `reply-${randomId()}` };
    const started = await store.start(
      {
        ...{ runId, agent: options.agent.name, conversationId: key, messages: [], startedAt, turn },
        input: isInHistory ? null : (content as JSONValue), // it came as JSON
        startedBy: this.#owner === undefined ? anonymous : { id: this.#owner },
      },
      { executor: 'caller' },
    );
    // Another process has started this turn meanwhile.
    if (started !== 'started') throw new Refusal('chat-elsewhere');
    const own = (await readTurns(store, key)).at(-1);
    if (own === undefined) throw new Refusal('chat-elsewhere');
    await (await this.#execute({ turns: [...turns, own], last: own })).whenResponding();
    return await this.#reply(own, 0);
  }

  async #acceptAnswers(known: KnownChat, message: UIMessage): Promise<ChatReply> {
    const { store } = this.#context;
    if (!isTurnOver(known.last)) {
      if (!(await this.#isWaiting(known.last))) await this.#requireTurn(known);
      // The batch may have been answered already, if this is a repeated request.
      const [open] = await store.openBatches({ runId: known.last.runId });
      if (open !== undefined && containsBatchCall(message, open.batch)) {
        const reply = foldTurn(known.last.turn, await this.#responses(known.last)).message;
        const calls = new Set(reply?.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
        return await this.#storeAnswers(known, open, readBatchAnswers(message, open.batch, calls));
      }
    }
    return await this.#replyToCopy(known, message);
  }

  /** Stores answers, then resumes the run. A call must not execute before its approval is stored. */
  async #storeAnswers(known: KnownChat, { batch, ...record }: BatchRecord, answers: BatchAnswers): Promise<ChatReply> {
    const { store, clock } = this.#context;
    const { batchId } = batch;
    const by = { type: 'person' as const, ...definedProps({ id: this.#owner, name: this.#owner }) };
    const at = clock.now();
    const taken: readonly AcceptedAnswer[] = Object.entries(answers).map(([toolCallId, answer]) => ({
      ...{ toolCallId, answer, by, at },
    }));
    const isOverdue = (nextDeadline({ batch, ...record }) ?? Number.POSITIVE_INFINITY) <= at;
    const receipts = await store.answer(batchId, taken);
    const isLate = isOverdue || receipts.some(({ type }) => type !== 'taken');
    // After late answers, the process that accepted the earlier ones resumes the run. An expiry also needs a resume.
    if (!isLate || isOverdue) await this.#resume(known);
    const index = batchesOf(await this.#responses(known.last)).length;
    const now = isLate ? await store.findBatch(batchId) : undefined;
    if (isLate && (now === undefined || !equalAnswers(answers, effectiveAnswers(now))))
      throw new Refusal('already-answered');
    const turn = this.#liveTurn(known.last);
    await turn?.whenResponding();
    const refused = turn?.refused;
    if (refused !== undefined && turn?.response(index) === undefined)
      throw new Refusal('invalid-answer', issueText(refused.issue, 'value'), {
        toolCallId: refused.toolCallId,
        issue: refused.issue,
      });
    return await this.#reply(known.last, index);
  }

  /** Returns the response to answers that were accepted before. Throws a Refusal for any other answers. */
  async #replyToCopy({ last }: KnownChat, message: UIMessage): Promise<ChatReply> {
    const batches = batchesOf(await this.#responses(last));
    const ofMessage = new Set(message.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
    for (const [index, record] of [...batches.entries()].reverse()) {
      if (!containsBatchCall(message, record.batch)) continue;
      const stored = effectiveAnswers(record);
      if (Object.keys(stored).length === 0) break;
      let answers: BatchAnswers;
      try {
        answers = readBatchAnswers(message, record.batch, ofMessage);
      } catch (error) {
        // The client has ended calls of this batch, so its answers are for an earlier one.
        if (error instanceof Refusal && error.code === 'wrong-answer') continue;
        throw error;
      }
      if (!equalAnswers(answers, stored)) throw new Refusal('already-answered');
      return await this.#reply(last, index + 1);
    }
    const isWaiting = batches.some(({ state }) => state === 'open');
    throw new Refusal(isWaiting ? 'answers-missing' : 'nothing-waits');
  }

  /** Returns a response of a turn: from memory while it streams, else from the stored events. */
  async #reply(run: TurnRun, index: number): Promise<ChatReply> {
    const live = this.#liveTurn(run)?.response(index);
    if (live !== undefined) return live.read();
    const stored = (await this.#responses(run))[index];
    if (stored === undefined || !(stored.isLast || stored.record !== undefined)) throw new Refusal('already-answered');
    return toReply(stored.chunks);
  }

  /**
   * Returns the last turn as executed by this process. Takes over a run whose process seems dead.
   *
   * @throws Refusal `chat-elsewhere` while another process seems to execute it.
   */
  async #requireTurn(known: KnownChat): Promise<LiveTurn> {
    const { clock, options } = this.#context;
    const { last } = known;
    const live = this.#liveTurn(last);
    if (live !== undefined) {
      // Another process stored the answers.
      await this.#resume(known);
      await live.whenResponding();
      return live;
    }
    const { takeOverAfter = defaultTakeOverMs } = options;
    const { state, startedAt, updatedAt = 0 } = last;
    const answered = state.type === 'waiting' ? await this.#context.store.findBatch(state.batchId) : undefined;
    const activeAt = answered === undefined ? [startedAt, updatedAt] : answered.answers.map((taken) => taken.at);
    if (clock.now() - Math.max(0, ...activeAt) < takeOverAfter) throw new Refusal('chat-elsewhere');
    const turn = await this.#execute(known);
    // The run first replays its stored events.
    await turn.whenResponding();
    return turn;
  }

  /** Resumes a run whose batch was answered. */
  async #resume(known: KnownChat): Promise<void> {
    const live = this.#liveTurn(known.last);
    if (live === undefined) await this.#execute(known);
    else if (live.state === 'waiting') void live.execute();
  }

  async #execute({ turns, last }: KnownChat): Promise<LiveTurn> {
    const { store, chats, clock, options, deps } = this.#context;
    const { onError, onProblem, parkAfter = reconnectMs } = options;
    const history = await historyAfter(store, turns.slice(0, -1));
    const batches = batchesOf(await this.#responses(last));
    const forget = (): void => {
      if (turn.state !== 'running' && chats.turns.get(last.runId) === turn) chats.turns.delete(last.runId);
    };
    const turn: LiveTurn = new LiveTurn({
      ...{ store, run: last, deps: await deps(), history, batches, clock, onError, onProblem },
      agent: options.agent as unknown as ServedAgent, // the type of `deps` is that of this agent
      onSettled: () => {
        clock.setTimeout(forget, Math.min(parkAfter, reconnectMs));
      },
    });
    chats.turns.set(last.runId, turn);
    void turn.execute();
    return turn;
  }
}

async function* skipChunks(startIndex: number, chunks: ChatReply): AsyncGenerator<UIMessageChunk> {
  let index = 0;
  for await (const chunk of chunks) if (index++ >= startIndex) yield chunk;
}

/** Prepends the earlier responses of a message, for a client that rebuilds the whole message. */
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
