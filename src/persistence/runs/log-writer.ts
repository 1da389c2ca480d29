import { CountersignError } from '../../protocol/base/errors.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { Records } from '../records/records.js';
import { storageError } from '../tables/storage-errors.js';
import type { EventEntry, EventLog } from './event-log.js';
import { WholeTexts } from './whole-texts.js';

/** Writes down what happens in the runs of a conversation. */
export interface LogWriter {
  /** Records an event. Never throws: a log must not end a run. */
  readonly told: (runId: string, event: RunEvent) => void;
  /** Writes what has been told by now, and resolves once all of it is kept, or lost. Never throws. */
  readonly flush: () => Promise<void>;
}

interface OpenLog {
  readonly entries: EventEntry[];
  readonly texts: WholeTexts;
}

/** A write for each event would stand in the way of those that people wait for. */
const windowMs = 250;

/**
 * Writes logs that say each text once, whole, and each event once, whichever life of its run told it.
 *
 * @param appenderOf writes the log of a run, as this page may.
 * @param records hears why something could not be written, where its storage has not told it.
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
      // Another page leads by now, and tells the rest itself; else the storage has told what is wrong.
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
