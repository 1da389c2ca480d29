import type { DeferredAnswer } from '../../protocol/answers.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { printAddress } from '../../protocol/base/words.js';
import { delayBefore } from '../plumbing/asked-delay.js';
import { pauseFor } from '../plumbing/pause.js';
import { failedResponse } from '../ui-stream/check-response.js';
import { askAnything, type HttpOptions } from '../ui-stream/http-requests.js';
import { RefusedRequest } from '../ui-stream/refused-request.js';
import type { AnswerReceipt } from './batch-record.js';
import { type AnswersTaken, type BatchView, isBatchView } from './batch-view.js';
import type { ListedRun, NewRun } from './run-record.js';

/** How a run server is reached. */
export interface RunServerAddress extends Pick<HttpOptions, 'headers' | 'credentials' | 'fetch' | 'idleTimeout'> {
  /** Where the server lies: its address with its `base`, without a slash at the end. Redirects are not followed. */
  readonly url: string;
  /** How often in a row a request is made again where the server cannot be reached, each time after a longer pause. Default: 10. */
  readonly retries?: number;
  /** Time and timers; for tests. Default: the page's own. */
  readonly clock?: Clock;
}

/** The same, for what waits. */
export interface QuestionsAddress extends RunServerAddress {
  /** The token of a link (`runLinks`): only the question that it leads to is asked, and it is answered over the link. Default: all that may be answered. */
  readonly link?: string;
}

/** What the server refused, with its own code for it. Nothing of the request was taken. */
export class RunRefusal extends RefusedRequest {
  /** The server's code, such as `other-digest`. */
  readonly refusal: string;

  constructor({ code, message, retryAfter }: RefusedRequest, refusal: string) {
    super(code, message, retryAfter);
    this.refusal = refusal;
  }
}

/** One answer on its way. */
export interface SentAnswer {
  readonly answer: DeferredAnswer;
  /** What was shown. */
  readonly digest?: string | undefined;
}

/** What is said to be started. */
export type RunStart = Pick<NewRun, 'runId' | 'agent' | 'conversationId' | 'metadata'> & {
  readonly input?: unknown;
  readonly messages: readonly unknown[];
};

/** Asks a run server. What may be said twice is said again after a cut; a server that is busy is asked when it says. */
export class RunClient {
  readonly address: QuestionsAddress;
  readonly clock: Clock;

  constructor(address: QuestionsAddress) {
    this.address = { idleTimeout: 60_000, ...address };
    this.clock = address.clock ?? systemClock;
  }

  /** Starts a run. One that the same person started under this id goes on. */
  async start(run: RunStart, signal: AbortSignal): Promise<void> {
    await this.#send('runs', run, signal);
  }

  async find(runId: string, signal: AbortSignal): Promise<ListedRun | undefined> {
    const { run } = await this.#read(`runs/${encodeURIComponent(runId)}`, signal);
    return run as ListedRun | undefined; // the word of the same package
  }

  /** Runs that I started, newest first. */
  async list(query: string, signal: AbortSignal): Promise<readonly ListedRun[]> {
    const { runs } = await this.#read(`runs?${query}`, signal);
    return isList(runs) ? (runs as readonly ListedRun[]) : []; // the word of the same package
  }

  /** The record of a run's decisions, as JSONL. */
  async record(runId: string, signal: AbortSignal): Promise<string> {
    const url = this.urlOf(`runs/${encodeURIComponent(runId)}/record`);
    const response = await this.patiently(signal, () => askAnything(this.address, url, { check: checkJson, signal }));
    return await response.text();
  }

  /** The questions that I may answer. */
  async waiting(signal: AbortSignal): Promise<readonly BatchView[]> {
    const { link } = this.address;
    if (link !== undefined) {
      const view = await this.#read(pathOfLink(link), signal);
      return isBatchView(view) && view.state === 'open' ? [view] : [];
    }
    const { batches } = await this.#read('waiting', signal);
    return isList(batches) ? batches.filter(isBatchView) : [];
  }

