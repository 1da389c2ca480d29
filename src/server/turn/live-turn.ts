import type { UIMessageChunk } from 'ai';
import type { AgentRun } from '../../agent/run/agent.js';
import { canBeginAgain } from '../../agent/run/journal.js';
import type { AskFunction, AskRequest } from '../../approval/broker/ask.js';
import type { StoredAnswers } from '../../persistence/runs/answer-book.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import { expireBegun, toBatchResults, withoutBegun } from '../request/batch-results.js';
import { type AskedBatch, approvalIdIn, type BatchAnswers, storedAnswers } from '../request/read-answers.js';
import { askedIds, type ChunkOptions, EventChunks } from '../wire/event-chunks.js';
import { mergedChunks } from '../wire/merge-chunks.js';
import { isLastItem, SlicedEvents, type ToldItem } from './sliced-events.js';

/** What a turn needs of what is around it. */
export interface TurnHost {
  readonly replyId: string;
  readonly onError: ChunkOptions['onError'];
  /** What was answered to a batch so far. */
  readonly answersOf: (batchId: string) => Promise<StoredAnswers>;
  /** Keeps a question, before anybody hears of it. */
  readonly keepAsked: (index: number, batch: AskedBatch) => Promise<void>;
  /** Keeps a response that is over: with the batch that waits now, or how the run ended. */
  readonly keepEnd: (end: ResponseEnd) => Promise<void>;
  /** Keeps that it waits, as it did in an earlier life. */
  readonly keepWaiting: () => Promise<void>;
  /** Waits for answers; gives a function that no longer does. */
  readonly watch: (request: AskRequest) => () => void;
}

/** A response that is over. */
export interface ResponseEnd {
  readonly index: number;
  readonly chunks: readonly UIMessageChunk[];
  /** Absent where people are asked. */
  readonly outcome?: RunOutcome<unknown>;
}

/** A run that begins again: how many responses were whole before, and the last question of them. */
export interface EarlierLife {
  readonly responses: number;
  readonly batchId: string;
}

/** Where a turn stands. */
export type TurnState =
  | { readonly type: 'running' }
  | { readonly type: 'waiting'; readonly request: AskRequest; readonly resolve: (answers: BatchAnswers) => void }
  /** It came to its end, and that is kept. */
  | { readonly type: 'over' }
  /** Somebody else leads it by now, or nothing more could be kept: it begins again from its journal. */
  | { readonly type: 'lost' };

/**
 * A run that lives here, as a list of responses: each ends where people are asked, and the next begins with their answers. Any number of clients
 * read any of them, each from its beginning and at its own pace; none of them keeps it from going on.
 */
export class LiveTurn {
  state: TurnState = { type: 'running' };
  /** The run begins with the first call of {@link LiveTurn.follow}. */
  readonly #host: TurnHost;
  readonly #events: SlicedEvents;
  /** What each response but the first answers. */
  readonly #batches: Map<number, AskedBatch> = new Map();
  readonly #ends: Map<number, Promise<void>> = new Map();
  readonly #seen: Set<string> = new Set();
  readonly #heard: Set<number> = new Set();
  #skips: string | undefined;
  #run: AgentRun<unknown> | undefined;
  #changed: (() => void)[] = [];

  constructor(host: TurnHost, earlier: EarlierLife | undefined, batches: readonly AskedBatch[]) {
    this.#host = host;
    this.#events = new SlicedEvents(earlier === undefined ? 0 : undefined);
    this.#skips = earlier?.batchId;
    for (const [index, batch] of batches.entries()) this.#batches.set(index + 1, batch);
  }

  /** The response that is told now, or was told last. */
  get index(): number {
    return this.#events.last;
  }

  /** The response that is told now, or was told last to its end. */
  get lastTold(): number {
    return this.state.type === 'waiting' && this.has(this.index - 1) ? this.index - 1 : this.index;
  }

