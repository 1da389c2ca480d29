import type { RunJournal, StepAttempt } from '../agent/run/journal.js';
import { given } from '../protocol/base/record.js';

/** Something that a journal is about to write. */
export interface JournalWrite {
  /** `begin`: the mark of a step that may be done once only. `end`: what a step gave. */
  readonly type: 'begin' | 'end';
  readonly key: string;
  /** What the step gave. Default: nothing, for a mark. */
  readonly value?: unknown;
  /** When a mark was written, in milliseconds since 1970: a step that is begun again is told. Default: nobody knows. */
  readonly at?: number;
}

/** Options of {@link memoryJournal}. */
export interface MemoryJournalOptions {
  /** What earlier lives of the run have written, oldest first. Default: nothing. */
  readonly written?: readonly JournalWrite[];
  /** Called before each write: what it throws, the journal rejects with; while it waits, so does the run. Default: nothing. */
  readonly onWrite?: (write: JournalWrite) => void | PromiseLike<void>;
  /** Gives the time, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A journal that can be looked into. */
export interface MemoryJournal extends RunJournal {
  /** What was written, oldest first, by earlier lives too. */
  readonly writes: readonly JournalWrite[];
}

/**
 * Makes a journal that lives as long as the page: for tests of what a run does when it begins again. What it keeps goes through JSON, as it
 * does in a storage.
 *
 * @param options what is in it at its start, and what to do at a write. Default: nothing.
 * @example
 * const journal = memoryJournal();
 * agent.run('go', { runId: 'a', journal }).leave?.();
 * await agent.run('go', { runId: 'a', journal }).outcome; // goes on where it was left
 */
export function memoryJournal({ onWrite, written = [], now = Date.now }: MemoryJournalOptions = {}): MemoryJournal {
  const ends = new Map<string, string>();
  const marks = new Map<string, StepAttempt>();
  const writes: JournalWrite[] = [...written];
  for (const { type, key, value, at } of written) {
    if (type === 'begin') marks.set(key, { isRepeated: true, ...given({ since: at }) });
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
