import type { RunJournal, StepAttempt } from '../agent/run/journal.js';
import { definedProps } from '../protocol/base/record.js';

/** An entry that a journal is about to write. */
export interface JournalWrite {
  /** `begin`: the start of a step that may run only once. `end`: the result of a step. */
  readonly type: 'begin' | 'end';
  readonly key: string;
  /** The result of the step. Default: none, for a start. */
  readonly value?: unknown;
  /**
   * The time of a start, in milliseconds since 1970, which is passed to the step if it runs again. Default: unknown.
   */
  readonly at?: number;
}

/** Options of {@link memoryJournal}. */
export interface MemoryJournalOptions {
  /** The entries of earlier activations of the run, oldest first. Default: none. */
  readonly written?: readonly JournalWrite[];
  /** Called before each write. If it throws, the journal rejects; while it waits, the run waits. Default: none. */
  readonly onWrite?: (write: JournalWrite) => void | PromiseLike<void>;
  /** Returns the time, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A journal whose entries can be inspected. */
export interface MemoryJournal extends RunJournal {
  /** All entries, oldest first, including those of earlier activations. */
  readonly writes: readonly JournalWrite[];
}

/**
 * Makes a journal in memory, for tests of resumed runs. Values are converted to JSON and back, as in a storage.
 *
 * @param options the initial entries, and a callback before each write. Default: none.
 * @example
 * const journal = memoryJournal();
 * agent.run('go', { runId: 'a', journal }).suspend?.();
 * await agent.run('go', { runId: 'a', journal }).outcome; // resumes the run
 */
export function memoryJournal({ onWrite, written = [], now = Date.now }: MemoryJournalOptions = {}): MemoryJournal {
  const ends = new Map<string, string>();
  const marks = new Map<string, StepAttempt>();
  const writes: JournalWrite[] = [...written];
  for (const { type, key, value, at } of written) {
    if (type === 'begin') marks.set(key, { isRepeated: true, ...definedProps({ since: at }) });
    else ends.set(key, JSON.stringify(value));
  }
  const write = async (entry: JournalWrite): Promise<void> => {
    await onWrite?.(entry);
    writes.push(entry);
  };
  const step = async <T>(
    key: string,
    work: (attempt: StepAttempt) => Promise<T>,
    { once = false }: { readonly once?: boolean } = {},
  ): Promise<T> => {
    const known = ends.get(key);
    if (known !== undefined) return JSON.parse(known);
    const attempt = marks.get(key) ?? { isRepeated: false };
    if (once && !attempt.isRepeated) {
      const at = now();
      await write({ type: 'begin', key, at });
      marks.set(key, { isRepeated: true, since: at });
    }
    const value = await work(attempt);
    const text = JSON.stringify(value);
    await write({ type: 'end', key, value: JSON.parse(text) });
    ends.set(key, text);
    return JSON.parse(text);
  };
  return { step, writes };
}
