import { onAbort } from '../../agent/plumbing/abortable.js';
import type { RunNews } from '../../remote/run-protocol/run-record.js';

/** News of a run, or a `gap`: news were dropped because the listener was too slow, and it has to read the log again. */
export type NewsOrGap = RunNews | { readonly type: 'gap' };

interface Reader {
  waiting: NewsOrGap[];
  isOver: boolean;
  wake: () => void;
}

/**
 * The maximum number of buffered news for a reader. Beyond it, they are replaced by a `gap`, and the reader reads the
 * log.
 */
const maxBuffered = 256;

/** Publishes news of runs to the current listeners in this process. */
export class NewsHub {
  readonly #readers: Map<string, Set<Reader>> = new Map();

  /** Returns `true` when a run has listeners. */
  has(runId: string): boolean {
    return this.#readers.has(runId);
  }

  /** Returns the runs that have listeners. */
  runIds(): readonly string[] {
    return [...this.#readers.keys()];
  }

  /** Adds news to the buffer of each listener. A `gap` replaces the buffered news. */
  publish(runId: string, news: readonly NewsOrGap[]): void {
    for (const reader of this.#readers.get(runId) ?? []) {
      const isTooMuch = reader.waiting.length + news.length > maxBuffered;
      if (isTooMuch || news[0]?.type === 'gap') reader.waiting = [{ type: 'gap' }];
      else reader.waiting.push(...news);
      reader.wake();
    }
  }

  /** Ends the streams of all listeners after their buffered news, because the run is over. */
  close(runId: string): void {
    for (const reader of this.#readers.get(runId) ?? []) {
      reader.isOver = true;
      reader.wake();
    }
  }

  /** Starts to listen at once, before the first call of `next()`. */
  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap> {
    const reader: Reader = { waiting: [], isOver: signal.aborted, wake: () => {} };
    const readers = this.#readers.get(runId) ?? new Set();
    this.#readers.set(runId, readers.add(reader));
    const end = (): void => {
      reader.isOver = true;
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(runId) === readers) this.#readers.delete(runId);
      reader.wake();
    };
    const forget = onAbort(signal, end);
    if (signal.aborted) end();
    return read(reader, () => {
      forget();
      end();
    });
  }
}

async function* read(reader: Reader, end: () => void): AsyncGenerator<NewsOrGap> {
  try {
    for (;;) {
      // Yield one at a time, so that a `gap` can still replace the rest.
      for (let next = reader.waiting.shift(); next !== undefined; next = reader.waiting.shift()) yield next;
      if (reader.isOver) return;
      await new Promise<void>((resolve) => {
        reader.wake = resolve;
      });
    }
  } finally {
    end();
  }
}
