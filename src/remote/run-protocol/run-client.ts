import { delayBefore } from '../../agent/plumbing/asked-delay.js';
import { pauseFor } from '../../agent/plumbing/pause.js';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import { printAddress } from '../../protocol/foreign/print-address.js';
import { toWellFormedJson } from '../../protocol/foreign/well-formed.js';
import { failedResponse } from '../ui-stream/check-response.js';
import { askAnything, type HttpOptions, patienceOf } from '../ui-stream/http-requests.js';
import { type BodyLimits, readBodyText } from '../ui-stream/read-events.js';
import { RefusedRequest } from '../ui-stream/refused-request.js';
import type { AnswersResult, BatchView, DecidedBatchView } from './batch-view.js';
import { isDecisionEntry, isListedRun, isReceipt, readBatchView, readDecidedBatch } from './read-served.js';
import type { ListedRun, NewRun } from './run-record.js';

/** The address of a run server, and the options of its requests. */
export interface RunServerAddress extends Pick<HttpOptions, 'headers' | 'credentials' | 'fetch' | 'idleTimeout'> {
  /** The server's URL including its `base`, without a slash at the end. Redirects are not followed. */
  readonly url: string;
  /** The maximum number of consecutive retries while the server cannot be reached, with growing delays. Default: 10. */
  readonly retries?: number;
  /** Time and timers; for tests. Default: the page's own. */
  readonly clock?: Clock;
}

/** The address of a run server's pending batches. */
export interface QuestionsAddress extends RunServerAddress {
  /**
   * The token of a link (`runLinks`): only its batch is shown, and it is answered over the link. Default: all batches
   * that the person may answer.
   */
  readonly link?: string;
}

/** A rejected request with the server's own code. The server accepted nothing of it. */
export class RunRefusal extends RefusedRequest {
  /** The server's code, such as `other-digest`. */
  readonly refusal: string;

  constructor(refused: RefusedRequest, refusal: string) {
    super(refused.code, refused.message, refused);
    this.refusal = refusal;
  }
}

/** An answer to send. */
export interface SentAnswer {
  readonly answer: DeferredAnswer;
  /** The digest of the call that was shown. */
  readonly digest?: string | undefined;
}

/** A request to start a run. */
export type RunStart = Pick<NewRun, 'agent' | 'conversationId' | 'metadata'> & {
  /** Identifies the run among those of the same person, so that a repeated request starts nothing twice. */
  readonly key: string;
  readonly input?: unknown;
  readonly messages: readonly unknown[];
};

/** Batches that this person may answer. */
export interface WaitingQuestions {
  readonly batches: readonly BatchView[];
  /** The number of batches from this page on, as far as the server has counted. */
  readonly count: number;
  /** The cursor of the next page. */
  readonly next: string | undefined;
  /** The reason why some of them are not shown. */
  readonly problem?: unknown;
  /** The batch of the link, open or not. */
  readonly linked?: BatchView | undefined;
}

/** The number of batches on a page. */
const questionsPerPage = 100;

/** Returns the address of a run that this person started under a key: the server generates the id. */
export function addressOfKey(key: string): string {
  return `~${key}`;
}

/** HTTP client for the run server. Idempotent requests are retried after a network error; `Retry-After` is honoured. */
export class RunClient {
  readonly address: QuestionsAddress;
  readonly clock: Clock;
  readonly #onRetry: (error: RemoteError, failures: number) => void;

  /**
   * @param onRetry called when a request failed and will be sent again, with the number of consecutive failures before
   * it.
   */
  constructor(address: QuestionsAddress, onRetry: (error: RemoteError, failures: number) => void = () => {}) {
    this.#onRetry = onRetry;
    this.address = { idleTimeout: 60_000, ...address };
    this.clock = address.clock ?? systemClock;
  }

  /** Starts a run, or continues the one that the same person started under this key. */
  async start(run: RunStart, signal: AbortSignal): Promise<void> {
    await this.#send('runs', run, signal);
  }

  async find(runId: string, signal: AbortSignal): Promise<ListedRun | undefined> {
    const { run } = await this.#read(`runs/${idSegment(runId)}`, signal);
    return isListedRun(run) ? run : undefined;
  }

