import type { UIMessage } from 'ai';
import { endByError } from '../agent/loop/end-by-error.js';
import { delayBefore } from '../agent/plumbing/asked-delay.js';
import type { Emit } from '../agent/plumbing/delta-batcher.js';
import { pauseFor } from '../agent/plumbing/pause.js';
import type { StepAttempt } from '../agent/run/journal.js';
import type { Ending } from '../agent/run/run-scope.js';
import { runStep } from '../agent/run/run-step.js';
import { passOn, type Turn } from '../agent/run/turn.js';
import { UsageLimitExceeded } from '../protocol/base/errors.js';
import { derivedId } from '../protocol/base/ids.js';
import type { SerializedError } from '../protocol/base/serialize-error.js';
import { quoteList } from '../protocol/base/words.js';
import { type ExchangeRecord, recordTurn } from './exchange-record.js';
import { ResponseFold } from './ui-stream/fold-response.js';
import { type ResponseEnd, takeResponse } from './ui-stream/read-response.js';
import { type RemoteRun, whyFixed } from './ui-stream/remote-run.js';
import { isSent, serverQuestion } from './ui-stream/server-words.js';
import { toUiMessages, withoutEarlierFiles } from './ui-stream/to-ui-messages.js';
import { TurnList } from './ui-stream/turn-list.js';

/** One request and its response, with all retries. */
export class Exchange {
  readonly #run: RemoteRun;
  readonly #answered: Turn | undefined;
  /** True if the request contains results of this side. */
  readonly #carriesResults: boolean;
  #turns: TurnList;
  #fold: ResponseFold;
  /** True once files of earlier messages are left out. */
  #isLean = false;
  /** The response that is being read, or was cut off. */
  #response: ReadableStream | undefined;

  constructor(run: RemoteRun, answered: Turn | undefined) {
    this.#run = run;
    this.#answered = answered;
    this.#carriesResults = answered !== undefined && carriesResults(run, answered);
    this.#turns = this.#newTurns(() => {});
    this.#fold = new ResponseFold(this.#turns, () => {});
  }

  /**
   * Makes the exchange, or returns the result that an earlier activation persisted.
   *
   * @throws UsageLimitExceeded when the run has made its last request; nothing is sent then.
   */
  async keep(emit: Emit): Promise<ExchangeRecord> {
    const run = this.#run;
    run.requests.count += 1;
    if (run.requests.count > run.config.maxRequests) throw pastLimit(run.config.maxRequests);
    const key = derivedId(run.runId, 'response', run.requests.count);
    const step = { key, emit, once: true };
    const { value } = await runStep(run, step, async (tell, attempt) => await this.#make(tell, attempt));
    return value;
  }

  async #make(emit: Emit, { isRepeated, since }: StepAttempt): Promise<ExchangeRecord> {
    for (const call of this.#answered?.calls ?? []) {
      if (call.state.status !== 'approved') continue;
      call.hasStarted = true;
      passOn(call, emit);
    }
    this.#turns = this.#newTurns(emit);
    this.#fold = new ResponseFold(this.#turns, emit);
    let end: ResponseEnd | null = isRepeated ? await this.#hydrate() : null;
    for (let attempt = 1; end === null; attempt++) {
      const tried = await this.#sendSmaller(await this.#send(emit), emit);
      const found = tried.type === 'cut' ? await this.#askAfter(tried) : tried;
      if (!isLost(found) || !this.#mayAskAgain(attempt)) end = found;
      else await this.#waitToAskAgain({ attempt, emit }, found);
    }
    const turn = this.#turns.last();
    const { added, stepNumber: step, stepCount, finishReason, asksAnew } = this.#turns;
    return {
      end,
      added,
      step,
      finishReason,
      hasSaid: stepCount > 0,
      ...(asksAnew ? { asksAnew } : {}),
      ...(turn === undefined ? {} : { turn: recordTurn(turn) }),
      ...(since === undefined ? {} : { since }),
    };
  }

  /** Ends a stopped run: the received part is in the history, and the effects on the server are unknown. */
  async stop(error: unknown, emit: Emit): Promise<Ending> {
    const turn = this.#turns.last();
    // Without a question it is unknown if the server runs the call or waits for its result.
    for (const call of turn?.calls ?? []) if (serverQuestion(call) === undefined) call.hasStarted = true;
    const run = this.#run;
    const { added, stepNumber: step } = this.#turns;
    // An abandoned step may continue later, so a stop ends a copy.
    if (run.signal.aborted) {
      return await endByError({ ...run, messages: [...run.messages, ...added], step }, { turn, error }, emit);
    }
    run.messages.push(...added);
    run.step = step;
    return await endByError(run, { turn, error }, emit);
  }

  #newTurns(emit: Emit): TurnList {
    return new TurnList(this.#run, { answered: this.#answered, emit, fixedInput: (call) => whyFixed(this.#run, call) });
  }

  /** True if the server may act on the request, or stores its messages: it must not be sent again. */
  get #isFinal(): boolean {
    if (this.#run.server.history !== 'client' || this.#carriesResults) return true;
    // A repeated question has to be answered first.
    return this.#turns.calls().some((call) => isSent(call) || (serverQuestion(call) && call.state.status === 'called'));
  }

  /** The page was closed during the exchange. */
  async #hydrate(): Promise<ResponseEnd | null> {
    return (await this.#comeBack()) ?? (this.#isFinal ? { type: 'cut', error: pageWasGone } : null);
  }

  /** A history that is too large for its server is sent once without the files of earlier messages. */
  async #sendSmaller(end: ResponseEnd, emit: Emit): Promise<ResponseEnd> {
    if (!isTooLarge(end) || this.#run.server.history === 'server' || this.#isLean) return end;
    const { names } = withoutEarlierFiles(this.#messages());
    if (names.length === 0) return end;
    this.#isLean = true;
    emit({ type: 'warning', code: 'file-left-out', message: filesLeftOut(names) });
    return await this.#send(emit);
  }

  #messages(): UIMessage[] {
    const { conversationId, messages } = this.#run;
    const { added, open } = this.#turns;
    const all = toUiMessages([...messages, ...added], open, conversationId);
    return this.#isLean ? withoutEarlierFiles(all).messages : all;
  }

  async #send(emit: Emit): Promise<ResponseEnd> {
    const run = this.#run;
    this.#fold = new ResponseFold(this.#turns, emit);
    const { added, open } = this.#turns;
    const messages = this.#messages();
    const last = messages.at(-1);
    // Without a new message, a person requests another answer to the same history.
    const { trigger = run.prompt.length === 0 ? 'regenerate-message' : 'submit-message' } = run;
    const isFirst = open === undefined && added.length === 0 && run.requests.count === 1;
    const request = {
      trigger: isFirst ? trigger : 'submit-message',
      chatId: run.conversationId,
      messageId: last?.role === 'assistant' ? last.id : undefined,
      messages,
      // Only the current answers are open for the server: the same content in a later history is old.
      metadata: {
        answers: open?.calls.map(({ toolCallId }) => toolCallId) ?? [],
        answered: open === undefined ? [] : answeredIds(run),
        server: run.server,
      },
      abortSignal: run.signal,
    } as const;
    this.#response = undefined;
    const end = await takeResponse(run, { fold: this.#fold }, async () => {
      const stream = await run.transport.sendMessages(request);
      this.#response = stream;
      return stream;
    });
    return end ?? { type: 'cut', error: pageWasGone }; // A request always has a response.
  }

