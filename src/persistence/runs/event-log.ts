import { CountersignError } from '../../protocol/base/errors.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { Records, Rows } from '../records/records.js';
import type { Data, RunRow } from '../records/row-kinds.js';
import type { LongTexts } from './long-texts.js';
import { type RunLead, readLedRun, writeRun } from './run-rows.js';

/** An event to store. */
export interface EventEntry {
  /** The identity of the event: the log stores each key once. */
  readonly key: string;
  readonly event: RunEvent;
}

/** A stored event. */
export interface LoggedEvent extends EventEntry {
  /** Its index in the log of the run, without gaps. */
  readonly serial: number;
}

/** A part of a log. */
export interface EventWindow {
  /** The events of the part, without unreadable ones. */
  readonly entries: readonly LoggedEvent[];
  /** The first serial of the next part. Missing at the end of the log. */
  readonly next?: number;
}

/** The persisted events of a run. */
export interface EventLog {
  /**
   * Stores events, each key once, in the order of the calls. Events that cannot be stored are dropped and reported to
   * `onProblem`, because a log must not end a run.
   *
   * @param entries the events, in their order.
   * @throws CountersignError `stale-leader` or `run-cleaned` if this activation may not write any more.
   */
  append(entries: readonly EventEntry[]): Promise<void>;
  /**
   * Reads a part of the log.
   *
   * @param window `from`: the first serial, default 0; `limit`: the maximum number of events, default 1,000.
   */
  read(window?: { readonly from?: number; readonly limit?: number }): Promise<EventWindow>;
  /** Returns the number of events. */
  count(): Promise<number>;
}

/** The codes of errors after which a writer has to stop. After any other error, only these events are missing. */
const refusals: readonly string[] = ['stale-leader', 'run-cleaned'];

/** Returns the function with which one activation extends the log of its run. */
export function eventAppender(records: Records, activation: RunLead, texts?: LongTexts): EventLog['append'] {
  let tail: Promise<unknown> = Promise.resolve();
  // The code of the last reported error: a full disk is reported once, not for each event.
  let reported = '';
  const append = async (entries: readonly EventEntry[]): Promise<void> => {
    try {
      await appendEvents(records, activation, { entries, texts });
      reported = '';
    } catch (cause) {
      if (!CountersignError.isInstance(cause) || refusals.includes(cause.code)) throw cause;
      // Damaged records were reported when they were quarantined.
      if (cause.code !== reported && cause.code !== 'corrupt-record') records.report(cause);
      reported = cause.code;
    }
  };
  return (entries) => {
    const result = tail.then(() => append(entries));
    tail = result.catch(() => undefined);
    return result;
  };
}

/** An event as it is stored. */
interface SealedEvent extends EventEntry {
  readonly data: Data;
}

async function appendEvents(
  records: Records,
  activation: RunLead,
  { entries, texts }: { readonly entries: readonly EventEntry[]; readonly texts: LongTexts | undefined },
): Promise<void> {
  const sealed = await sealEvents(records, activation.runId, { entries, texts });
  await records.transact(eventTables, 'write', (rows) => putEvents(rows, activation, { sealed, at: records.now() }));
}

/** The tables that {@link putEvents} writes to. */
export const eventTables = ['runs', 'events', 'event-keys', 'batches'] as const;

/** Encrypts events. Not within the transaction that stores them, because that may await only its tables. */
export async function sealEvents(
  records: Records,
  runId: string,
  { entries, texts }: { readonly entries: readonly EventEntry[]; readonly texts?: LongTexts | undefined },
): Promise<readonly SealedEvent[]> {
  return await Promise.all(
    entries.map(async (entry) => {
      const stored = texts === undefined ? entry.event : await texts.split(entry.event);
      return { ...entry, data: await records.seal(['events', runId, entry.key], stored) };
    }),
  );
}

/** Stores events within a transaction, each key once. */
export async function putEvents(
  rows: Rows,
  activation: RunLead,
  { sealed, at }: { readonly sealed: readonly SealedEvent[]; readonly at: number },
): Promise<void> {
  const run = await readLedRun(rows, activation);
  const fresh = await missingEvents(rows, activation.runId, sealed);
  if (fresh.length === 0) return;
  await Promise.all(
    fresh.map((entry, index) => putEvent(rows, activation.runId, { ...entry, serial: run.events + index })),
  );
  const state: RunRow['state'] = fresh.some(({ event }) => isEndOf(activation.runId, event)) ? 'ended' : run.state;
  await writeRun(rows, activation.runId, { ...run, events: run.events + fresh.length, state, at });
}

/**
 * Returns the events that are not stored yet, each key once. Looks them all up in parallel, which is several times
 * faster.
 */
async function missingEvents(
  rows: Rows,
  runId: string,
  entries: readonly SealedEvent[],
): Promise<readonly SealedEvent[]> {
  const first = new Map<string, SealedEvent>();
  for (const entry of entries) if (!first.has(entry.key)) first.set(entry.key, entry);
  const once = [...first.values()];
  const taken = await Promise.all(once.map(({ key }) => rows.get(['event-keys', runId, key])));
  return once.filter((_, index) => taken[index] === undefined);
}

async function putEvent(
  rows: Rows,
  runId: string,
  { key, event, data, serial }: SealedEvent & { readonly serial: number },
): Promise<void> {
  await Promise.all([
    rows.put(['event-keys', runId, key], { serial }),
    rows.put(['events', runId, serial], { key, data }),
    // For the deletion of a run, which has to find the answers to its batches.
    event.type === 'deferred-request' && rows.put(['batches', runId, event.batchId], {}),
  ]);
}

function isEndOf(runId: string, event: RunEvent): boolean {
  return endsRun(event) && event.runId === runId;
}