  /** Returns the runs that this person started, newest first. */
  async list(query: string, signal: AbortSignal): Promise<readonly ListedRun[]> {
    const { runs } = await this.#read(`runs?${query}`, signal);
    return isList(runs) ? runs.slice(0, maxItems).filter(isListedRun) : [];
  }

  /**
   * Returns the decision record of a run.
   *
   * @throws RemoteError `remote-malformed` for lines that are not entries of a record: a part of a record would look
   * like the whole.
   */
  async record(runId: string, signal: AbortSignal): Promise<readonly DecisionEntry[]> {
    const text = await this.retryWhileUnavailable(signal, () =>
      this.#askText(`runs/${idSegment(runId)}/record`, { signal }),
    );
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > maxItems) throw malformedAnswer(`a record of more than ${maxItems} entries`);
    return lines.map((line) => {
      const entry: unknown = parseForeignJson(line);
      if (!isDecisionEntry(entry)) throw malformedAnswer('a record with a line that is not an entry');
      return entry;
    });
  }

  /**
   * Returns a page of the batches that this person may answer, without those that cannot be trusted: the first page, or
   * the one after a cursor.
   */
  async waiting(signal: AbortSignal, cursor?: string): Promise<WaitingQuestions> {
    const { link } = this.address;
    if (link !== undefined) {
      const linked = await readBatchView(await this.#read(pathOfLink(link), signal));
      const own = linked?.state === 'open' ? [linked] : [];
      return { batches: own, count: own.length, next: undefined, linked };
    }
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { batches, count, next } = await this.#read(`waiting?limit=${questionsPerPage}${query}`, signal);
    const read = await Promise.allSettled((isList(batches) ? batches.slice(0, maxItems) : []).map(readBatchView));
    const views = read.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []));
    const failed = read.find(({ status }) => status === 'rejected');
    return {
      batches: views,
      count: typeof count === 'number' && Number.isSafeInteger(count) ? Math.max(count, views.length) : views.length,
      next: typeof next === 'string' && next !== '' && next !== cursor ? next : undefined,
      ...(failed?.status === 'rejected' ? { problem: failed.reason } : {}),
    };
  }

  /** Returns the batches that this person has answered, newest answer first, without those that cannot be trusted. */
  async decided(signal: AbortSignal): Promise<readonly DecidedBatchView[]> {
    const { decided } = await this.#read('decided', signal);
    const read = await Promise.allSettled((isList(decided) ? decided.slice(0, maxItems) : []).map(readDecidedBatch));
    return read.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []));
  }

  /** Returns a batch, or `undefined` if it does not exist or this person may not answer it. */
  async batch(batchId: string, signal: AbortSignal): Promise<BatchView | undefined> {
    try {
      return await readBatchView(await this.#read(`batches/${idSegment(batchId)}`, signal));
    } catch (error) {
      if (error instanceof RunRefusal && error.refusal === 'unknown-batch') return undefined;
      throw error;
    }
  }

  /** Sends answers in one request. Repeating the same answer of the same person has no effect, so it may be retried. */
  async answer(
    batchId: string,
    answers: Readonly<Record<string, SentAnswer>>,
    signal: AbortSignal,
  ): Promise<AnswersResult> {
    const { link } = this.address;
    const path = `${link === undefined ? `batches/${idSegment(batchId)}` : pathOfLink(link)}/answers`;
    const body = toWellFormedJson({ answers });
    // A request that was already sent is not aborted, because it may have arrived.
    const { receipts, batch } = await this.retryWhileUnavailable(signal, () =>
      this.#ask(path, { method: 'POST', body }),
    );
    const view = await readBatchView(batch);
    if (!isList(receipts) || !receipts.every(isReceipt) || view === undefined)
      throw noJson(this.urlOf('batches'), 'a malformed receipt');
    return { receipts, batch: view };
  }

  async extend(batchId: string, moved: { readonly toolCallId: string; readonly expiresAt: number }): Promise<void> {
    const { toolCallId, expiresAt } = moved;
    await this.#send(`batches/${idSegment(batchId)}/extend`, { toolCallId, expiresAt }, never);
  }

  async stop(runId: string, reason: string): Promise<void> {
    await this.#send(`runs/${idSegment(runId)}/stop`, { reason: reason.slice(0, 1000) }, never);
  }

  urlOf(path: string): string {
    return `${this.address.url}/${path}`;
  }

  /** Retries while the server cannot be reached or is busy. */
  async retryWhileUnavailable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        await this.pauseAfter(error, failures, signal);
      }
    }
  }

  /** Waits before a retry. @throws the error, if a retry cannot help or has not helped. */
  async pauseAfter(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const { retries = 10 } = this.address;
    // A malformed answer would come again.
    const canPass = RemoteError.isInstance(error) && !/^remote-(?:refused|too-large|malformed)$/.test(error.code);
    if (!canPass || failures >= retries || signal.aborted) throw error;
    this.#onRetry(error, failures);
    const asked = error instanceof RefusedRequest ? error.retryAfter : undefined;
    const backOff = Math.min(400 * 2 ** failures, 20_000);
    const delay = delayBefore({ 'retry-after': asked }, backOff, this.clock.now());
    // A server that is busy again and again needs more time than it asked for.
    await pauseFor(Math.max(delay, backOff), this.clock, signal);
  }

  async #read(path: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return await this.retryWhileUnavailable(signal, () => this.#ask(path, { method: 'GET', signal }));
  }

  async #send(path: string, body: object, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const text = toWellFormedJson(body);
    return await this.retryWhileUnavailable(signal, () => this.#ask(path, { method: 'POST', body: text, signal }));
  }

  async #ask(path: string, init: RequestInit): Promise<Readonly<Record<string, unknown>>> {
    // The depth of each item of a list is checked, so that one that is too deep does not hide the others.
    const body: unknown = parseForeignJson(await this.#askText(path, init), Number.POSITIVE_INFINITY);
    if (!isRecord(body)) throw noJson(this.urlOf(path), 'something that is not a JSON object');
    return body;
  }

  async #askText(path: string, init: RequestInit): Promise<string> {
    const limits = this.#limits;
    const check = (response: Response, url: string): Promise<Response> => checkJson(response, url, limits);
    return await readBodyText(await askAnything(this.address, this.urlOf(path), { ...init, check }), limits);
  }

  get #limits(): BodyLimits {
    return { maxBytes: maxBody, idleTimeout: patienceOf(this.address).idleTimeout, clock: this.clock };
  }
}

