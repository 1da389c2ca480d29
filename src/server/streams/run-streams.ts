import type { Person } from '../../agent/run-server/run-record.js';
import type { Clock } from '../../protocol/base/clock.js';
import { personKey } from '../request/person.js';
import { Refusal } from '../request/refusal.js';
import { sseResponse } from '../wire/sse-response.js';
import { followRun, type RunEventSource, toSse } from './follow-run.js';
import { watchAccess } from './watch-access.js';

/** What a person may read of a run: all of it, what happens while one of their questions is open, or nothing. */
export type ReadingRight = 'run' | 'question' | 'none';

/** An event stream that somebody asks for. */
export interface StreamRequest {
  readonly person: Person;
  readonly runId: string;
  /** The event behind which it begins. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  /** Asks anew who they are, and what they may read. */
  readonly right: () => Promise<ReadingRight>;
}

/** Options of {@link RunStreams}, which `RunServerOptions` explain. */
export interface StreamOptions {
  readonly store: RunEventSource;
  readonly keepAlive?: number;
  readonly maxListeners?: number;
  readonly maxListenersPerPerson?: number;
  readonly accessCheckInterval?: number;
}

const defaultMaxListeners = 10_000;

/** The event streams of a run server: how many there are, and how long each may be read. */
export class RunStreams {
  readonly #options: StreamOptions;
  readonly #clock: Clock;
  readonly #counts: Map<string, number> = new Map();
  #count = 0;

  constructor(options: StreamOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * Opens a stream for somebody who may read.
   *
   * @throws Refusal `unknown-run`, `too-many-listeners`.
   */
  async open({ person, runId, after, signal, right }: StreamRequest): Promise<Response> {
    let current = await right();
    if (current === 'none') throw new Refusal('unknown-run');
    const leave = this.#enter(person);
    const { store, keepAlive, accessCheckInterval } = this.#options;
    const gone = new AbortController();
    const mayRead = async (): Promise<boolean> => {
      current = await right().catch(() => 'none' as const);
      return current !== 'none';
    };
    const stopWatching = watchAccess(mayRead, {
      interval: accessCheckInterval,
      clock: this.#clock,
      onEnd: () => end(),
    });
    const end = (): void => {
      leave();
      stopWatching();
      signal.removeEventListener('abort', end);
      gone.abort();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    const tellings = followRun(store, {
      ...{ runId, after, signal: gone.signal },
      // Whoever may read the whole run is asked about less often.
      mayRead: async (before) => (before === 'event' && current === 'run') || (await mayRead()),
    });
    const texts = {
      next: async (): Promise<IteratorResult<string, unknown>> => {
        try {
          const told = gone.signal.aborted ? ({ done: true, value: undefined } as const) : await tellings.next();
          if (told.done !== true) return { value: toSse(told.value) };
          end();
          return told;
        } catch (error) {
          end();
          throw error;
        }
      },
    };
    const failed = 'event: failed\ndata: {}\n\n';
    return sseResponse(texts, { done: '', failed, cancel: end }, { keepAlive, clock: this.#clock });
  }

  /** Counts one more listener. Returns what counts it out, once. */
  #enter(person: Person): () => void {
    const id = personKey(person);
    const { maxListeners = defaultMaxListeners } = this.#options;
    const { maxListenersPerPerson = Math.max(2, Math.floor(maxListeners / 10)) } = this.#options;
    const own = this.#counts.get(id) ?? 0;
    if (this.#count >= maxListeners || own >= maxListenersPerPerson) throw new Refusal('too-many-listeners');
    this.#count += 1;
    this.#counts.set(id, own + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count -= 1;
      const left = (this.#counts.get(id) ?? 1) - 1;
      if (left > 0) this.#counts.set(id, left);
      else this.#counts.delete(id);
    };
  }
}