  /** Asks for the rest of an interrupted response, if its server supports that. */
  async #askAfter(cut: LostResponse): Promise<ResponseEnd> {
    if (this.#run.server.reconnect === 'none') return cut;
    const { retryAfter: _, ...asked } = cut;
    // Without an event, which would reset the calls on their way.
    await this.#pause(this.#delayBefore(cut, 0));
    return (await this.#comeBack()) ?? asked;
  }

  /** Reconnects to a response. Returns `null` if the server does not support it, or the response is over. */
  async #comeBack(): Promise<ResponseEnd | null> {
    const { server, transport, conversationId: chatId } = this.#run;
    const fold = this.#fold;
    if (server.reconnect === 'none' || fold.state.type === 'malformed') return null;
    const isReplay = server.reconnect === 'replay';
    const skip = isReplay ? fold.count : 0;
    const [startIndex, brokenOff] = [isReplay ? 0 : fold.count, this.#response];
    const metadata = { startIndex, brokenOff, signal: this.#run.signal };
    const end = await takeResponse(this.#run, { fold, skip }, () => transport.reconnectToStream({ chatId, metadata }));
    return end?.type === 'refused' ? null : end;
  }

  #mayAskAgain(attempt: number): boolean {
    return !this.#isFinal && !this.#turns.hasCalled && attempt <= this.#run.config.modelRetries;
  }

  async #waitToAskAgain({ attempt, emit }: Asking, lost: LostResponse): Promise<void> {
    const delay = this.#delayBefore(lost, 500 * 2 ** attempt);
    emit({ type: 'model-retry', attempt, delay, error: lost.error });
    this.#turns.voidStep();
    await this.#pause(delay);
  }

  /** Returns the delay before a retry: the server's own, or the usual one. */
  #delayBefore({ retryAfter }: LostResponse, usual: number): number {
    return delayBefore({ 'retry-after': retryAfter }, usual, this.#run.config.environment.now());
  }

  async #pause(delay: number): Promise<void> {
    const { config, signal } = this.#run;
    if (delay > 0) await pauseFor(delay, config.environment, signal);
  }
}

type LostResponse = Extract<ResponseEnd, { type: 'cut' | 'refused' }>;

/** Returns `true` if another request may succeed: the server accepted nothing, or that is unknown. */
function isLost(end: ResponseEnd): end is LostResponse {
  return end.type === 'cut' || (end.type === 'refused' && end.error.code === 'remote-busy');
}

interface Asking {
  readonly attempt: number;
  readonly emit: Emit;
}

/** Returns `true` if answers contain results of this side: the server's own existed before the batch was asked. */
function carriesResults(run: RemoteRun, { calls }: Turn): boolean {
  const ids = new Set(answeredIds(run));
  return calls.some(({ toolCallId, state }) => {
    const status = state.status === 'ended' ? state.end.status : undefined;
    return ids.has(toolCallId) && (status === 'returned' || status === 'failed' || status === 'retry');
  });
}

/** Returns the calls that were answered here. */
function answeredIds({ answers }: RemoteRun): readonly string[] {
  return [...answers.applied].map((key) => JSON.parse(key)[0]);
}

/** Returns `true` when a server refused a request because of its size. */
export function isTooLarge(end: ResponseEnd): boolean {
  return end.type === 'refused' && end.error.code === 'remote-too-large';
}

function filesLeftOut(names: readonly string[]): string {
  return `The conversation is too large for the server, so files of earlier messages were left out of the request: ${quoteList(names)}.`;
}

const pageWasGone: SerializedError = {
  name: 'RemoteError',
  code: 'remote-cut',
  message: 'The page went away before the response of the server was complete.',
};

function pastLimit(limit: number): UsageLimitExceeded {
  return new UsageLimitExceeded(
    'requests',
    `The run reached its limit of ${limit} requests to the server. Raise usageLimits.requests if the task needs more.`,
  );
}
