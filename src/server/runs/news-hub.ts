import { onAbort } from '../../agent/plumbing/abortable.js';
import type { RunNews } from '../../agent/run-server/run-record.js';

interface Reader {
  readonly waiting: RunNews[];
  isOver: boolean;
  wake: () => void;
}

/** Tells what happens in runs to those who listen at that moment. */
export class NewsHub {
  readonly #readers: Map<string, Set<Reader>> = new Map();

  /** Whether anybody listens. */
  has(runId: string): boolean {
    return this.#readers.has(runId);
  }

  tell(runId: string, news: readonly RunNews[]): void {
    for (const reader of this.#readers.get(runId) ?? []) {
      reader.waiting.push(...news);
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
  listen(runId: string, signal: AbortSignal): AsyncIterable<RunNews> {
    const reader: Reader = { waiting: [], isOver: signal.aborted, wake: () => {} };
    const readers = this.#readers.get(runId) ?? new Set();
    this.#readers.set(runId, readers.add(reader));
    const end = (): void => {
      reader.isOver = true;
      readers.delete(reader);
      if (readers.size === 0) this.#readers.delete(runId);
      reader.wake();
    };
    const forget = onAbort(signal, end);
    return read(reader, () => {
      forget();
      end();
    });
  }
}

async function* read(reader: Reader, end: () => void): AsyncGenerator<RunNews> {
  try {
    for (;;) {
      yield* reader.waiting.splice(0);
      if (reader.waiting.length > 0) continue;
      if (reader.isOver) return;
      await new Promise<void>((resolve) => {
        reader.wake = resolve;
      });
    }
  } finally {
    end();
  }
}