  /** Whether it waits for what it asked in an earlier life: nothing is told here of that. */
  get hasAskedBefore(): boolean {
    return this.state.type === 'waiting' && !this.has(this.index - 1);
  }

  /** Whether some reader has taken a response to its end. */
  isHeard(index: number): boolean {
    return this.#heard.has(index);
  }

  /** Whether it can be told from its beginning. */
  has(index: number): boolean {
    return this.#events.has(index);
  }

  /** Resolves once people are asked, or the run is over. */
  async settled(): Promise<void> {
    while (this.state.type === 'running') await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  /** Resolves once the run has come to where it tells something new, or has ended without. */
  async begun(): Promise<void> {
    while (this.state.type === 'running' && this.#skips !== undefined)
      await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  /** Ends this life of the run silently: it waits, and nobody needs it for now. */
  park(): void {
    if (this.state.type !== 'waiting') return;
    this.#become({ type: 'lost' });
    if (this.#run?.leave === undefined) this.#run?.abort('parked');
    else this.#run.leave();
  }

  /** Gives up what it waits for, and ends the run. */
  async giveUp(): Promise<void> {
    this.#become({ type: 'running' });
    this.#run?.abort('Something else was said.');
    await this.settled();
  }

  /** Takes the run's events as they come, until its end. */
  async follow(run: AgentRun<unknown>): Promise<void> {
    this.#run = run;
    for await (const event of run) this.#take(event, run);
    // Left, or it could keep nothing more: it has no end of its own.
    if (this.state.type === 'running') await this.#ends.get(this.index);
    this.#events.close();
    if (this.state.type === 'running') this.#become({ type: 'lost' });
  }

  readonly ask: AskFunction = async (whole) => {
    const { requests, batchId } = whole;
    const begun = expireBegun(requests);
    const request = { ...whole, requests: withoutBegun(requests) };
    const open = askedIds(request);
    const cutOff = requests.calls.filter((call) => call.begun !== undefined);
    if (open.length === 0) return toBatchResults(requests, begun);
    await this.#told(batchId);
    const given = storedAnswers(await this.#host.answersOf(batchId));
    const isAnswered = open.every((id) => Object.hasOwn(given, id));
    if (isAnswered) {
      await this.#putQuestion(request, undefined, cutOff);
      return toBatchResults(requests, { ...given, ...begun });
    }
    let unwatch = (): void => {};
    const answers = await new Promise<BatchAnswers>((resolve, reject) => {
      const wait = (): void => {
        this.#become({ type: 'waiting', request, resolve });
        unwatch = this.#host.watch(request);
      };
      this.#putQuestion(request, wait, cutOff).catch(reject);
    }).finally(() => unwatch());
    this.#become({ type: 'running' });
    return toBatchResults(requests, { ...answers, ...begun });
  };

  /** The chunks of a response, from its first on; a reader that comes late gets them all the same. */
  async *read(index: number): AsyncGenerator<UIMessageChunk> {
    const fold = this.#fold(index);
    yield* fold.begin();
    for await (const item of this.#events.read(index)) {
      const chunks = chunksOfItem(fold, item);
      // Whoever is told that it is over may say the next thing at once.
      if (isLastItem(item)) await this.#ends.get(index);
      yield* chunks;
      if (isLastItem(item)) this.#heard.add(index);
    }
    if (this.state.type === 'lost')
      yield { type: 'error', errorText: 'The run goes on at another place of the server.' };
  }

  #take(event: RunEvent, run: AgentRun<unknown>): void {
    if (event.type === 'deferred-request') this.#note(event.batchId);
    const isEnd = endsRun(event);
    if (isEnd && canBeginAgain(event.error)) return;
    // An end before its question, as of an agent that has changed since, is one all the same.
    if (isEnd && this.#skips !== undefined) this.#beginAfterSkip();
    if (this.#skips !== undefined) {
      // What it waited for was answered in an earlier life.
      if (event.type === 'deferred-response' && isOf(this.#skips, event.batchId)) this.#beginAfterSkip();
      return;
    }
    this.#events.push({ type: 'event', event });
    if (isEnd) this.#endResponse({ outcome: run.outcome });
  }

  #beginAfterSkip(): void {
    this.#skips = undefined;
    this.#events.begin(this.#batches.size);
    this.#tellChange();
  }

  /** Asks people at the end of the response: after all that happened before. `wait` is absent where they have answered. */
  async #putQuestion(
    { batchId, requests }: AskRequest,
    wait: (() => void) | undefined,
    cutOff: readonly DeferredCall[],
  ): Promise<void> {
    if (this.#skips === batchId) {
      if (wait !== undefined) await this.#host.keepWaiting().catch(() => this.#lose());
      if (this.state.type === 'lost') return;
      this.#beginAfterSkip();
      return wait?.();
    }
    // Asked and answered in an earlier life, before the question at which this one begins to tell.
    if (this.#skips !== undefined) return;
    const index = this.#batches.size;
    await this.#host.keepAsked(index, { batchId, requests });
    this.#batches.set(index + 1, { batchId, requests });
    this.#events.push({ type: 'asked', requests, cutOff });
    this.#endResponse({ wait });
    this.#events.begin(index + 1);
  }

  #endResponse({
    outcome,
    wait,
  }: {
    readonly outcome?: Promise<RunOutcome<unknown>>;
    readonly wait?: (() => void) | undefined;
  }): void {
    const { index } = this;
    const fold = this.#fold(index);
    const chunks = [...fold.begin(), ...this.#events.all(index).flatMap((item) => chunksOfItem(fold, item))];
    const end = async (): Promise<void> => {
      await this.#host.keepEnd({
        index,
        chunks: mergedChunks(chunks),
        ...(outcome === undefined ? {} : { outcome: await outcome }),
      });
      wait?.();
      if (outcome !== undefined) this.#become({ type: 'over' });
    };
    this.#ends.set(
      index,
      end().catch(() => this.#lose()),
    );
  }

  /** Nothing more can be kept: another life of the run goes on from what was. */
  #lose(): void {
    this.#become({ type: 'lost' });
    this.#run?.leave?.();
  }

  #fold(index: number): EventChunks {
    const { replyId: messageId, onError } = this.#host;
    const answered = this.#batches.get(index);
    return new EventChunks({
      messageId,
      onError,
      answered: answered === undefined ? [] : askedIds(answered),
      approvalIdOf: (toolCallId) => approvalIdIn(this.#batches.get(index + 1)?.batchId ?? '', toolCallId),
    });
  }

  #become(state: TurnState): void {
    this.state = state;
    this.#tellChange();
  }

  #note(batchId: string): void {
    this.#seen.add(batchId);
    this.#tellChange();
  }

  #tellChange(): void {
    for (const wake of this.#changed.splice(0)) wake();
  }

  /** Resolves once the run has told what it asks about: the question comes after all else. */
  async #told(batchId: string): Promise<void> {
    const isTold = (): boolean => [...this.#seen].some((seen) => isOf(batchId, seen));
    while (!isTold()) await new Promise<void>((resolve) => this.#changed.push(resolve));
  }
}

function chunksOfItem(fold: EventChunks, item: ToldItem): UIMessageChunk[] {
  if (item.type === 'asked') return fold.asked(item.requests, item.cutOff);
  const { event } = item;
  // What the app's own handler puts off, nobody takes up here.
  const isPutOff = event.type === 'run-end' && event.requests !== undefined;
  return isPutOff ? fold.unasked(event.requests) : fold.take(event);
}

/** A question of a batch: a handler may ask more than one. */
function isOf(asked: string, batchId: string): boolean {
  return asked === batchId || asked.startsWith(`${batchId}-`);
}