function malformedAnswer(what: string): RemoteError {
  return new RemoteError('remote-malformed', `The server sent ${what}, so nothing of it was used.`);
}

/** The largest body that is read as a whole, in bytes. */
const maxBody = 32_000_000;

/** The longest list that is read. */
const maxItems = 10_000;

/** Returns an id as one segment of a path. `.` and `..` would lead to another path, and cannot be escaped. */
function idSegment(id: string): string {
  return /^\.{1,2}$/.test(id) ? '%00' : encodeURIComponent(id);
}

function pathOfLink(token: string): string {
  return `links/${idSegment(token)}`;
}

/** A signal that never aborts. */
const never: AbortSignal = new AbortController().signal;

/** Accepts JSON, also in responses to late answers, and nothing else. */
async function checkJson(response: Response, url: string, limits: BodyLimits): Promise<Response> {
  const { status, type } = response;
  if (response.ok) return response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new RemoteError(
      'remote-refused',
      `${printAddress(url)} redirects elsewhere. Requests carry answers, so they are not sent on.`,
    );
  const text = await readBodyText(response, limits);
  const body: unknown = parseForeignJson(text);
  const { headers } = response;
  const read = new Response(text, { status, headers });
  if (isRecord(body) && isList(body.receipts)) return read;
  const refused = await failedResponse(read, url);
  const own = isRecord(body) && isRecord(body.error) ? body.error.code : undefined;
  throw typeof own === 'string' ? new RunRefusal(refused, own) : refused;
}

function noJson(url: string, what: string): RemoteError {
  return new RemoteError(
    'remote-failed',
    `${printAddress(url)} answered with ${what}. Give the transport the address of a run server.`,
  );
}