  /** A question; `undefined`: there is none that I may answer. */
  async batch(batchId: string, signal: AbortSignal): Promise<BatchView | undefined> {
    try {
      const body = await this.#read(`batches/${encodeURIComponent(batchId)}`, signal);
      return isBatchView(body) ? body : undefined;
    } catch (error) {
      if (error instanceof RunRefusal && error.refusal === 'unknown-batch') return undefined;
      throw error;
    }
  }

  /** Gives answers, all in one request. The same answer of the same person is no second one, so that it may be sent again. */
  async answer(
    batchId: string,
    answers: Readonly<Record<string, SentAnswer>>,
    signal: AbortSignal,
  ): Promise<AnswersTaken> {
    const { link } = this.address;
    const path = `${link === undefined ? `batches/${encodeURIComponent(batchId)}` : pathOfLink(link)}/answers`;
    const body = JSON.stringify({ answers });
    // One that is on its way is let go: it may have arrived.
    const { receipts, batch } = await this.patiently(signal, () => this.#ask(path, { method: 'POST', body }));
    if (!isList(receipts) || !isBatchView(batch)) throw noJson(this.urlOf('batches'), 'other words');
    return { receipts: receipts as readonly AnswerReceipt[], batch }; // the word of the same package
  }

  async extend(batchId: string, moved: { readonly toolCallId: string; readonly expiresAt: number }): Promise<void> {
    const { toolCallId, expiresAt } = moved;
    await this.#send(`batches/${encodeURIComponent(batchId)}/extend`, { toolCallId, expiresAt }, never);
  }

  async stop(runId: string, reason: string): Promise<void> {
    await this.#send(`runs/${encodeURIComponent(runId)}/stop`, { reason: reason.slice(0, 1000) }, never);
  }

  urlOf(path: string): string {
    return `${this.address.url}/${path}`;
  }

  /** Does something again while the server cannot be reached, or is busy. */
  async patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        await this.pauseAfter(error, failures, signal);
      }
    }
  }

  /** Waits until it is worth to ask again. @throws what went wrong, where that cannot help or has not helped. */
  async pauseAfter(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const { retries = 10 } = this.address;
    const canPass = RemoteError.isInstance(error) && error.code !== 'remote-refused';
    if (!canPass || failures >= retries || signal.aborted) throw error;
    const asked = error instanceof RefusedRequest ? error.retryAfter : undefined;
    const backOff = Math.min(400 * 2 ** failures, 20_000);
    await pauseFor(delayBefore({ 'retry-after': asked }, backOff, this.clock.now()), this.clock, signal);
  }

  async #read(path: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return await this.patiently(signal, () => this.#ask(path, { method: 'GET', signal }));
  }

  async #send(path: string, body: object, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const text = JSON.stringify(body);
    return await this.patiently(signal, () => this.#ask(path, { method: 'POST', body: text, signal }));
  }

  async #ask(path: string, init: RequestInit): Promise<Readonly<Record<string, unknown>>> {
    const url = this.urlOf(path);
    const response = await askAnything(this.address, url, { ...init, check: checkJson });
    const body: unknown = await response.json().catch(() => undefined);
    if (!isRecord(body)) throw noJson(url, 'something that is no JSON');
    return body;
  }
}

function pathOfLink(token: string): string {
  return `links/${encodeURIComponent(token)}`;
}

/** For what nobody calls off. */
const never: AbortSignal = new AbortController().signal;

/** Takes JSON, also that of answers that came too late, and nothing else. */
async function checkJson(response: Response, url: string): Promise<Response> {
  const { status, type } = response;
  if (response.ok) return response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new RemoteError(
      'remote-refused',
      `${printAddress(url)} redirects elsewhere. Requests carry answers, so they are not sent on.`,
    );
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (isRecord(body) && isList(body.receipts)) return response;
  const refused = await failedResponse(response, url);
  const own = isRecord(body) && isRecord(body.error) ? body.error.code : undefined;
  throw typeof own === 'string' ? new RunRefusal(refused, own) : refused;
}

function noJson(url: string, what: string): RemoteError {
  return new RemoteError(
    'remote-failed',
    `${printAddress(url)} answered with ${what}. Give the transport the address of a run server.`,
  );
}
