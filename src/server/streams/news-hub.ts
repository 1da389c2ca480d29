import { onAbort } from '../../agent/plumbing/abortable.js';
import type { RunNews } from '../../agent/run-server/run-record.js';

/** An emitted piece of news. `gap`: the listener was too slow, so that news were dropped, and the log has to be read again. */
export type NewsOrGap = RunNews | { readonly type: 'gap' };

interface Reader {
  waiting: NewsOrGap[];
  isOver: boolean;
  wake: () => void;
}

/** How many news are held for a reader that does not take them. Then all of them are dropped for a `gap`: the reader finds them in the log. */
const maxHeld = 256;

/** Emits what happens in runs to those who listen at that moment. */
export class NewsHub {
  readonly #readers: Map<string, Set<Reader>> = new Map();

  /** Returns `true` when somebody listens to a run. */
  has(runId: string): boolean {
    return this.#readers.has(runId);
  }

  publish(runId: string, news: readonly NewsOrGap[]): void {
    for (const reader of this.#readers.get(runId) ?? []) {
      const isTooMuch = reader.waiting.length + news.length > maxHeld;
      if (isTooMuch || news[0]?.type === 'gap') reader.waiting = [{ type: 'gap' }];
      else reader.waiting.push(...news);
      reader.wake();
    }
  }

  /** The run is over: those who listen come to their end. */
  close(runId: string): void {
    for (const reader of this.#readers.get(runId) ?? []) {
      reader.isOver = true;
      reader.wake();
    }
  }

  /** Listens from this very moment on, also before the first is asked for. */
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
      // One at a time: what is dropped meanwhile was not given to the reader.
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
