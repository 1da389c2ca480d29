import type { Clock } from '../../protocol/base/clock.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { personKey } from '../request/person.js';
import { Refusal } from '../request/refusal.js';
import { sseResponse } from '../wire/sse-response.js';
import { followRun, type RunEventSource, toSse } from './follow-run.js';
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

/** The event streams of a run server, with limits on their number and repeated access checks. */
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
   * Opens an event stream for a person with access to the run.
   *
   * @throws Refusal `unknown-run`, `too-many-listeners`.
   */
  async open({ person, runId, after, signal, readAccess }: StreamRequest): Promise<Response> {
    let access = await readAccess();
    if (access === 'none') throw new Refusal('unknown-run');
    const release = this.#acquireSlot(person);
    const { store, keepAlive, accessCheckInterval } = this.#options;
    const ended = new AbortController();
    const mayRead = async (): Promise<boolean> => {
      access = await readAccess().catch(() => 'none' as const);
      return access !== 'none';
    };
    const stopWatching = watchAccess(mayRead, {
      interval: accessCheckInterval,
      clock: this.#clock,
      onEnd: () => end(),
    });
    const end = (): void => {
      release();
      stopWatching();
      signal.removeEventListener('abort', end);
      ended.abort();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    const updates = followRun(store, {
      ...{ runId, after, signal: ended.signal },
      // A person with access to the whole run is checked again only at the interval and when a batch changes.
      mayRead: async (before) => (before === 'event' && access === 'run') || (await mayRead()),
    });
    const sseTexts = {
      next: async (): Promise<IteratorResult<string, unknown>> => {
        try {
          const update = ended.signal.aborted ? ({ done: true, value: undefined } as const) : await updates.next();
          if (update.done !== true) return { value: toSse(update.value) };
          end();
          return update;
        } catch (error) {
          end();
          throw error;
        }
      },
    };
    const failed = 'event: failed\ndata: {}\n\n';
    return sseResponse(sseTexts, { done: '', failed, cancel: end }, { keepAlive, clock: this.#clock });
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
