import { CountersignError } from '../../protocol/base/errors.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { Records } from '../records/records.js';
import { storageError } from '../tables/storage-errors.js';
import type { EventEntry, EventLog } from './event-log.js';
import { WholeTexts } from './whole-texts.js';

/** Stores the events of the runs of a conversation. */
export interface LogWriter {
  /** Adds an event. Never throws: a log must not end a run. */
  readonly told: (runId: string, event: RunEvent) => void;
  /** Stores all events so far. Resolves once they are stored, or lost. Never rejects. */
  readonly flush: () => Promise<void>;
}

interface OpenLog {
  readonly entries: EventEntry[];
  readonly texts: WholeTexts;
}

/** The delay in which events are collected. A transaction for each event would delay those that people wait for. */
const windowMs = 250;

/**
 * Creates a writer that stores each streamed text as one event, and each event once, even if several activations of its
 * run emit it.
 *
 * @param appenderOf returns the function that extends the log of a run.
 * @param records receives the errors that the storage has not reported itself.
 */
export function createLogWriter(
  appenderOf: (runId: string) => Promise<EventLog['append']>,
  records: Pick<Records, 'report'>,
): LogWriter {
  const open = new Map<string, OpenLog>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: Promise<unknown> = Promise.resolve();
  const append = async (runId: string, entries: readonly EventEntry[]): Promise<void> => {
    try {
      await (await appenderOf(runId))(entries);
    } catch (cause) {
      // For errors of this library, another page leads and stores the rest itself, or the storage has reported them.
      if (!CountersignError.isInstance(cause)) records.report(storageError(cause));
    }
  };
  const write = (runId: string, entries: readonly EventEntry[]): void => {
    written = Promise.all([written, append(runId, entries)]);
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (const [runId, { entries }] of open) if (entries.length > 0) write(runId, entries.splice(0));
    await written;
  };
  return {
    flush,
    told: (runId, event) => {
      const log = open.get(runId) ?? { entries: [], texts: new WholeTexts() };
      open.set(runId, log);
      log.entries.push(...log.texts.take(event));
      const isOver = endsRun(event) && event.runId === runId;
      if (isOver) open.delete(runId);
      if (isOver) write(runId, log.entries);
      else timer ??= setTimeout(() => void flush(), windowMs);
    },
  };
}
