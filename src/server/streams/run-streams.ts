import type { Clock } from '../../protocol/base/clock.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { personKey } from '../request/person.js';
import { Refusal } from '../request/refusal.js';
import { sseResponse } from '../wire/sse-response.js';
import { followRun, type RunEventSource, type RunUpdate, toSse } from './follow-run.js';
import { watchAccess } from './watch-access.js';

/** The access of a person to a run: `batch` lasts while a batch is open that they may answer. */
export type RunAccess = 'run' | 'batch' | 'none';

/** A request for an event stream. */
export interface StreamRequest {
  readonly person: Person;
  readonly runId: string;
  /** The serial of the event after which the stream begins. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  /** Identifies the person again, and returns their current access. */
  readonly readAccess: () => Promise<RunAccess>;
}

/** Options of {@link RunStreams}, as in `RunServerOptions`. */
export interface StreamOptions {
  readonly store: RunEventSource;
  readonly keepAlive?: number;
  readonly maxListeners?: number;
  readonly maxListenersPerPerson?: number;
  readonly accessCheckInterval?: number;
}

const defaultMaxListeners = 10_000;

/** Asks clients to reconnect after a second, which load balancers need to route them to another process. */
const reconnectHint = 'retry: 1000\n\n';

/**
 * The time after which a stream ends and its client reconnects, in milliseconds. Some HTTP adapters read the body on
 * after the client has disconnected, so that nothing else shows it.
 */
const maxStreamMs = 30 * 60_000;

/** The event streams of a run server, with limits on their number and repeated access checks. */
export class RunStreams {
  readonly #options: StreamOptions;
  readonly #clock: Clock;
  readonly #counts: Map<string, number> = new Map();
  /** Open streams, as functions that stop sending news. */
  readonly #open: Set<() => void> = new Set();
  /** Defined once the server is closing: resolves it when the last stream is over. */
  #onLastEnd: (() => void) | undefined;
  #count = 0;

  constructor(options: StreamOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * Opens an event stream for a person with access to the run.
   *
   * @throws Refusal `unknown-run`, `too-many-listeners`, `server-closing`.
   */
  async open({ person, runId, after, signal, readAccess }: StreamRequest): Promise<Response> {
    let access = await readAccess();
    if (access === 'none') throw new Refusal('unknown-run');
    if (this.#onLastEnd !== undefined) throw new Refusal('server-closing');
    const release = this.#acquireSlot(person);
    const { store, keepAlive, accessCheckInterval } = this.#options;
    const stopped = new AbortController();
    const stop = (): void => stopped.abort();
    const mayRead = async (): Promise<boolean> => {
      access = await readAccess().catch(() => 'none' as const);
      return access !== 'none';
    };
    const stopWatching = watchAccess(mayRead, {
      interval: accessCheckInterval,
      clock: this.#clock,
      onEnd: () => end(),
    });
    const cancelAge = this.#clock.setTimeout(stop, maxStreamMs);
    const end = (): void => {
      release();
      stopWatching();
      cancelAge();
      signal.removeEventListener('abort', end);
      stop();
      this.#open.delete(stop);
      if (this.#open.size === 0) this.#onLastEnd?.();
    };
    this.#open.add(stop);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    const updates = followRun(store, {
      ...{ runId, after, signal: stopped.signal },
      // A person with access to the whole run is checked again only at the interval and when a batch changes.
      mayRead: async (before) => (before === 'event' && access === 'run') || (await mayRead()),
    });
    const texts = { next: async () => (stopped.signal.aborted ? over : toSseResult(await updates.next())) };
    const failed = 'event: failed\ndata: {}\n\n';
    const done = (): string => (stopped.signal.aborted ? reconnectHint : '');
    return sseResponse(texts, { done, failed, onEnd: end }, { keepAlive, clock: this.#clock });
  }

  /** Ends all streams, and asks their clients to reconnect. Resolves when all are sent. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#onLastEnd = resolve;
      if (this.#open.size === 0) resolve();
      for (const stop of this.#open) stop();
    });
  }

  /** Counts a new stream. Returns a function that releases its slot. */
  #acquireSlot(person: Person): () => void {
    const id = personKey(person);
    const { maxListeners = defaultMaxListeners } = this.#options;
    const { maxListenersPerPerson = Math.max(2, Math.floor(maxListeners / 10)) } = this.#options;
    const own = this.#counts.get(id) ?? 0;
    if (this.#count >= maxListeners || own >= maxListenersPerPerson) throw new Refusal('too-many-listeners');
    this.#count += 1;
    this.#counts.set(id, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count -= 1;
      const remaining = (this.#counts.get(id) ?? 1) - 1;
      if (remaining > 0) this.#counts.set(id, remaining);
      else this.#counts.delete(id);
    };
  }
}

const over = { done: true, value: undefined } as const;

function toSseResult(update: IteratorResult<RunUpdate, unknown>): IteratorResult<string, unknown> {
  return update.done === true ? update : { value: toSse(update.value) };
}
